import { type AuditEvent, auditEventLabel } from '#api/audit-events.ts'

/** Acts that only read: a screen asks again and again, and one line a minute tells as much. */
const readings: readonly AuditEvent[] = ['report_read', 'dispute_read', 'letter_read']

const MINUTE = 60_000

type Done = { act: AuditEvent; at: Date }

/** Acts in the order in which they were done, in words; a reading repeated within a minute is told once. */
export const describeActs = (done: readonly Done[]): { title: string; at: string }[] => {
  const told = new Map<AuditEvent, number>()
  return done
    .filter(({ act, at }) => {
      const last = told.get(act)
      if (readings.includes(act) && last !== undefined && at.getTime() - last < MINUTE) return false
      told.set(act, at.getTime())
      return true
    })
    .map(({ act, at }) => ({ title: auditEventLabel(act), at: at.toISOString() }))
}
