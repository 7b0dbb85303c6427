import { asc, eq, inArray } from 'drizzle-orm'
import type { DisputedItem, OpenDispute } from '#features/findings/ranking.ts'
import { findLatestMailings } from '#features/mailing/server/mail-requests.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { dayIn } from '#values/dates.ts'
import { listOutcomes } from './outcomes.ts'
import { decryptItem, type StoredItem } from './stored-shapes.ts'
import { disputeItems, disputeLetters, disputes } from './tables.ts'

type Deps = { db: Database; keyring: Keyring; timeZone: string }

/** Null for a freeze, which concerns a whole file. */
const aboutOf = (item: StoredItem): DisputedItem | null => {
  switch (item.type) {
    case 'account':
      return { kind: 'account', id: item.accountId }
    case 'inquiry':
      return { kind: 'inquiry', ids: [item.inquiryId, ...Object.values(item.ids)] }
    case 'personal-info':
      return { kind: 'personal', field: item.field, value: item.reportedValue }
    case 'freeze':
      return null
  }
}

/** Whether every letter of a dispute was mailed, and the day the first one was. */
const sentOf = async ({ db, timeZone }: Deps, disputeIds: readonly string[]) => {
  const letters = await db
    .select({ id: disputeLetters.id, disputeId: disputeLetters.disputeId })
    .from(disputeLetters)
    .where(inArray(disputeLetters.disputeId, [...disputeIds]))
  const seen = await findLatestMailings(
    db,
    letters.map(({ id }) => id),
  )
  return new Map(
    [...Map.groupBy(letters, ({ disputeId }) => disputeId)].map(([disputeId, own]) => {
      const [first] = own
        .flatMap(({ id }) => seen.get(id)?.submittedAt ?? [])
        .toSorted((one, other) => one.getTime() - other.getTime())
      const status: OpenDispute['status'] = own.every(({ id }) => seen.get(id)?.providerId) ? 'SENT' : 'NEW'
      return [disputeId, { status, sentOn: first === undefined ? null : dayIn(timeZone, first) }]
    }),
  )
}

/** Disputed items that a bureau has yet to answer, with the status of their dispute. */
export const listOpenDisputes = async (deps: Deps, userId: string): Promise<OpenDispute[]> => {
  const { db, keyring } = deps
  const rows = await db
    .select({ item: disputeItems })
    .from(disputeItems)
    .innerJoin(disputes, eq(disputes.id, disputeItems.disputeId))
    .where(eq(disputes.userId, userId))
    .orderBy(asc(disputeItems.id))
  if (rows.length === 0) return []
  const answered = await listOutcomes(
    db,
    rows.map(({ item }) => item.id),
  )
  const waiting = rows.flatMap(({ item }) => {
    const bureaus = item.bureaus.filter(
      bureau => !answered.some(one => one.itemId === item.id && one.bureau === bureau),
    )
    return bureaus.length === 0 ? [] : [{ item, bureaus }]
  })
  if (waiting.length === 0) return []
  const cipher = await keyring.cipherForUser(db, userId)
  const sent = await sentOf(
    deps,
    waiting.map(({ item }) => item.disputeId),
  )
  return waiting.flatMap(({ item, bureaus }) => {
    const about = aboutOf(decryptItem(cipher, item))
    if (about === null) return []
    const { status = 'NEW', sentOn = null } = sent.get(item.disputeId) ?? {}
    return [{ id: item.disputeId, status, sentOn, bureaus, item: about }]
  })
}
