import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { defaultMailTimes } from '#features/mailing/times.ts'
import { smallMailing } from '#test/support/mailing/mail-chaos.ts'
import type { Scenario } from '../scenario.ts'
import { openMailing } from './mail-server.ts'
import { durableDatabases } from './product.ts'

/** Lob accepts 150 calls in 5 seconds per key (lob-openapi 1.22.0, rate limiting). */
const OF_LOB = 30
/** The rate that our own limiter allows. */
const OWN = 1_000 / defaultMailTimes.callsApart
const LEAST = 0.95
const MAX_REFUSED = 0.001
const SETTLE_MS = 3_000

const Count = z.object({ letters: z.number() })
const CallCount = z.object({ all: z.number(), refused: z.number() })

/** Letters sent to the provider as fast as permitted. */
export const mailRate: Scenario = {
  what: 'letters sent to the mail provider per second, compared with its rate limit (L7)',
  options: { database: 'postgres', seconds: '120', 'at-once': '64' },
  run: (given, report) =>
    durableDatabases(given, async database => {
      const { count } = given
      const mailing = await openMailing(database, given, 1)
      await mailing.query('/limit', z.object({}), 'POST')
      report.did(`${database.name}: ${count('at-once')} ask for letters at once`)
      const until = performance.now() + SETTLE_MS + count('seconds') * 1_000
      const asking = Array.from({ length: count('at-once') }, async () => {
        while (performance.now() < until) {
          const { path, init } = smallMailing()
          await fetch(`${mailing.url}${path}`, init)
        }
      })
      await delay(SETTLE_MS)
      const [from, before] = [performance.now(), await mailing.query('/count', Count)]
      await delay(count('seconds') * 1_000)
      const after = await mailing.query('/count', Count)
      const rate = (after.letters - before.letters) / ((performance.now() - from) / 1_000)
      await Promise.all(asking)
      const calls = await mailing.query('/calls', CallCount)
      await mailing.close()
      report.must(
        `L7: letters sent, as a fraction of the provider's limit of ${OF_LOB} a second, at least ${LEAST}`,
        rate / OF_LOB >= LEAST,
        `${(rate / OF_LOB).toFixed(2)} (${rate.toFixed(1)} a second)`,
      )
      report.figure(`as a fraction of our own limit of ${OWN.toFixed(1)} a second`, (rate / OWN).toFixed(2))
      report.must(
        `L7: calls refused as too many, at most ${100 * MAX_REFUSED} %`,
        calls.refused <= MAX_REFUSED * calls.all,
        `${calls.refused} of ${calls.all}`,
      )
    }),
}
