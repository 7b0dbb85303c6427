import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { ownerId } from '#features/identity/server/tables.ts'
import { instant } from '#platform/db/columns.ts'
import { roundApprovals, roundClientStates, roundSteps, roundTexts } from '../round-rules.ts'

/** Rounds of letters. The caller chooses the id, so that a repeated request finds its round. */
export const rounds = pgTable(
  'rounds',
  {
    id: uuid('id').primaryKey(),
    managerId: uuid('manager_id').notNull(),
    managerSessionId: uuid('manager_session_id').notNull(),
    step: text('step', { enum: roundSteps }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** Whether a lead must approve it before anything is prepared, and which lead decided. */
    approval: text('approval', { enum: roundApprovals }).notNull().default('none'),
    decidedById: uuid('decided_by_id'),
    /** The manager who last had confirmed letters mailed, and whether as certified mail. */
    mailedById: uuid('mailed_by_id'),
    certified: boolean('certified').notNull().default(false),
  },
  table => [
    index('rounds_newest').on(table.createdAt, table.id),
    index('rounds_of_manager').on(table.managerId, table.createdAt, table.id),
  ],
)

/**
 * Clients of a round. The id is also that of the entry in the client's access log, to which the disputes refer as their
 * creator.
 */
export const roundClients = pgTable(
  'round_clients',
  {
    id: uuid('id').primaryKey(),
    roundId: uuid('round_id')
      .notNull()
      .references(() => rounds.id, { onDelete: 'cascade' }),
    userId: ownerId(),
    state: text('state', { enum: roundClientStates }).notNull(),
    /** A code: why the client was skipped, or why confirmed letters were not mailed the last time. */
    refusal: text('refusal'),
    /** When the client was notified by email that letters wait. */
    notifiedAt: instant('notified_at'),
    /** The state of the text to the client; null if there is nothing to confirm, or no notices are texted. */
    text: text('text', { enum: roundTexts }),
  },
  table => [
    unique('round_clients_once').on(table.roundId, table.userId),
    index('round_clients_user').on(table.userId),
  ],
)
