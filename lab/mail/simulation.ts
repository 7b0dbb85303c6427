import { simulateMany } from '#test/support/mailing/mail-simulation.ts'
import type { Scenario } from '../scenario.ts'

const BATCH = 5_000

const within = (tookMs: readonly number[], minutes: number) =>
  tookMs.filter(took => took <= minutes * 60_000).length

/** Random schedules of mailing with faults, kills and restores, in simulated time. */
export const mailSimulation: Scenario = {
  what: 'the mail state machine under random schedules of faults, kills and restores; --peaceful 1: only provider faults',
  options: { schedules: '100000', from: '1', peaceful: '0' },
  run: async ({ count }, report) => {
    const [schedules, from, peaceful] = [count('schedules'), count('from'), count('peaceful') === 1]
    let [letters, crashes, needsOperator, pauses, unclear, inFive, inFifteen, broken] = [
      0, 0, 0, 0, 0, 0, 0, 0,
    ]
    for (let seed = from; seed < from + schedules; seed += BATCH) {
      const some = await simulateMany(Math.min(BATCH, from + schedules - seed), undefined, {
        from: seed,
        peaceful,
      })
      letters += some.letters
      crashes += some.crashes
      needsOperator += some.needsOperator
      pauses += some.pauses
      unclear += some.tookMs.length
      inFive += within(some.tookMs, 5)
      inFifteen += within(some.tookMs, 15)
      broken += some.broken.length
      for (const line of some.broken) report.did(line)
    }
    report.figure('letters, kills, left to an operator', `${letters}, ${crashes}, ${needsOperator}`)
    report.figure(
      'unclear sends that were mailed',
      `${unclear}: ${inFive} clear in 5 minutes, ${inFifteen} in 15`,
    )
    report.figure('times that sending was paused', pauses)
    report.must('schedules that broke a rule', broken === 0 && letters > 0, `${broken} of ${schedules}`)
  },
}
