import { getTableName, sql } from 'drizzle-orm'
import { rootEncryptedColumns } from '#app/commands/key-rotation.ts'
import { namedKeyHeader } from '#platform/crypto/encryption.ts'
import { readKeyringFile } from '#platform/crypto/keyring.ts'
import type { Database } from '#platform/db/database.ts'

const known = new Set(
  rootEncryptedColumns.map(({ column }) => `${getTableName(column.table)}.${column.name}`),
)

/** Fails if the root key encrypted a value in a column that key rotation would skip: it would become unreadable. */
export const checkRootSealed = async (db: Database, keyringFile: string): Promise<void> => {
  const heads = (readKeyringFile(keyringFile)?.roots ?? []).map(({ id }) => namedKeyHeader(id))
  const { rows: columns } = await db.execute<{ table: string; column: string }>(
    sql`select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`,
  )
  const looks = columns.flatMap(({ table, column }) =>
    heads.map(
      head => sql`select ${`${table}.${column}`} as place where exists (select from ${sql.identifier(table)}
        where substring(${sql.identifier(column)} from 1 for 5) = ${head})`,
    ),
  )
  const { rows } = await db.execute<{ place: string }>(sql.join(looks, sql` union all `))
  const forgotten = rows.map(({ place }) => place).filter(place => !known.has(place))
  if (forgotten.length > 0) throw new Error(`not in server/commands/root-sealed.ts: ${forgotten.join(', ')}`)
}
