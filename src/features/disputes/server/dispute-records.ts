import { eq, sql } from 'drizzle-orm'
import type { Asked, DisputedItem, DisputeRecord, LetterProgress } from '#features/findings/item-state.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import { letterStatuses } from '#features/mailing/letter-status.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { preparePerConnection } from '#platform/db/prepared.ts'
import type { Bureau } from '#values/bureau.ts'
import { dayIn } from '#values/dates.ts'
import { findReceipt } from '../deadlines/deadlines.ts'
import type { Dispute } from '../dispute-contract.ts'
import { changesNothing } from '../item-disputes.ts'
import { listDisputesWithoutSteps } from './find-disputes.ts'
import { decryptItem, type StoredItem } from './stored-shapes.ts'
import { disputeItems, disputes } from './tables.ts'

type Deps = { db: Database; keyring: Keyring; timeZone: string }

/** Null for items that are not a dispute of an item at a bureau: a freeze of a whole file, a letter to a company. */
const itemOf = (item: StoredItem): DisputedItem | null => {
  switch (item.type) {
    case 'account':
      return { kind: 'account', id: item.accountId }
    case 'inquiry':
      return { kind: 'inquiry', ids: [item.inquiryId, ...Object.values(item.ids)] }
    case 'personal-info':
      return { kind: 'personal', field: item.field, value: item.reportedValue }
    case 'freeze':
    case 'fraud-alert':
    case 'agency-freeze':
    case 'validation':
    case 'cease':
    case 'direct':
    case 'goodwill':
    case 'settlement':
    case 'theft-notice':
      return null
  }
}

type Letter = Dispute['letters'][number]

const progressOf = ({ awaitingAttestation }: Dispute, letter: Letter | undefined): LetterProgress => {
  if (awaitingAttestation) return 'unconfirmed'
  const display = letter === undefined ? 'not_mailed' : letterStatuses[letter.mailState].display
  if (display === 'not_mailed') return 'letter_ready'
  return letter?.neverReceived === true ? 'letter_failed' : 'in_dispute'
}

/**
 * The due date of the answer to a dispute, or to a question about how an item was verified. An expected delivery
 * determines none.
 */
const dueOn = (letter: Letter, timeZone: string): string | null => {
  const { mailState, events, deadlines } = letter
  if (findReceipt({ mailState, events, expectedOn: null }, timeZone) === null) return null
  const due = deadlines.find(({ kind }) => kind === 'result_notice' || kind === 'method_of_verification')
  return due?.dueOn ?? null
}

const askedOf = (
  dispute: Dispute,
  { answers }: Dispute['items'][number],
  bureau: Bureau,
  timeZone: string,
): Asked => {
  const letter = dispute.letters.find(one => one.bureau === bureau)
  const answer = answers.find(one => one.bureau === bureau)
  return {
    bureau,
    progress: progressOf(dispute, letter),
    mailedOn: letter?.lobSentAt == null ? null : dayIn(timeZone, new Date(letter.lobSentAt)),
    dueOn: letter === undefined ? null : dueOn(letter, timeZone),
    answer: answer === undefined ? null : { outcome: answer.outcome, on: answer.on },
  }
}

const itemsByUser = preparePerConnection(db =>
  db
    .select({ id: disputeItems.id, content: disputeItems.content })
    .from(disputeItems)
    .innerJoin(disputes, eq(disputes.id, disputeItems.disputeId))
    .where(eq(disputes.userId, sql.placeholder('userId')))
    .prepare('dispute_items_by_user'),
)

/** What the user disputed at the bureaus of the plan, and the progress at each bureau. */
export const listDisputeRecords = async (
  { db, keyring, timeZone }: Deps,
  { id: userId, plan }: { id: string; plan: Plan },
  now: Date,
): Promise<DisputeRecord[]> => {
  const rows = await itemsByUser(db).execute({ userId })
  if (rows.length === 0) return []
  const cipher = await keyring.cipherForUser(db, userId)
  const itemById = new Map(rows.map(row => [row.id, itemOf(decryptItem(cipher, row))]))
  const calendar = { today: dayIn(timeZone, now), timeZone }
  const all = await listDisputesWithoutSteps(db, keyring, userId, calendar)
  const about = all.filter(({ follows }) => !changesNothing(follows?.kind))
  return about.flatMap(dispute =>
    dispute.items.flatMap(one => {
      const item = itemById.get(one.id) ?? null
      const bureaus = bureausInPlan(plan).filter(bureau => one.bureaus.includes(bureau))
      if (item === null || bureaus.length === 0) return []
      return [
        {
          disputeId: dispute.id,
          createdOn: dayIn(timeZone, new Date(dispute.createdAt)),
          asksHow: dispute.follows?.kind === 'method_of_verification',
          item,
          asked: bureaus.map(bureau => askedOf(dispute, one, bureau, timeZone)),
        },
      ]
    }),
  )
}
