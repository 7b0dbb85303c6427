import { expect, it } from 'vitest'
import type { Waiting } from './jobs.ts'
import { metricsOf, serveMetrics } from './probes.ts'

const pageOf = async (measure: () => Promise<readonly Waiting[]>) => {
  const metrics = metricsOf()
  metrics.jobs.ended('email.send', 'given_up')
  const app = await serveMetrics(metrics, measure, 0)
  const { body, statusCode } = await app.inject('/metrics')
  await app.close()
  return { body, statusCode }
}

it('the metrics show how much work waits, for how long, and how tries ended', async () => {
  const { body } = await pageOf(async () => [{ job: 'email.send', count: 3, oldestSeconds: 41.5 }])
  expect(body).toContain('jobs_waiting{job="email.send"} 3')
  expect(body).toContain('jobs_oldest_seconds{job="email.send"} 41.5')
  expect(body).toContain('jobs_total{job="email.send",outcome="given_up"} 1')
})

it('the metrics are there without the database, and then say nothing of the queues', async () => {
  const { body, statusCode } = await pageOf(() => Promise.reject(new Error('no database')))
  expect(statusCode).toBe(200)
  expect(body).toContain('jobs_total')
  expect(body).not.toContain('jobs_waiting{')
})
