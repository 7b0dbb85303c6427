import Fastify, { type FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { OpenDatabase } from './database.ts'
import type { JobMetrics } from './job-runner.ts'
import type { Waiting } from './jobs.ts'

export type Metrics = {
  registry: Registry
  /** Notes one answered request by the route's template. */
  answered: (route: string, method: string, status: number, seconds: number) => void
  jobs: JobMetrics
  /** Counts what an operator of mailing must look at. */
  mailAlarm: (what: string) => void
  /** Takes over how much work waits. */
  waiting: (queues: readonly Waiting[]) => void
}

/** Counters of this process in Prometheus form; nothing in them tells one person from another. */
export const metricsOf = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const labelNames = ['route', 'method', 'status'] as const
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames,
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer',
    labelNames,
    buckets: [0.005, 0.02, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const tries = new Counter({
    name: 'jobs_total',
    help: 'Tries of jobs by how they ended',
    labelNames: ['job', 'outcome'] as const,
    registers: [registry],
  })
  const alarms = new Counter({
    name: 'mail_alarms_total',
    help: 'What an operator of mailing must look at',
    labelNames: ['what'] as const,
    registers: [registry],
  })
  const labelled = { labelNames: ['job'] as const, registers: [registry] }
  const depth = new Gauge({ name: 'jobs_waiting', help: 'Jobs not done yet', ...labelled })
  const oldest = new Gauge({
    name: 'jobs_oldest_seconds',
    help: 'Age of the oldest job not done yet',
    ...labelled,
  })
  return {
    registry,
    mailAlarm: what => alarms.inc({ what }),
    jobs: { ended: (job, outcome) => tries.inc({ job, outcome }) },
    waiting: queues => {
      depth.reset()
      oldest.reset()
      for (const { job, count, oldestSeconds } of queues) {
        depth.set({ job }, count)
        oldest.set({ job }, oldestSeconds)
      }
    },
    answered: (route, method, status, took) => {
      const labels = { route, method, status: String(status) }
      requests.inc(labels)
      seconds.observe(labels, took)
    },
  }
}

/** Where the probes answer. */
export const probes: readonly string[] = ['/livez', '/readyz']

/** Whether the process turns, and whether it can serve. They say ok or not, and no more. */
export const serveProbes = (
  app: FastifyInstance,
  database: OpenDatabase,
  { draining, turning }: { draining: () => boolean; turning: () => boolean },
): void => {
  app.get('/livez', async (_request, reply) =>
    reply.status(turning() ? 200 : 503).send(turning() ? 'ok' : 'stuck'),
  )
  app.get('/readyz', async (_request, reply) => {
    const ready = !draining() && (await database.answers())
    return reply.status(ready ? 200 : 503).send(ready ? 'ok' : 'not ready')
  })
}

/** Metrics on a port of their own, on loopback only. */
export const serveMetrics = async (
  { registry, waiting }: Metrics,
  measure: () => Promise<readonly Waiting[]>,
  port: number,
): Promise<FastifyInstance> => {
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) => {
    // Without the database all else is shown, and of the queues nothing rather than an old number.
    waiting(await measure().catch(() => []))
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  await app.listen({ port, host: '127.0.0.1' })
  return app
}
