import { parseArgs } from 'node:util'
import { simulateMany } from '#testing/mail-simulation.ts'

/** `npm run sim:mail -- --schedules 100000 [--from 1]`: schedules of mailing with faults, kills and restores. */

const AT_ONCE = 5_000

const { values } = parseArgs({
  options: { schedules: { type: 'string', default: '100000' }, from: { type: 'string', default: '1' } },
})
const [schedules, from] = [Number(values.schedules), Number(values.from)]
const began = Date.now()
let [letters, crashes, needsOperator] = [0, 0, 0]
const broken: string[] = []
for (let seed = from; seed < from + schedules; seed += AT_ONCE) {
  const many = Math.min(AT_ONCE, from + schedules - seed)
  const some = await simulateMany(many, undefined, seed)
  letters += some.letters
  crashes += some.crashes
  needsOperator += some.needsOperator
  for (const line of some.broken) console.log(line)
  broken.push(...some.broken)
}
const seconds = ((Date.now() - began) / 1_000).toFixed(0)
console.log(
  `${schedules} schedules from seed ${from}: ${letters} letters, ${crashes} kills, ${needsOperator} for an operator, ${broken.length} broken, ${seconds} s`,
)
process.exitCode = broken.length === 0 ? 0 : 1
