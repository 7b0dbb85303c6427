import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { QueueDepth } from '../jobs/jobs.ts'
import { createMetrics, serveMetrics } from './metrics.ts'

const anyPort = { host: '127.0.0.1', port: 0 }

const pageOf = async (measure: () => Promise<readonly QueueDepth[]>, dataDir = tmpdir()) => {
  const metrics = createMetrics(dataDir)
  metrics.jobs.ended('email.send', 'given_up')
  const app = await serveMetrics(metrics, measure, anyPort, null)
  const { body, statusCode } = await app.inject('/metrics')
  await app.close()
  return { body, statusCode }
}

it('the metrics show how much work is waiting, for how long, and the outcomes of attempts', async () => {
  const { body } = await pageOf(async () => [{ job: 'email.send', count: 3, oldestSeconds: 41.5 }])
  expect(body).toContain('jobs_waiting{name="email.send"} 3')
  expect(body).toContain('jobs_oldest_seconds{name="email.send"} 41.5')
  expect(body).toContain('jobs_total{name="email.send",outcome="given_up"} 1')
})

it('the metrics are served without the database, then without the queues', async () => {
  const { body, statusCode } = await pageOf(() => Promise.reject(new Error('no database')))
  expect(statusCode).toBe(200)
  expect(body).toContain('jobs_total')
  expect(body).not.toContain('jobs_waiting{')
})

it('the metrics show the free space of the data folder', async () => {
  const { body } = await pageOf(async () => [])
  expect(Number(/^data_disk_free_ratio (\S+)$/m.exec(body)?.[1])).toBeGreaterThan(0)
})

it('the metrics are served without the data folder, then without its free space', async () => {
  const { body, statusCode } = await pageOf(async () => [], join(tmpdir(), 'no-such-folder'))
  expect(statusCode).toBe(200)
  expect(body).toMatch(/^data_disk_free_ratio NaN$/im)
})

it('what has not happened yet is shown as 0, so that the first time is an increase', async () => {
  const metrics = createMetrics(tmpdir())
  metrics.showUnseen(['mail.pair'], ['orphan'])
  metrics.calls.expected('sms', 'send')
  const text = await metrics.registry.metrics()
  expect(text).toContain('jobs_total{name="mail.pair",outcome="given_up"} 0')
  expect(text).toContain('mail_alarms_total{what="orphan"} 0')
  expect(text).toContain('provider_calls_total{provider="sms",operation="send",outcome="failed"} 0')
})

it('the metrics show why mailing is on hold and how long letters are ambiguous, and no number without the database', async () => {
  const metrics = createMetrics(tmpdir())
  const standing = { holds: [{ reason: 'failing' }], unclear: 2, oldestUnclearSeconds: 61 }
  let ask = () => Promise.resolve(standing)
  metrics.watchMail(['restore', 'failing'], () => ask())
  const text = await metrics.registry.metrics()
  expect(text).toContain('mail_on_hold{why="restore"} 0')
  expect(text).toContain('mail_on_hold{why="failing"} 1')
  expect(text).toContain('mail_outcome_unknown 2')
  expect(text).toContain('mail_outcome_unknown_oldest_seconds 61')
  ask = () => Promise.reject(new Error('no database'))
  expect(await metrics.registry.metrics()).toMatch(/^mail_on_hold\{why="failing"\} NaN$/im)
})

it('the metrics show the use of database connections, and the waiting time for one', async () => {
  const metrics = createMetrics(tmpdir())
  const waited = metrics.watchPool({ totalCount: 20, idleCount: 8, waitingCount: 3 })
  waited(7)
  waited(30)
  const app = await serveMetrics(metrics, async () => [], anyPort, null)
  const { body } = await app.inject('/metrics')
  await app.close()
  for (const line of [
    'db_connections{state="used"} 12',
    'db_connections{state="idle"} 8',
    'db_connections{state="waiting"} 3',
    'db_wait_seconds_bucket{le="0.01"} 1',
    'db_wait_seconds_bucket{le="0.1"} 2',
  ])
    expect(body).toContain(line)
})

it('metrics with a token require it', async () => {
  const app = await serveMetrics(createMetrics(tmpdir()), async () => [], anyPort, 'the token')
  const statusWith = async (authorization?: string) =>
    (await app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } }))
      .statusCode
  expect(await statusWith('Bearer the token')).toBe(200)
  for (const given of [undefined, '', 'Bearer', 'the token', 'Bearer the tokem', 'Basic the token'])
    expect(await statusWith(given)).toBe(401)
  await app.close()
})
