import { MAX_CONSECUTIVE_FAILURES } from '#features/identity/lock-out.ts'
import {
  type CodeRun,
  codeRules,
  codeSchedules,
  listGuesses,
  runCodes,
} from '#test/support/identity/codes-model.ts'
import type { Scenario } from '../scenario.ts'
import { amount, tryAll } from './trial.ts'

const judge = (run: CodeRun): string => {
  for (const holds of Object.values(codeRules)) holds(run)
  const { counter } = run.phone
  if (counter.consecutiveFailures >= MAX_CONSECUTIVE_FAILURES)
    return 'codes are off until support turns them on'
  if (counter.locks > 0) return 'locked at least once'
  return listGuesses(run.story).length > 0 ? 'some guesses, and no lock' : 'no wrong code'
}

/** The model of sign-in codes of `npm test`, with many more schedules. */
export const codes: Scenario = {
  what: 'random schedules of code requests and guesses obey the limits',
  options: amount,
  run: (given, report) =>
    tryAll(given, report, { inputs: codeSchedules, act: runCodes, judge, bounded: false }),
}
