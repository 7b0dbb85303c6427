import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '#server/database.ts'
import type { Box, Vault } from '#server/sealed.ts'
import type { Bureau } from '#values/bureau.ts'
import type { Dispute } from '../contract.ts'
import { bodyText, type Letter } from '../letters/letter.ts'
import { disputeStatus } from '../rules.ts'
import { StoredItem, StoredLetter } from './stored.ts'
import { disputeItems, disputeLetters, disputes } from './tables.ts'

/** A dispute about to be kept. */
export type NewDispute = {
  id: string
  type: Dispute['type']
  reportId: string
  title: string
  at: Date
  /** The opening in which a manager made it, whose word the person then has to confirm; null when she made it herself. */
  openingId: string | null
  items: (StoredItem & { id: string; bureaus: Bureau[] })[]
  letters: { id: string; letter: Letter }[]
}

/** Letters with what their PDF needs. */
export type Printable = { title: string; createdAt: Date; awaitingAttestation: boolean; letters: Letter[] }

type DisputeRow = typeof disputes.$inferSelect
type ItemRow = typeof disputeItems.$inferSelect
type LetterRow = typeof disputeLetters.$inferSelect

const titlePlace = (row: string) => ({ table: 'disputes', column: 'title', row })
const itemPlace = (row: string) => ({ table: 'dispute_items', column: 'content', row })
const letterPlace = (row: string) => ({ table: 'dispute_letters', column: 'content', row })

const letterIn = (box: Box, row: LetterRow): Letter =>
  StoredLetter.parse(JSON.parse(box.open(letterPlace(row.id), row.content)))

/** Keeps a dispute with its items and letters; all or nothing in the caller's transaction. */
export const saveDispute = async (
  tx: Database,
  vault: Vault,
  userId: string,
  made: NewDispute,
): Promise<void> => {
  const box = await vault.boxFor(tx, userId)
  const { id, type, reportId, openingId, at } = made
  const title = box.seal(titlePlace(id), made.title)
  const attestedAt = openingId === null ? at : null
  await tx
    .insert(disputes)
    .values({ id, userId, type, reportId, title, attestedAt, openingId, createdAt: at })
  await tx.insert(disputeItems).values(
    made.items.map(({ id: itemId, bureaus, ...content }) => ({
      id: itemId,
      disputeId: id,
      bureaus,
      content: box.seal(itemPlace(itemId), JSON.stringify(content satisfies StoredItem)),
    })),
  )
  await tx.insert(disputeLetters).values(
    made.letters.map(({ id: letterId, letter }) => ({
      id: letterId,
      disputeId: id,
      bureau: letter.bureau,
      content: box.seal(letterPlace(letterId), JSON.stringify(letter)),
    })),
  )
}

const itemOf = (box: Box, row: ItemRow): Dispute['items'][number] => ({
  id: row.id,
  ...StoredItem.parse(JSON.parse(box.open(itemPlace(row.id), row.content))),
  bureaus: row.bureaus,
  outcomes: Object.fromEntries(row.bureaus.map(bureau => [bureau, null])),
})

/** A letter as the contract shows it; what the mail provider says comes with mailing. */
const letterOf = (box: Box, row: LetterRow): Dispute['letters'][number] => {
  const letter = letterIn(box, row)
  return {
    id: row.id,
    bureau: row.bureau,
    body: bodyText(letter),
    mark: letter.mark,
    lobStatus: null,
    lobErrorMessage: null,
    lobLetterId: null,
    lobTrackingUrl: null,
    lobSentAt: null,
    lobExpectedDeliveryDate: null,
  }
}

const opened = async (
  db: Database,
  vault: Vault,
  userId: string,
  rows: readonly DisputeRow[],
): Promise<Dispute[]> => {
  if (rows.length === 0) return []
  const box = await vault.boxFor(db, userId)
  const ids = rows.map(({ id }) => id)
  const items = await db
    .select()
    .from(disputeItems)
    .where(inArray(disputeItems.disputeId, ids))
    .orderBy(asc(disputeItems.id))
  const letters = await db
    .select()
    .from(disputeLetters)
    .where(inArray(disputeLetters.disputeId, ids))
    .orderBy(asc(disputeLetters.id))
  return rows.map(row => {
    const parts = {
      items: items.filter(item => item.disputeId === row.id).map(item => itemOf(box, item)),
      letters: letters.filter(letter => letter.disputeId === row.id).map(letter => letterOf(box, letter)),
    }
    return {
      id: row.id,
      type: row.type,
      title: box.open(titlePlace(row.id), row.title),
      status: disputeStatus(parts),
      createdAt: row.createdAt.toISOString(),
      awaitingAttestation: row.attestedAt === null,
      ...parts,
    }
  })
}

/** A person's disputes, newest first. */
export const disputesOf = async (db: Database, vault: Vault, userId: string): Promise<Dispute[]> => {
  const rows = await db
    .select()
    .from(disputes)
    .where(eq(disputes.userId, userId))
    .orderBy(desc(disputes.createdAt), desc(disputes.id))
  return opened(db, vault, userId, rows)
}

/** One dispute of a person; null when there is none of this id that is theirs. */
export const disputeOf = async (
  db: Database,
  vault: Vault,
  userId: string,
  disputeId: string,
): Promise<Dispute | null> => {
  const rows = await db
    .select()
    .from(disputes)
    .where(and(eq(disputes.userId, userId), eq(disputes.id, disputeId)))
  const [dispute] = await opened(db, vault, userId, rows)
  return dispute ?? null
}

/** Notes that a person confirmed a dispute of hers; confirmed before, the first time stays. True when it was noted. */
export const attestDispute = async (
  tx: Database,
  userId: string,
  disputeId: string,
  now: Date,
): Promise<boolean> => {
  const confirmed = await tx
    .update(disputes)
    .set({ attestedAt: now })
    .where(and(eq(disputes.userId, userId), eq(disputes.id, disputeId), isNull(disputes.attestedAt)))
    .returning({ id: disputes.id })
  return confirmed.length > 0
}

/** Letters of a person to print: all of a dispute or a single one; null when there is none that is theirs. */
export const lettersToPrint = async (
  db: Database,
  vault: Vault,
  userId: string,
  wanted: { disputeId: string } | { letterId: string },
): Promise<Printable | null> => {
  const rows = await db
    .select({ dispute: disputes, letter: disputeLetters })
    .from(disputeLetters)
    .innerJoin(disputes, eq(disputes.id, disputeLetters.disputeId))
    .where(
      and(
        eq(disputes.userId, userId),
        'letterId' in wanted ? eq(disputeLetters.id, wanted.letterId) : eq(disputes.id, wanted.disputeId),
      ),
    )
    .orderBy(asc(disputeLetters.id))
  const [first] = rows
  if (!first) return null
  const box = await vault.boxFor(db, userId)
  return {
    title: box.open(titlePlace(first.dispute.id), first.dispute.title),
    createdAt: first.dispute.createdAt,
    awaitingAttestation: first.dispute.attestedAt === null,
    letters: rows.map(({ letter }) => letterIn(box, letter)),
  }
}
