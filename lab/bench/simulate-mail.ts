import { parseArgs } from 'node:util'
import { simulateMany } from '#test/support/mailing/mail-simulation.ts'
import { fromCommandLine, numberAsked } from '../../scripts/command-line.ts'

/**
 * `npm run sim:mail -- --schedules 100000 [--from 1] [--peaceful]`: schedules of mailing with faults, kills and restores; with
 * `--peaceful` a fifth of the post's answers is wrong and nothing else happens.
 */

const AT_ONCE = 5_000

const { values } = fromCommandLine(() =>
  parseArgs({
    options: {
      schedules: { type: 'string', default: '100000' },
      from: { type: 'string', default: '1' },
      peaceful: { type: 'boolean', default: false },
    },
  }),
)
const schedules = fromCommandLine(() => numberAsked('schedules', values.schedules))
const from = fromCommandLine(() => numberAsked('from', values.from))
const began = Date.now()
let [letters, crashes, needsOperator, pauses, unclear, inFive, inFifteen] = [0, 0, 0, 0, 0, 0, 0]
const within = (tookMs: readonly number[], minutes: number) =>
  tookMs.filter(took => took <= minutes * 60_000).length
const broken: string[] = []
for (let seed = from; seed < from + schedules; seed += AT_ONCE) {
  const many = Math.min(AT_ONCE, from + schedules - seed)
  const some = await simulateMany(many, undefined, { from: seed, peaceful: values.peaceful })
  letters += some.letters
  crashes += some.crashes
  needsOperator += some.needsOperator
  pauses += some.pauses
  unclear += some.tookMs.length
  inFive += within(some.tookMs, 5)
  inFifteen += within(some.tookMs, 15)
  for (const line of some.broken) console.log(line)
  broken.push(...some.broken)
}
const seconds = ((Date.now() - began) / 1_000).toFixed(0)
console.log(
  `${schedules} schedules from seed ${from}: ${letters} letters, ${crashes} kills, ${needsOperator} for an operator, ${broken.length} broken, ${seconds} s`,
)
console.log(
  `${unclear} unclear and found to be mailed: ${inFive} within 5 minutes, ${inFifteen} within 15; sending was paused ${pauses} times`,
)
process.exitCode = broken.length === 0 ? 0 : 1
