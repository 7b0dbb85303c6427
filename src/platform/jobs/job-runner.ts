import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Clock } from '../clock.ts'
import { withDeadline } from '../concurrency.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../telemetry/log.ts'
import { runInSpan, type Tracing } from '../telemetry/tracing.ts'
import type { Job } from './jobs.ts'
import { createLoop, type Loop } from './loop.ts'

/** The worker: takes due jobs from the queue, runs them, and records the outcome. */

/** Jobs that failed for the last time. */
export const DEAD_LETTER_QUEUE = 'given-up'

/** Counts the outcome of each attempt. */
export type JobMetrics = { ended: (job: string, outcome: 'done' | 'failed' | 'given_up') => void }

type JobWorker = Pick<Loop, 'start' | 'iterations'> & {
  take: (jobs: readonly Job[]) => void
  stop: (patienceMs: number) => Promise<void>
  drainQueue: () => Promise<number>
}

type Parts = {
  boss: Pick<PgBoss, 'fetch' | 'complete' | 'fail' | 'touch'>
  db: Database
  clock: Clock
  log: Log
  metrics: JobMetrics
  tracing: Tracing | null
}

const POLL_MS = 1_000
/** Polls less often while polling fails, as it does without the database. */
const RETRY_POLL_MS = 10_000
const TOUCH_EVERY_MS = 3_000

/** Rejects when a function exceeds its limit. It cannot be stopped and may still finish. */
const rejectAfter = async <T>(seconds: number, act: Promise<T>): Promise<T> => {
  const limit = new AbortController()
  const tooLong = delay(seconds * 1_000, undefined, { signal: limit.signal, ref: false }).then(() => {
    throw new Error('the try took too long')
  })
  try {
    return await Promise.race([act, tooLong])
  } finally {
    tooLong.catch(() => undefined)
    limit.abort()
  }
}

/**
 * Polls all queues once a second and runs each job separately, so that a slow one delays no other, up to its
 * `maxConcurrent`. Failures are retried by the queue; of an error only the kind is stored, because messages
 * can contain data. No failure ends the loop.
 */
export const startWorker = ({ boss, db, clock, log, metrics, tracing }: Parts): JobWorker => {
  const jobs = new Map<string, Job>()
  const underWay = new Map<string, Promise<number>>()
  const ending = new AbortController()

  const due = async (): Promise<string[]> => {
    const { rows } = await db.execute<{ name: string }>(
      // Our jobs are never `blocked`; the condition lets the query use an index regardless of the number of
      // completed jobs.
      sql`select distinct name from pgboss.job
        where state < 'active' and not blocked and start_after <= pgboss.job_now()`,
    )
    return rows.map(({ name }) => name).filter(name => name === DEAD_LETTER_QUEUE || jobs.has(name))
  }

  const tryJob = async (job: Job, attempt: JobWithMetadata) => {
    const beat = setInterval(() => {
      boss
        .touch(job.name, attempt)
        .catch((error: unknown) => log.warn('a job was not kept alive', { job: job.name, error }))
    }, TOUCH_EVERY_MS).unref()
    try {
      const act = () => rejectAfter(job.limitSeconds, job.run(attempt.data, { now: clock(), log }))
      const span = tracing?.startRoot(`job ${job.name}`, 'consumer', { 'fairfile.job': job.name })
      await (span ? runInSpan(span, act) : act())
    } catch (error) {
      log.warn('job failed', { job: job.name, error })
      metrics.ended(job.name, 'failed')
      await boss.fail(job.name, attempt, { kind: error instanceof Error ? error.name : typeof error })
      return
    } finally {
      clearInterval(beat)
    }
    await boss.complete(job.name, attempt)
    metrics.ended(job.name, 'done')
  }

  /** Claims and runs one job; false when none was due. */
  const next = async (name: string): Promise<boolean> => {
    const [attempt] = await boss.fetch<object>(name, { includeMetadata: true })
    if (!attempt) return false
    const job = jobs.get(name)
    if (job) {
      await tryJob(job, attempt)
    } else {
      const failed = attempt.sourceName ?? 'unknown'
      log.error('job given up', { job: failed })
      metrics.ended(failed, 'given_up')
      await boss.complete(name, attempt)
    }
    return true
  }

  /** Drains one queue. */
  const drain = async (name: string): Promise<number> => {
    let tries = 0
    while (!ending.signal.aborted && (await next(name))) tries += 1
    return tries
  }

  const poll = async () => {
    for (const name of await due()) {
      for (let lane = 0; lane < (jobs.get(name)?.maxConcurrent ?? 1); lane += 1) {
        const place = `${name} ${lane}`
        if (underWay.has(place)) continue
        const draining = drain(name)
          .catch((error: unknown) => {
            log.error('draining the queue failed', { job: name, error })
            return 0
          })
          .finally(() => underWay.delete(place))
        underWay.set(place, draining)
      }
    }
  }

  const polling = createLoop(
    signal =>
      poll().catch(async (error: unknown) => {
        log.error('polling for jobs failed', { error })
        await delay(RETRY_POLL_MS, undefined, { signal, ref: false }).catch(() => undefined)
      }),
    POLL_MS,
  )

  return {
    take: declared => {
      for (const job of declared) jobs.set(job.name, job)
    },
    start: polling.start,
    iterations: polling.iterations,
    stop: async patienceMs => {
      ending.abort()
      await polling.stop()
      await withDeadline(Promise.all(underWay.values()), patienceMs)
    },
    drainQueue: async () => {
      let all = 0
      for (let tries = -1; tries !== 0; all += tries) {
        tries = 0
        for (const name of await due()) tries += await drain(name)
      }
      return all
    },
  }
}
