import { eq } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { disputeLetters, disputes } from './tables.ts'

export const listAllLetters = (db: Database): Promise<{ id: string; userId: string; madeAt: Date }[]> =>
  db
    .select({ id: disputeLetters.id, userId: disputes.userId, madeAt: disputes.createdAt })
    .from(disputeLetters)
    .innerJoin(disputes, eq(disputes.id, disputeLetters.disputeId))
