import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/identity/server/tables.ts'
import { instant } from '#platform/db/columns.ts'

/** What the checklist cannot derive from other tables. */
export const checklists = pgTable('checklists', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** When the found items were first opened. */
  reviewedAt: instant('reviewed_at'),
  hiddenAt: instant('hidden_at'),
})
