import { inArray } from 'drizzle-orm'
import { auditEventLabel } from '#api/audit-events.ts'
import { AppError } from '#api/errors.ts'
import { type DocumentImage, findDocumentImages } from '#features/documents/server/store.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import { requireUser } from '#features/identity/server/store.ts'
import { listMailingProofs, type MailingProof } from '#features/mailing/server/proofs.ts'
import { findPackedReports, listReportSummaries } from '#features/reports/server/store.ts'
import { type AuditRow, listAuditEventsAbout } from '#platform/audit/audit-log.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { reportThreads } from '#platform/threads.ts'
import type { Bureau } from '#values/bureau.ts'
import { dayIn } from '#values/dates.ts'
import { type CaseRecord, selectRelated } from '../../case-file/case-record.ts'
import { type CaseRow, uniqueRows, type WantedItem } from '../../case-file/report-rows.ts'
import type { Dispute } from '../../dispute-contract.ts'
import type * as computed from '../computed.ts'
import { listDisputesWithoutSteps } from '../find-disputes.ts'
import { listOutcomes } from '../outcomes.ts'
import { findPrintableLetters, type PrintableLetters } from '../store.ts'
import { decryptItem } from '../stored-shapes.ts'
import { disputeItems, respondentName } from '../tables.ts'

/** Collects the contents of a case file, except the letters and replies, which are read when they are written. */

type Deps = { db: Database; keyring: Keyring; timeZone: string }

export type GatheredDispute = {
  dispute: Dispute
  printable: PrintableLetters & { attestedAt: Date }
}

export type GatheredCase = {
  person: string
  bureaus: CaseRecord['bureaus']
  /** Oldest first. */
  disputes: GatheredDispute[]
  mailings: MailingProof[]
  /** When each answer was recorded, by item and respondent. */
  recordedAt: (itemId: string, bureau: Bureau | null) => Date | undefined
  /** The replies that the user uploaded. */
  replies: DocumentImage[]
  rows: CaseRow[]
  acts: AuditRow[]
}

const findRows = reportThreads.define<typeof computed.findCaseRows>(
  new URL('../computed.ts', import.meta.url),
  'findCaseRows',
  (value): value is CaseRow[] => Array.isArray(value),
)

/** The items of some disputes, with the bureaus whose rows they are about. */
const listWanted = async (
  { db, keyring }: Deps,
  userId: string,
  disputeIds: readonly string[],
): Promise<WantedItem[]> => {
  const rows = await db
    .select()
    .from(disputeItems)
    .where(inArray(disputeItems.disputeId, [...disputeIds]))
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(row => {
    const thing = decryptItem(cipher, row)
    const right = thing.type === 'account' && thing.correctBureau !== null ? [thing.correctBureau] : []
    return { itemId: row.id, thing, bureaus: row.bureaus.length === 0 ? [] : [...row.bureaus, ...right] }
  })
}

/** Only one report is in memory at a time. */
const listRows = async (
  deps: Deps,
  userId: string,
  plan: Parameters<typeof findRows>[0]['plan'],
  wanted: readonly WantedItem[],
): Promise<CaseRow[]> => {
  const { db, keyring } = deps
  const rows: CaseRow[] = []
  const summaries = await listReportSummaries(db, keyring, userId)
  for (const { id } of summaries.toReversed()) {
    for (const { origin, receivedAt, content } of await findPackedReports(db, keyring, userId, [id])) {
      const meta = { id, origin, receivedAt: receivedAt.toISOString() }
      rows.push(...(await findRows({ content, meta, plan, wanted })))
    }
  }
  return uniqueRows(rows)
}

/** Throws `not_found`, or `attestation_needed` for a dispute that the client has not confirmed. */
export const gatherCase = async (
  deps: Deps,
  userId: string,
  disputeId: string,
  now: Date,
): Promise<GatheredCase> => {
  const { db, keyring, timeZone } = deps
  const all = await listDisputesWithoutSteps(db, keyring, userId, { today: dayIn(timeZone, now), timeZone })
  const wantedDispute = all.find(({ id }) => id === disputeId)
  if (wantedDispute === undefined) throw new AppError('not_found')
  if (wantedDispute.awaitingAttestation) throw new AppError('attestation_needed')
  const disputes: GatheredDispute[] = []
  for (const dispute of selectRelated(all, disputeId).toReversed()) {
    const printable = await findPrintableLetters(db, keyring, userId, { disputeId: dispute.id })
    const { attestedAt } = printable
    // Disputes that the client has not confirmed are nobody's statement and left out.
    if (attestedAt !== null) disputes.push({ dispute, printable: { ...printable, attestedAt } })
  }
  const items = disputes.flatMap(({ dispute }) => dispute.items)
  const letterIds = disputes.flatMap(({ printable }) => printable.letters.map(({ id }) => id))
  const disputeIds = disputes.map(({ dispute }) => dispute.id)
  const mailings = await listMailingProofs(db, keyring, letterIds)
  const outcomes = await listOutcomes(
    db,
    items.map(({ id }) => id),
  )
  const replyIds = new Set(items.flatMap(({ answers }) => answers.flatMap(one => one.documentId ?? [])))
  const { profile, plan } = await requireUser(db, keyring, userId)
  const acts = await listAuditEventsAbout(db, userId, [
    ...disputeIds,
    ...letterIds,
    ...mailings.map(({ mailJobId }) => mailJobId),
  ])
  return {
    person: `${profile.firstName} ${profile.lastName}`,
    bureaus: bureausInPlan(plan),
    disputes,
    mailings,
    recordedAt: (itemId, bureau) =>
      outcomes.find(one => one.itemId === itemId && one.bureau === respondentName(bureau))?.notedAt,
    replies: await findDocumentImages(db, keyring, userId, [...replyIds]),
    rows: await listRows(deps, userId, plan, await listWanted(deps, userId, disputeIds)),
    // Excludes downloads of case files, so that the same state produces the same file.
    acts: acts.filter(({ act }) => act !== 'case_file_read'),
  }
}

/** Who acted, for outside readers: no names of staff, no addresses, no request ids. */
export const actOf = (
  { at, act, actor }: AuditRow,
  { person, service }: { person: string; service: string },
): CaseRecord['acts'][number] => ({
  at: at.toISOString(),
  act,
  words: auditEventLabel(act),
  by: actor === 'user' ? person : actor === 'manager' ? `Staff of ${service}` : service,
})
