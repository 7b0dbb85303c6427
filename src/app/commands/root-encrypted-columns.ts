import { isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { sessions } from '#features/identity/server/tables.ts'
import { invitations, managers } from '#features/staff/server/tables.ts'
import { emails, keyCanary, rememberedAnswers, userKeys } from '#platform/db/tables.ts'
import { outboxItems, sandboxLetters } from '#sandbox/server/tables.ts'

/** A column encrypted with the root key, which a rotation must encrypt again. */
export type RootEncryptedColumn = {
  column: PgColumn
  /** The primary key, which also names the place of a value, joined by `|`. */
  row: readonly [PgColumn, ...PgColumn[]]
  /** Which rows, where others are encrypted with the key of a person. */
  only?: SQL
  /** Whether a value belongs to the person whom its row names, and not to the system. */
  ofPerson?: true
}

/**
 * Every column encrypted with a root key. One missing here would be unreadable after a rotation: a test
 * searches all columns for such values.
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
  { column: outboxItems.content, row: [outboxItems.id] },
  { column: sandboxLetters.content, row: [sandboxLetters.providerId] },
  { column: sandboxLetters.pdf, row: [sandboxLetters.providerId] },
]
