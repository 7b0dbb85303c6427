import { and, eq, inArray, isNull, notInArray, or } from 'drizzle-orm'
import type { DocumentImage } from '#features/documents/server/store.ts'
import { requireUser, type UserRecord } from '#features/identity/server/store.ts'
import { findCurrentPackedReport, type PackedReport } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { bureaus } from '#values/bureau.ts'
import type { CurrentFacts, CurrentRows } from '../contradictions.ts'
import { followUps } from '../dispute-requests.ts'
import { isRequest, itemDisputeTypes } from '../item-disputes.ts'
import type { ChangedItem } from '../letters/follow-up.ts'
import type { LetterContext, Sender } from '../letters/letter.ts'
import { profileDetails } from '../personal-entries.ts'
import type { AskedOfReport, BuiltFromReport } from './computed.ts'
import { buildFromReport } from './from-report.ts'
import { findDocumentsToEnclose } from './store.ts'
import { decryptItem } from './stored-shapes.ts'
import { disputeItems, disputeOutcomes, disputes } from './tables.ts'

export type DisputeInputs = {
  user: UserRecord
  sender: Sender
  today: string
  timeZone: string
  /** The current report, packed; null if there is none. */
  stored: PackedReport | null
  enclosed: DocumentImage[]
  changed: ChangedItem[]
  /** The inquiries that earlier letters denied, if letters are to leave them out. */
  deniedInquiries?: readonly string[]
}

const senderOf = ({ profile }: UserRecord): Sender => ({
  name: [profile.firstName, profile.middleName, profile.lastName].filter(Boolean).join(' '),
  address: profile.address,
  birthDate: profile.birthDate,
  ssnLastFour: profile.ssnLastFour,
})

/** Throws `not_found` for a document in `documentIds` that cannot be enclosed. */
export const readDisputeInputs = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  {
    documentIds = [],
    today,
    timeZone,
  }: { documentIds?: readonly string[] | undefined; today: string; timeZone: string },
): Promise<DisputeInputs> => {
  const user = await requireUser(db, keyring, userId)
  return {
    user,
    sender: senderOf(user),
    today,
    timeZone,
    stored: await findCurrentPackedReport(db, keyring, userId),
    enclosed: await findDocumentsToEnclose(db, keyring, userId, documentIds),
    changed: await listChangedItems(db, keyring, userId),
  }
}

/**
 * The items that bureaus answered they corrected or deleted. A request that disputes nothing stores its answers with the
 * same codes, but only a deletion changes the item.
 */
const listChangedItems = async (db: Database, keyring: Keyring, userId: string): Promise<ChangedItem[]> => {
  const isDispute = or(
    isNull(disputes.followsKind),
    notInArray(disputes.followsKind, followUps.filter(isRequest)),
  )
  const rows = await db
    .select({ item: disputeItems, answer: disputeOutcomes })
    .from(disputeOutcomes)
    .innerJoin(disputeItems, eq(disputeItems.id, disputeOutcomes.itemId))
    .innerJoin(disputes, eq(disputes.id, disputeItems.disputeId))
    .where(
      and(
        eq(disputes.userId, userId),
        inArray(disputes.type, itemDisputeTypes),
        or(and(eq(disputeOutcomes.outcome, 'corrected'), isDispute), eq(disputeOutcomes.outcome, 'deleted')),
      ),
    )
  if (rows.length === 0) return []
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.flatMap(({ item, answer: { bureau: name, answeredOn: on } }) => {
    const bureau = bureaus.find(one => one === name)
    return bureau === undefined ? [] : [{ item: decryptItem(cipher, item), bureau, on }]
  })
}

export const toLetterContext = ({
  sender,
  today,
  enclosed,
  stored,
  changed,
  deniedInquiries = [],
}: DisputeInputs): LetterContext => ({
  sender,
  reportDate: null,
  // A user with only a sandbox report is invented too, so nothing about them is mailed.
  sandbox: stored?.origin === 'sandbox',
  enclosed: enclosed.map(({ kind, name }) => ({ kind, name })),
  today,
  changed,
  deniedInquiries,
})

const ownOf = ({ user, sender }: DisputeInputs) =>
  profileDetails({ ...sender, phoneNumber: user.profile.phoneNumber })

/** The current facts, given the related rows of the current report. */
export const toCurrentFacts = (inputs: DisputeInputs, related: CurrentRows): CurrentFacts => ({
  ...related,
  own: ownOf(inputs),
  leftOut: inputs.deniedInquiries ?? [],
})

/** Builds a dispute of something in the current report. Throws its builder's errors, or `no_report`. */
export const buildFromInputs = (
  asked: AskedOfReport,
  inputs: DisputeInputs,
  followed?: LetterContext['followed'],
): Promise<BuiltFromReport> =>
  buildFromReport({
    asked,
    content: inputs.stored?.content ?? null,
    letter: { ...toLetterContext(inputs), ...(followed && { followed }) },
    plan: inputs.user.plan,
    own: ownOf(inputs),
  })
