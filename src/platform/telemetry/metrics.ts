import { statfs } from 'node:fs/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { ProviderFailure } from '#providers/failure.ts'
import { isEqualSecret } from '../crypto/macs.ts'
import type { JobMetrics } from '../jobs/job-runner.ts'
import type { QueueDepth } from '../jobs/jobs.ts'
import { runInSpan, type Span, type SpanFields, type Tracing } from './tracing.ts'

/** The outcome a port names itself (`providers/<port>/port.ts`). */
const outcomeOf = (answer: unknown): string => {
  if (typeof answer !== 'object' || answer === null) return 'done'
  const outcome = 'answer' in answer ? answer.answer : 'kind' in answer ? answer.kind : 'done'
  return typeof outcome === 'string' && /^[a-zA-Z_]{1,30}$/.test(outcome) ? outcome : 'done'
}

/** A refusal for one recipient is not the provider's failure, so no alert counts it as one. */
const failureOutcome = (error: unknown): string =>
  error instanceof ProviderFailure && error.reason !== 'provider' ? 'refused' : 'failed'

/** Counts calls by outcome; `expected` registers outcomes that may occur. */
export type CallMetrics = {
  expected: (provider: string, operation: string) => void
  ended: (provider: string, operation: string, outcome: string) => void
}

/** Wraps a provider and counts and traces each call: name, operation, outcome. */
export type Instrument = <Port extends object>(provider: string, port: Port) => Port

/** Instruments providers; without counters they are unchanged. */
export const createInstrument = (calls: CallMetrics | null, tracing: Tracing | null): Instrument => {
  if (calls === null) return (_provider, port) => port
  const spanOf = (provider: string, operation: string): Span => {
    const fields: SpanFields = { 'fairfile.provider': provider, 'fairfile.operation': operation }
    const traced = tracing?.startChild(`${provider} ${operation}`, 'client', fields)
    return {
      run: act => (traced ? traced.run(act) : act()),
      end: (more = {}) => {
        calls.ended(provider, operation, more['fairfile.outcome'] ?? 'done')
        traced?.end(more)
      },
      fail: error => {
        calls.ended(provider, operation, failureOutcome(error))
        traced?.fail(error)
      },
    }
  }
  return (provider, port) => {
    for (const [key, held] of Object.entries(port)) {
      if (typeof held === 'function') calls.expected(provider, key)
    }
    return new Proxy(port, {
      get: (target, key): unknown => {
        const held: unknown = Reflect.get(target, key)
        if (typeof held !== 'function' || typeof key !== 'string') return held
        return (...given: readonly unknown[]): unknown =>
          runInSpan(
            spanOf(provider, key),
            (): unknown => Reflect.apply(held, target, given),
            answer => ({ 'fairfile.outcome': outcomeOf(answer) }),
          )
      },
    })
  }
}

/** A pool's own numbers (node-postgres `Pool`). */
type PoolCounts = { totalCount: number; idleCount: number; waitingCount: number }

/** The state of mailing: why it is on hold, and letters whose outcome is unknown. */
type MailMeasurements = {
  holds: readonly { reason: string }[]
  unclear: number
  oldestUnclearSeconds: number
}

/** Outcomes of provider calls without outcomes defined by the port. */
const defaultOutcomes = ['done', 'failed']

/** Counters of this process in Prometheus form; nothing in them identifies a person. */
export const createMetrics = (dataDir: string) => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const labelNames = ['route', 'method', 'status'] as const
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames,
    registers,
  })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer',
    labelNames,
    buckets: [0.005, 0.02, 0.1, 0.25, 1, 5],
    registers,
  })
  const tries = new Counter({
    name: 'jobs_total',
    help: 'Tries of jobs by how they ended',
    labelNames: ['name', 'outcome'] as const,
    registers,
  })
  const alarms = new Counter({
    name: 'mail_alarms_total',
    help: 'What an operator of mailing must look at',
    labelNames: ['what'] as const,
    registers,
  })
  const calls = new Counter({
    name: 'provider_calls_total',
    help: 'Calls to providers by how they ended',
    labelNames: ['provider', 'operation', 'outcome'] as const,
    registers,
  })
  // `job` is Prometheus's own label for a scrape target.
  const labeled = { labelNames: ['name'] as const, registers }
  const depth = new Gauge({ name: 'jobs_waiting', help: 'Jobs not done yet', ...labeled })
  const oldest = new Gauge({
    name: 'jobs_oldest_seconds',
    help: 'How long the oldest job not done yet has been due',
    ...labeled,
  })
  const room = new Gauge({
    name: 'data_disk_free_ratio',
    help: 'Room left on the disk of DATA_DIR, 1 for all of it; no number where that cannot be asked',
    registers: [],
    async collect() {
      const disk = await statfs(dataDir).catch(() => null)
      this.set(disk === null ? Number.NaN : disk.bavail / disk.blocks)
    },
  })
  registry.registerMetric(room)
  return {
    registry,
    /** Counts mailing events that an operator must look at. */
    mailAlarm: (what: string) => alarms.inc({ what }),
    jobs: { ended: (name, outcome) => tries.inc({ name, outcome }) } satisfies JobMetrics,
    calls: {
      expected: (provider, operation) => {
        for (const outcome of defaultOutcomes) calls.inc({ provider, operation, outcome }, 0)
      },
      ended: (provider, operation, outcome) => calls.inc({ provider, operation, outcome }),
    } satisfies CallMetrics,
    /** Shows the pool's connections; the result records how long each was waited for. */
    watchPool: (pool: PoolCounts) => {
      const connections = new Gauge({
        name: 'db_connections',
        help: 'Connections to the database: in use, idle; and how many wait for one',
        labelNames: ['state'] as const,
        registers: [],
        collect() {
          this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
          this.set({ state: 'idle' }, pool.idleCount)
          this.set({ state: 'waiting' }, pool.waitingCount)
        },
      })
      registry.registerMetric(connections)
      const waits = new Histogram({
        name: 'db_wait_seconds',
        help: 'How long was waited for a connection',
        buckets: [0.001, 0.005, 0.01, 0.025, 0.1, 0.5, 2],
        registers,
      })
      return (ms: number) => waits.observe(ms / 1_000)
    },
    /** Sets how much work is waiting. */
    waiting: (queues: readonly QueueDepth[]) => {
      depth.reset()
      oldest.reset()
      for (const { job: name, count, oldestSeconds } of queues) {
        depth.set({ name }, count)
        oldest.set({ name }, oldestSeconds)
      }
    },
    /** Reports the state of mailing at each scrape; `reasons` lists every possible hold. */
    watchMail: (reasons: readonly string[], measure: () => Promise<MailMeasurements>) => {
      // Without the database no number rather than a stale one.
      const measured = () => measure().catch(() => null)
      const shown = (name: string, help: string, read: (mail: MailMeasurements) => number) =>
        new Gauge({
          name,
          help,
          registers,
          async collect() {
            const mail = await measured()
            this.set(mail === null ? Number.NaN : read(mail))
          },
        })
      shown('mail_outcome_unknown', 'Letters that may have been mailed', ({ unclear }) => unclear)
      shown(
        'mail_outcome_unknown_oldest_seconds',
        'How long ago the oldest of them was first tried',
        ({ oldestUnclearSeconds }) => oldestUnclearSeconds,
      )
      const held = new Gauge({
        name: 'mail_on_hold',
        help: '1 while mailing is held up: by a restore, a refusal of the provider, or its failing steadily',
        labelNames: ['why'] as const,
        registers: [],
        async collect() {
          const mail = await measured()
          for (const why of reasons) {
            const isHeld = mail?.holds.some(({ reason }) => reason === why)
            this.set({ why }, isHeld === undefined ? Number.NaN : Number(isHeld))
          }
        },
      })
      registry.registerMetric(held)
    },
    /** Reports at each scrape how long ago every audit row was chained. */
    watchAuditChain: (unchainedSeconds: () => number) => {
      const unchained = new Gauge({
        name: 'audit_unchained_seconds',
        help: 'How long ago every row of the audit log was chained',
        registers: [],
        collect() {
          this.set(unchainedSeconds())
        },
      })
      registry.registerMetric(unchained)
    },
    /** Counts one response by the route's template. */
    recordResponse: (route: string, method: string, status: number, took: number) => {
      const labels = { route, method, status: String(status) }
      requests.inc(labels)
      seconds.observe(labels, took)
    },
    /** Starts counters at 0: Prometheus sees no increase in one that first appears as 1. */
    showUnseen: (names: readonly string[], whats: readonly string[]) => {
      for (const name of names) {
        for (const outcome of ['done', 'failed', 'given_up']) tries.inc({ name, outcome }, 0)
      }
      for (const what of whats) alarms.inc({ what }, 0)
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** The metrics with the current queue depths. */
export const refreshMetrics = async (
  { registry, waiting }: Metrics,
  measure: () => Promise<readonly QueueDepth[]>,
): Promise<Registry> => {
  // Without the database the queue depths are left out instead of stale.
  waiting(await measure().catch(() => []))
  return registry
}

/** Serves the metrics at a separate address, to callers with the token if one is set. They contain no personal data. */
export const serveMetrics = async (
  metrics: Metrics,
  measure: () => Promise<readonly QueueDepth[]>,
  listenAt: { host: string; port: number },
  token: string | null,
): Promise<FastifyInstance> => {
  const app = Fastify({ logger: false })
  app.get('/metrics', async (request, reply) => {
    if (token !== null && !isEqualSecret(`Bearer ${token}`, request.headers.authorization ?? ''))
      return reply.status(401).header('www-authenticate', 'Bearer').send()
    const registry = await refreshMetrics(metrics, measure)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  await app.listen(listenAt)
  return app
}
