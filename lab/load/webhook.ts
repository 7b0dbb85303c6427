import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { signWebhook } from '#test/fakes/fake-lob-letters.ts'
import { smallMailing } from '#test/support/mailing/mail-chaos.ts'
import { runServer } from '#test/support/run-server.ts'
import { loadOf } from '../bench/load.ts'
import { quantile } from '../bench/measure.ts'
import { ask } from '../harness/ask.ts'
import type { Scenario } from '../scenario.ts'
import { openMailing } from './mail-server.ts'
import { bareSettings, durableDatabases } from './product.ts'

const Calls = z.array(z.object({ payload: z.string() }))
const News = z.record(z.string(), z.unknown())
/** Mailing is only the preparation here; it is not measured. */
const FASTER = 60
const LEAST = 0.25

/** The mail provider's calls about its letters, each with its own id and signed when sent. */
const freshCalls = (payloads: readonly string[]) => {
  const news = payloads.map(payload => News.parse(JSON.parse(payload)))
  let turn = 0
  return () => {
    turn += 1
    const id = `evt_${randomUUID().replaceAll('-', '')}`
    return signWebhook(JSON.stringify({ ...news[turn % news.length], id }), new Date())
  }
}

/** The provider's calls, verified, stored and applied, compared with plain inserts. */
export const webhook: Scenario = {
  what: 'webhook calls from the mail provider, compared with raw INSERTs into the same database (L6)',
  options: { database: 'postgres', seconds: '20', rounds: '3', connections: '16', letters: '500' },
  run: (given, report) =>
    durableDatabases(given, async database => {
      const { count, later } = given
      const bare = await runServer(bareSettings(database), ['lab/load/limits-process.ts'])
      later(() => bare.end('SIGKILL'))
      const mailing = await openMailing(database, given, FASTER)
      for (let letter = 0; letter < count('letters'); letter += 20)
        await Promise.all(
          Array.from({ length: 20 }, () => {
            const { path, init } = smallMailing()
            return fetch(`${mailing.url}${path}`, init)
          }),
        )
      const moved = await mailing.query(
        `/move?type=in_transit&from=0&most=${count('letters')}`,
        Calls,
        'POST',
      )
      const next = freshCalls(moved.map(({ payload }) => payload))
      let kept = 0
      const call = async () => {
        const { payload, headers } = next()
        const bytes = Buffer.from(payload)
        const { status } = await ask(`${mailing.url}/api/v1/webhooks/lob`, { method: 'POST', headers, bytes })
        if (status !== 200) throw new Error(`a call was answered ${status}`)
        kept += 1
        return bytes.length
      }
      const setting = { seconds: count('seconds'), connections: count('connections') }
      const [raw, taken]: [number[], number[]] = [[], []]
      for (let round = 0; round < count('rounds'); round += 1) {
        const query = `at-once=${setting.connections}&seconds=${setting.seconds}`
        raw.push(Number(await (await fetch(`${bare.url}/rows?${query}`, { method: 'POST' })).text()))
        taken.push((await loadOf(call, setting)).perSecond)
      }
      await mailing.close()
      await bare.end('SIGTERM')
      const rows = await database.rows('select count(*)::int as kept from mail_events')
      const [limit, ours] = [quantile(raw, 0.5), quantile(taken, 0.5)]
      report.did(`${database.name}: ${setting.connections} at a time`)
      report.figure('raw INSERT', `${limit.toFixed(0)} a second`)
      report.must(
        `L6: calls accepted, as a fraction of raw INSERTs, at least ${LEAST}`,
        ours / limit >= LEAST,
        `${(ours / limit).toFixed(2)} (${ours.toFixed(0)} a second)`,
      )
      const found = Number(rows[0]?.kept)
      report.must('L6: calls that were answered but not stored', found >= kept, kept - Math.min(found, kept))
    }),
}
