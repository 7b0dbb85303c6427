import { bigint, integer, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

/** A person's data key, wrapped by the root key. Destroying the row makes the person's fields unreadable. */
export const userKeys = pgTable('user_keys', {
  userId: uuid('user_id').primaryKey(),
  wrapped: bytes('wrapped').notNull(),
})

/** A constant sealed with the root key: a wrong keyring is noticed before anything is touched. */
export const keyCanary = pgTable('key_canary', {
  id: integer('id').primaryKey(),
  sealed: bytes('sealed').notNull(),
})

/** Counters of the rate limits that outlive a restart; the shape is that of rate-limiter-flexible. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull(),
  expire: bigint('expire', { mode: 'number' }),
})

/** What was answered to a request that carried an `Idempotency-Key`. */
export const rememberedAnswers = pgTable(
  'remembered_answers',
  {
    scope: text('scope').notNull(),
    key: bytes('key').notNull(),
    request: bytes('request').notNull(),
    answer: bytes('answer'),
    createdAt: instant('created_at').notNull(),
  },
  table => [primaryKey({ columns: [table.scope, table.key] })],
)
