import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { getTableName, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { signedDisclosures } from '#features/agreement/server/tables.ts'
import { sessions } from '#features/identity/server/tables.ts'
import { apiKeys, webhookTargets } from '#features/integrations/server/tables.ts'
import { clientInvitations, invitations, managers } from '#features/staff/server/tables.ts'
import { createRootCipher, namedKeyHeader, SYSTEM_OWNER } from '#platform/crypto/encryption.ts'
import {
  activeRootKey,
  createRootKey,
  type KeySet,
  type RootKey,
  staticKeySource,
} from '#platform/crypto/keyring.ts'
import type { Database } from '#platform/db/database.ts'
import { emails, keyCanary, rememberedAnswers, userKeys } from '#platform/db/tables.ts'
import { outboxItems, sandboxLetters } from '#sandbox/server/tables.ts'

/** A column encrypted with the root key, which a rotation must re-encrypt. */
type RootEncryptedColumn = {
  column: PgColumn
  /** The primary key, which is also the row in a value's associated data, joined by `|`. */
  row: readonly [PgColumn, ...PgColumn[]]
  /** Which rows, if others are encrypted with a user's key. */
  only?: SQL
  /** Whether a value belongs to the user of its row rather than to the system. */
  ofPerson?: true
}

/**
 * Every column encrypted with a root key. A column missing here would be unreadable after a rotation; a test searches all
 * columns for such values.
 */
export const rootEncryptedColumns: readonly RootEncryptedColumn[] = [
  { column: userKeys.wrapped, row: [userKeys.userId], ofPerson: true },
  { column: keyCanary.sealed, row: [keyCanary.id] },
  {
    column: rememberedAnswers.answer,
    row: [rememberedAnswers.scope, rememberedAnswers.key],
    only: isNull(rememberedAnswers.userId),
  },
  { column: emails.content, row: [emails.id], only: isNull(emails.userId) },
  { column: sessions.secret, row: [sessions.id] },
  { column: sessions.managerName, row: [sessions.id] },
  { column: managers.profile, row: [managers.id] },
  { column: managers.totpSecret, row: [managers.id] },
  { column: invitations.content, row: [invitations.tokenHash] },
  { column: clientInvitations.content, row: [clientInvitations.id] },
  { column: signedDisclosures.content, row: [signedDisclosures.id] },
  { column: webhookTargets.content, row: [webhookTargets.id] },
  { column: apiKeys.content, row: [apiKeys.id] },
  { column: outboxItems.content, row: [outboxItems.id] },
  { column: sandboxLetters.content, row: [sandboxLetters.providerId] },
  { column: sandboxLetters.pdf, row: [sandboxLetters.providerId] },
]

/**
 * Rotates the root key while servers run (docs/decisions/0024-key-rotation.md). Progress is stored in the keyring file
 * and in the values, which each name their key, so the rotation can stop and resume at any point.
 */

/** Values re-encrypted per transaction, which locks their rows for some milliseconds. */
const BATCH = 100
/** Locked rows are skipped and retried after a pause. */
const PAUSE_MS = 200

/** Adds a root key that encrypts from a given time (in milliseconds). Only one rotation may run at a time. */
export const addRootKey = (keySet: KeySet, from: number): KeySet => {
  if (keySet.roots.length > 1) throw new Error('a rotation is under way')
  return { ...keySet, roots: [...keySet.roots, createRootKey(randomBytes(32), from)], named: true }
}

/** The root key that replaces the others. */
export const newestRootKey = ({ roots }: KeySet): RootKey => roots.at(-1) ?? roots[0]

/** The keyring with only its newest root key. */
export const keepNewestRootKey = (keySet: KeySet): KeySet => ({
  ...keySet,
  roots: [newestRootKey(keySet)],
})

const inUse = ({ column, only }: RootEncryptedColumn): SQL =>
  sql`${column} is not null${only ? sql` and ${only}` : sql``}`

/** How many values each root key encrypts, by id; null for values without an id, from before the first rotation. */
export const countKeyUses = async (db: Database): Promise<ReadonlyMap<string | null, number>> => {
  const uses = new Map<string | null, number>()
  for (const one of rootEncryptedColumns) {
    const beginning = sql`encode(substring(${one.column} from 1 for 5), 'hex')`
    const { rows } = await db.execute<{ head: string | null; count: number }>(
      sql`select case when head like '02%' then head end as head, count(*)::int as count
        from (select ${beginning} as head from ${one.column.table} where ${inUse(one)}) as heads group by 1`,
    )
    for (const { head, count } of rows) {
      const id = head?.slice(2) ?? null
      uses.set(id, (uses.get(id) ?? 0) + count)
    }
  }
  return uses
}

/** How many values use a key other than the newest. */
export const countValuesToReencrypt = async (db: Database, keySet: KeySet): Promise<number> =>
  [...(await countKeyUses(db))].reduce(
    (sum, [id, count]) => (id === newestRootKey(keySet).id ? sum : sum + count),
    0,
  )

const bytesIn = (value: unknown): Buffer => {
  if (!Buffer.isBuffer(value)) throw new Error('an encrypted value is not bytes')
  return value
}

/** The parts of a primary key in SQL. */
const listed = ({ row }: RootEncryptedColumn, keys: readonly unknown[]) =>
  sql.join(
    keys.map((key, at) => sql`${key}::${sql.raw(row[at]?.getSQLType() ?? 'text')}`),
    sql`, `,
  )

/** Re-encrypts a value with the newest key and the same associated data. */
const createReencrypt = (keySet: KeySet, { column, ofPerson }: RootEncryptedColumn) => {
  const keys = staticKeySource(keySet)
  return (key: readonly unknown[], encrypted: unknown): Buffer => {
    const row = key.map(part => (Buffer.isBuffer(part) ? part.toString('hex') : String(part))).join('|')
    const place = { table: getTableName(column.table), column: column.name, row }
    const cipher = createRootCipher(keys, ofPerson ? row : SYSTEM_OWNER)
    return cipher.encrypt(place, cipher.decryptBytes(place, bytesIn(encrypted)))
  }
}

/** Re-encrypts a batch of one column, after a primary key, skipping locked rows; returns the keys of its rows. */
const reencryptBatch = async (
  db: Database,
  keySet: KeySet,
  one: RootEncryptedColumn,
  after: readonly unknown[] | undefined,
): Promise<readonly (readonly unknown[])[]> => {
  const { column, row } = one
  const reencrypt = createReencrypt(keySet, one)
  const head = namedKeyHeader(newestRootKey(keySet).id)
  const names = sql.join([...row], sql`, `)
  const further = after ? sql` and (${names}) > (${listed(one, after)})` : sql``
  return db.transaction(async tx => {
    const { rows } = await tx.execute(
      sql`select ${names}, ${column} as encrypted from ${column.table}
        where ${inUse(one)} and substring(${column} from 1 for 5) <> ${head}${further}
        order by ${names} limit ${BATCH} for no key update skip locked`,
    )
    if (rows.length === 0) return []
    const keysOf = rows.map(values => row.map(({ name }) => values[name]))
    const given = rows.map(
      ({ encrypted }, at) =>
        sql`(${listed(one, keysOf[at] ?? [])}, ${reencrypt(keysOf[at] ?? [], encrypted)}::bytea)`,
    )
    const columns = sql.join(
      [...row.map(({ name }) => sql.identifier(name)), sql.identifier('value')],
      sql`, `,
    )
    const matching = sql.join(
      row.map(key => sql`${key} = given.${sql.identifier(key.name)}`),
      sql` and `,
    )
    await tx.execute(
      sql`update ${column.table} set ${sql.identifier(column.name)} = given.value
        from (values ${sql.join(given, sql`, `)}) as given(${columns}) where ${matching}`,
    )
    return keysOf
  })
}

/**
 * Re-encrypts everything with the newest root key, in small transactions, until no value uses another; reports each
 * batch. Never waits for a row locked by a server. Throws if the newest key is not active yet, or if a value cannot be
 * decrypted; that value is left unchanged.
 */
export const reencryptAll = async (
  db: Database,
  keySet: KeySet,
  onBatch: (column: string, count: number) => void,
): Promise<void> => {
  if (activeRootKey(keySet, Date.now()) !== newestRootKey(keySet))
    throw new Error('the new root key does not encrypt yet')
  while ((await countValuesToReencrypt(db, keySet)) > 0) {
    let moved = 0
    for (const one of rootEncryptedColumns) {
      let batch = await reencryptBatch(db, keySet, one, undefined)
      while (batch.length > 0) {
        moved += batch.length
        onBatch(`${getTableName(one.column.table)}.${one.column.name}`, batch.length)
        batch = await reencryptBatch(db, keySet, one, batch.at(-1))
      }
    }
    if (moved === 0) await delay(PAUSE_MS)
  }
}
