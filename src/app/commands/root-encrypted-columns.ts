import { isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { sessions } from '#features/identity/server/tables.ts'
import { invitations, managers } from '#features/staff/server/tables.ts'
import { emails, keyCanary, rememberedAnswers, userKeys } from '#platform/db/tables.ts'
import { outboxItems, sandboxLetters } from '#sandbox/server/tables.ts'

/** A column that a root key seals: what has to be sealed anew when that key is exchanged. */
export type RootEncryptedColumn = {
  column: PgColumn
  /** The primary key, which is also what the place of a value is named by, with `|` between. */
  row: readonly [PgColumn, ...PgColumn[]]
  /** Which rows, where the others belong to a person and are sealed with her key. */
  only?: SQL
  /** Whether a value belongs to the person whom its row names, and not to the system. */
  ofPerson?: true
}

/**
 * Every column that a root key seals. One that is forgotten here could not be read after an exchange: a test looks for
 * such values in all columns of the database.
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
