import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { MailTimes } from '../times.ts'
import { mailSwitch } from './tables.ts'

/**
 * While the provider is failing, sending pauses on all servers. Lookups continue; every half minute one letter probes
 * the provider, and when one gets through, sending resumes.
 */

const gate = eq(mailSwitch.id, 1)
const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds)

/** False if sending was paused already. */
export const pauseSending = async (db: Database, now: Date, { probe }: MailTimes): Promise<boolean> => {
  const begun = await db
    .update(mailSwitch)
    .set({ failingSince: now, probeAt: after(now, probe) })
    .where(and(gate, isNull(mailSwitch.failingSince)))
    .returning({ id: mailSwitch.id })
  return begun.length > 0
}

/** Claims the probe that was due at `probeAt`; only one caller gets it. */
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

export const resumeSending = async (db: Database): Promise<void> => {
  await db.update(mailSwitch).set({ failingSince: null, probeAt: null }).where(gate)
}
