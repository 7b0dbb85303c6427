import { type Act, wordsOfAct } from '#api/acts.ts'

/** Acts that only read: a screen asks again and again, and one line a minute tells as much. */
const readings: readonly Act[] = ['report_read', 'dispute_read', 'letter_read']

const MINUTE = 60_000

type Done = { act: Act; at: Date }

/** Acts in the order in which they were done, in words; a reading repeated within a minute is told once. */
export const actsShown = (done: readonly Done[]): { title: string; at: string }[] => {
  const told = new Map<Act, number>()
  return done
    .filter(({ act, at }) => {
      const last = told.get(act)
      if (readings.includes(act) && last !== undefined && at.getTime() - last < MINUTE) return false
      told.set(act, at.getTime())
      return true
    })
    .map(({ act, at }) => ({ title: wordsOfAct(act), at: at.toISOString() }))
}
