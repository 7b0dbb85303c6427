import { eq, inArray } from 'drizzle-orm'
import { findUser } from '#features/identity/server/store.ts'
import { findCurrentReport } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Bureau } from '#values/bureau.ts'
import type { DisputeType, Item } from '../dispute-contract.ts'
import { type FollowUpStep, type ItemProgress, listFollowUpSteps } from '../follow-up-steps.ts'
import { findReinserted, type ItemIdentity, listBureausShowing } from '../shown-items.ts'
import type { StoredItem } from './stored-shapes.ts'
import { disputeItems, disputes } from './tables.ts'

export type AnsweredItem = {
  id: string
  disputeId: string
  type: DisputeType
  freeAnnualReport: boolean
  bureaus: readonly Bureau[]
  stored: StoredItem
  answers: Item['answers']
  /** When each bureau received its letter, if known. */
  received: ItemProgress['received']
}

const thingOf = (stored: StoredItem): ItemIdentity => {
  if ('accountId' in stored) return { type: 'account', accountId: stored.accountId }
  if ('inquiryId' in stored) return { type: 'inquiry', ids: stored.ids }
  if ('field' in stored)
    return { type: 'personal-info', field: stored.field, reportedValue: stored.reportedValue }
  return { type: 'freeze' }
}

/** Follow-ups that were taken, by the item they follow. */
const takenOf = async (db: Database, disputeIds: readonly string[]) => {
  const rows = await db
    .select({ itemId: disputes.followsItemId, kind: disputes.followsKind, bureaus: disputeItems.bureaus })
    .from(disputes)
    .innerJoin(disputeItems, eq(disputeItems.disputeId, disputes.id))
    .where(inArray(disputes.followsId, [...disputeIds]))
  return rows.flatMap(({ itemId, kind, bureaus }) => (kind === null ? [] : [{ itemId, kind, bureaus }]))
}

/**
 * The follow-ups open for each item on a day (`YYYY-MM-DD`), from the answers, the current report, and the follow-ups
 * already taken. Reads nothing if no bureau has answered.
 */
export const listOpenSteps = async (
  db: Database,
  vault: Keyring,
  userId: string,
  items: readonly AnsweredItem[],
  today: string,
): Promise<ReadonlyMap<string, FollowUpStep[]>> => {
  const answered = items.filter(({ answers }) => answers.length > 0)
  if (answered.length === 0) return new Map()
  const plan = (await findUser(db, vault, userId))?.plan ?? 'free'
  const report = (await findCurrentReport(db, vault, userId))?.report ?? null
  const taken = await takenOf(
    db,
    answered.map(({ disputeId }) => disputeId),
  )
  return new Map(
    answered.map(({ id, type, freeAnnualReport, bureaus, stored, answers, received }) => {
      const thing = thingOf(stored)
      const deleted = answers
        .filter(({ outcome }) => outcome === 'deleted')
        .map(({ bureau, on }) => ({ itemId: id, thing, bureau, on }))
      const standing = {
        type,
        bureaus,
        answers,
        shownAt: (report === null ? [] : listBureausShowing(thing, report, plan)).filter(
          bureau => !('accountId' in stored) || bureau !== stored.correctBureau,
        ),
        reinsertedAt:
          report === null ? [] : findReinserted(deleted, report, plan).map(({ bureau }) => bureau),
        received,
        freeAnnualReport,
        taken: taken.filter(({ itemId }) => itemId === id),
        today,
      }
      return [id, listFollowUpSteps(standing)]
    }),
  )
}
