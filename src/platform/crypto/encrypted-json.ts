import { getTableName } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { AssociatedData, Cipher } from './encryption.ts'

/** A column that holds JSON, encrypted for its owner and bound to its row. */
export type EncryptedJson<Value> = {
  encrypt: (cipher: Cipher, row: string, value: Value) => Buffer
  /** Throws when the value was not encrypted for this row and owner, or has another shape. */
  decrypt: (cipher: Cipher, row: string, encrypted: Uint8Array) => Value
  associatedData: (row: string) => AssociatedData
}

/** What an encrypted column's value is bound to; `row` is the primary key, its parts joined by `|`. */
export const columnAssociatedData =
  (column: PgColumn) =>
  (row: string): AssociatedData => ({ table: getTableName(column.table), column: column.name, row })

/** Describes an encrypted JSON column. */
export const encryptedJson = <Schema extends z.ZodType>(
  column: PgColumn,
  schema: Schema,
): EncryptedJson<z.output<Schema>> => {
  const associatedData = columnAssociatedData(column)
  return {
    encrypt: (cipher, row, value) => cipher.encrypt(associatedData(row), JSON.stringify(value)),
    decrypt: (cipher, row, encrypted) =>
      schema.parse(JSON.parse(cipher.decrypt(associatedData(row), encrypted))),
    associatedData,
  }
}
