import { asc, eq } from 'drizzle-orm'
import type { LetterPost } from '#providers/letters/port.ts'
import { noteOwnAct } from '#server/audit.ts'
import type { Database } from '#server/database.ts'
import { givenUpBy } from '../state.ts'
import { type AdoptDeps, adoptLetter } from './adopt.ts'
import { envOf } from './gate.ts'
import { columnsOf, mailingIn } from './rows.ts'
import { mailGate, mailJobs, mailOrphans } from './tables.ts'

/** What an operator sees and decides of letters of which nobody else can: ids and codes, never a name or an address. */

/** What waits for an operator, oldest first, and what holds mailing up. */
export const openQuestions = async (db: Database) => {
  const { id, letterId, generation, requestedAt, firstAttemptAt, keyGeneration, problem } = mailJobs
  const [hold] = await db
    .select({ reason: mailGate.holdReason, until: mailGate.holdUntil })
    .from(mailGate)
    .where(eq(mailGate.id, 1))
  return {
    hold: hold?.reason ? { reason: hold.reason, until: hold.until } : null,
    mailings: await db
      .select({ id, letterId, generation, requestedAt, firstAttemptAt, keyGeneration, problem })
      .from(mailJobs)
      .where(eq(mailJobs.phase, 'needs_operator'))
      .orderBy(asc(requestedAt), asc(id)),
    strange: await db
      .select()
      .from(mailOrphans)
      .orderBy(asc(mailOrphans.seenAt), asc(mailOrphans.providerId)),
  }
}

/** Why nothing was done. */
export type NotDone =
  | 'no_mailing'
  | 'not_waiting'
  | 'no_letter'
  | 'other_letter'
  | 'cancelled_letter'
  | 'letter_there'

type OperatorDeps = Pick<AdoptDeps, 'times' | 'clock'> & {
  post: Pick<LetterPost, 'get' | 'find' | 'trackingUrl'>
}

const heldMailing = async (tx: Database, mailJobId: string) => {
  const [row] = await tx.select().from(mailJobs).where(eq(mailJobs.id, mailJobId)).for('update')
  if (!row) return 'no_mailing'
  return row.phase === 'needs_operator' ? row : 'not_waiting'
}

const about = ({ userId, letterId }: { userId: string | null; letterId: string }) => ({
  ...(userId === null ? {} : { userId }),
  objectId: letterId,
})

/** The provider has the letter: it counts as handed over from now on. The provider is asked whether it is this letter. */
export const adoptByHand = async (
  db: Database,
  deps: OperatorDeps,
  { mailJobId, providerId }: { mailJobId: string; providerId: string },
): Promise<'done' | NotDone> => {
  const found = await deps.post.get(providerId)
  if (found === null) return 'no_letter'
  if (found.mailJobId !== mailJobId || found.env !== (await envOf(db))) return 'other_letter'
  if (found.cancelled) return 'cancelled_letter'
  return db.transaction(async tx => {
    const row = await heldMailing(tx, mailJobId)
    if (typeof row === 'string') return row
    if (!(await adoptLetter(tx, deps, mailJobId, found))) return 'not_waiting'
    await tx.delete(mailOrphans).where(eq(mailOrphans.providerId, providerId))
    await noteOwnAct(tx, 'mailing_adopted', about(row), deps.clock())
    return 'done'
  })
}

/**
 * The letter was not mailed and will not be: the person is told so, and may have it mailed again. Refused while the provider
 * shows a letter of this name, for then it would be mailed twice.
 */
export const giveUpByHand = async (
  db: Database,
  { post, times, clock }: OperatorDeps,
  { mailJobId, reason }: { mailJobId: string; reason: string },
): Promise<'done' | NotDone> => {
  const since = new Date(clock().getTime() - times.restored)
  const found = await post.find(mailJobId, since)
  if (found.some(({ cancelled }) => !cancelled)) return 'letter_there'
  return db.transaction(async tx => {
    const row = await heldMailing(tx, mailJobId)
    if (typeof row === 'string') return row
    const mailing = givenUpBy(mailingIn(row), reason)
    await tx.update(mailJobs).set(columnsOf(mailing)).where(eq(mailJobs.id, mailJobId))
    await noteOwnAct(tx, 'mailing_given_up', about(row), clock())
    return 'done'
  })
}
