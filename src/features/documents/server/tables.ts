import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { ownerId } from '#features/identity/server/tables.ts'
import { bytes, instant } from '#platform/db/columns.ts'
import { documentKinds } from '../upload-rules.ts'

/**
 * Every file that is, or may be, in the storage: its row is inserted before the file and deleted after it. An
 * unreferenced file belongs to an interrupted upload or was permanently deleted, and is cleaned up.
 */
export const storedFiles = pgTable('stored_files', {
  key: text('key').primaryKey(),
  createdAt: instant('created_at').notNull(),
})

/** Versions of documents. Name and thumbnail here, and the picture in the storage, are encrypted with the user's key. */
export const documents = pgTable(
  'documents',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    /** A keyed MAC of user and name: finds the versions of a name without decrypting any. */
    nameMac: bytes('name_mac').notNull(),
    name: bytes('name').notNull(),
    kind: text('kind', { enum: documentKinds }).notNull(),
    version: integer('version').notNull(),
    fileSize: integer('file_size').notNull(),
    fileKey: text('file_key')
      .notNull()
      .unique()
      .references(() => storedFiles.key),
    thumbnail: bytes('thumbnail').notNull(),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  table => [
    unique('documents_version').on(table.userId, table.nameMac, table.version),
    index('documents_created').on(table.createdAt),
    index('documents_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
  ],
)
