import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ownerId } from '#features/identity/server/tables.ts'
import { bytes, instant } from '#platform/db/columns.ts'
import type { PlanKind } from '../contract.ts'

/** Plans that a user named and saved, encrypted. */
export const savedPlans = pgTable(
  'saved_plans',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    kind: text('kind').$type<PlanKind>().notNull(),
    /** Name and content as JSON. */
    body: bytes('body').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  table => [index('saved_plans_user').on(table.userId, table.updatedAt)],
)
