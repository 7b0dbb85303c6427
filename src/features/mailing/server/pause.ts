import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { MailTimes } from '../times.ts'
import { mailSwitch } from './tables.ts'

/**
 * The pause in sending while the provider fails steadily, for all servers at once. Letters wait, look-ups go on; each half
 * minute one letter tries, and when it gets through all go on.
 */

const gate = eq(mailSwitch.id, 1)
const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds)

/** Begins the pause; false when there was one already. */
export const pauseSending = async (db: Database, now: Date, { probe }: MailTimes): Promise<boolean> => {
  const begun = await db
    .update(mailSwitch)
    .set({ failingSince: now, probeAt: after(now, probe) })
    .where(and(gate, isNull(mailSwitch.failingSince)))
    .returning({ id: mailSwitch.id })
  return begun.length > 0
}

/** Takes the turn to try that stood at `probeAt`; of several who ask for it one gets it. */
export const takeProbe = async (
  tx: Database,
  probeAt: Date,
  now: Date,
  { probe }: MailTimes,
): Promise<boolean> => {
  const taken = await tx
    .update(mailSwitch)
    .set({ probeAt: after(now, probe) })
    .where(and(gate, eq(mailSwitch.probeAt, probeAt)))
    .returning({ id: mailSwitch.id })
  return taken.length > 0
}

/** Ends the pause. */
export const resumeSending = async (db: Database): Promise<void> => {
  await db.update(mailSwitch).set({ failingSince: null, probeAt: null }).where(gate)
}
