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

/** Describes an encrypted JSON column; `row` is later the primary key, its parts joined by `|`. */
export const encryptedJson = <Schema extends z.ZodType>(
  column: PgColumn,
  schema: Schema,
): EncryptedJson<z.output<Schema>> => {
  const associatedData = (row: string) => ({ table: getTableName(column.table), column: column.name, row })
  return {
    encrypt: (cipher, row, value) => cipher.encrypt(associatedData(row), JSON.stringify(value)),
    decrypt: (cipher, row, encrypted) =>
      schema.parse(JSON.parse(cipher.decrypt(associatedData(row), encrypted))),
    associatedData,
  }
}
