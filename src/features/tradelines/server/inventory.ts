import { asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { acquireTransactionLock, advisoryLocks } from '#platform/db/locks.ts'
import { newId } from '#platform/ids.ts'
import { dateFromAge, type FeedLine } from '../feed.ts'
import { tradelines } from './tables.ts'

type Row = typeof tradelines.$inferSelect

/** The lines on offer, cheapest first, in a stable order. */
export const listLinesOnOffer = (db: Database): Promise<Row[]> =>
  db
    .select()
    .from(tradelines)
    .where(isNull(tradelines.removedAt))
    .orderBy(asc(tradelines.price), asc(tradelines.id))

/** When a line was last added, updated or removed; null before the first import. */
export const findLastChange = async (db: Database): Promise<Date | null> => {
  const [row] = await db
    .select({ at: sql`max(greatest(updated_at, removed_at))`.mapWith(tradelines.updatedAt) })
    .from(tradelines)
  return row?.at ?? null
}

type Values = Omit<Row, 'id' | 'addedAt' | 'updatedAt' | 'removedAt'>

/** A stated age becomes an opening date when it is first read or changes; the line then ages automatically. */
const valuesOf = (line: FeedLine, known: Row | undefined, today: string): Values => {
  const { bureaus, opened, statedMonths, ...rest } = line
  const dated =
    opened ??
    (known !== undefined && known.statedMonths === statedMonths
      ? known.opened
      : dateFromAge(statedMonths ?? 0, today))
  return { ...rest, opened: dated, statedMonths, bureaus: [...bureaus] }
}

const isChanged = (known: Row, values: Values): boolean =>
  known.name !== values.name ||
  known.bank !== values.bank ||
  known.creditLimit !== values.creditLimit ||
  known.price !== values.price ||
  known.slots !== values.slots ||
  known.opened !== values.opened ||
  known.statedMonths !== values.statedMonths ||
  known.purchaseBy !== values.purchaseBy ||
  known.bureaus.join() !== values.bureaus.join()

/** Rows per statement: PostgreSQL takes at most 65,535 parameters. */
const AT_ONCE = 1_000

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_none, part) =>
    all.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  )

type InventoryChanges = { added: number; updated: number; removed: number }

/**
 * Offers exactly the lines of a list: adds new ones, updates changed ones, and removes the rest from the offer.
 * Importing the same list again changes nothing.
 */
export const replaceInventory = async (
  tx: Database,
  lines: readonly FeedLine[],
  { now, today }: { now: Date; today: string },
): Promise<InventoryChanges> => {
  await acquireTransactionLock(tx, advisoryLocks.inventory)
  const rows = await tx.select().from(tradelines)
  const known = new Map(rows.map(row => [row.supplierId, row]))
  const listed = lines.map(line => {
    const row = known.get(line.supplierId)
    return { row, values: valuesOf(line, row, today) }
  })
  const added = listed.flatMap(({ row, values }) =>
    row === undefined ? [{ ...values, id: newId(), addedAt: now, updatedAt: now }] : [],
  )
  const changed = listed.flatMap(({ row, values }) =>
    row !== undefined && (row.removedAt !== null || isChanged(row, values)) ? [{ row, values }] : [],
  )
  const listedIds = new Set(lines.map(({ supplierId }) => supplierId))
  const gone = rows.filter(row => row.removedAt === null && !listedIds.has(row.supplierId))
  for (const part of inParts(added)) await tx.insert(tradelines).values(part)
  for (const { row, values } of changed)
    await tx
      .update(tradelines)
      .set({ ...values, updatedAt: now, removedAt: null })
      .where(eq(tradelines.id, row.id))
  for (const part of inParts(gone.map(({ id }) => id)))
    await tx.update(tradelines).set({ removedAt: now }).where(inArray(tradelines.id, part))
  const back = changed.filter(({ row }) => row.removedAt !== null).length
  return { added: added.length + back, updated: changed.length - back, removed: gone.length }
}

type Named = { name: string; bank: string; supplierId: string }

/** Lines whose name, bank or supplier's id contains every word of a query, ignoring case. */
export const searchLines = <T extends Named>(lines: readonly T[], query: string): T[] => {
  const words = query.toLowerCase().split(/\s+/)
  return lines.filter(({ name, bank, supplierId }) => {
    const text = `${name}\n${bank}\n${supplierId}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}
