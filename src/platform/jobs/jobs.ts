import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { type ConstructorOptions, type Db, fromDrizzle, PgBoss, type SendOptions } from 'pg-boss'
import type { z } from 'zod'
import { retention } from '#api/retention.ts'
import type { Clock } from '../clock.ts'
import type { Database, OpenDatabase } from '../db/database.ts'
import type { Log } from '../telemetry/log.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { DEAD_LETTER_QUEUE, type JobMetrics, startWorker } from './job-runner.ts'

/**
 * Background jobs (docs/decisions/0011-jobs.md). A feature declares a task, enqueues it in its transaction,
 * and defines the job; `app/features.ts` lists them all. A job may run twice: after a crash the queue cannot
 * know how far it got.
 */

/** A task for later. Its payload contains only ids, never personal data or text. */
export type Task<Payload extends Readonly<Record<string, string>>> = {
  name: string
  payload: z.ZodType<Payload>
  /** Number of retries, and the delay: it starts at the first value and doubles with jitter up to the longest. */
  retry: { times: number; firstSeconds: number; longestSeconds: number }
  /** How long one attempt may take. */
  limitSeconds: number
  /** How many attempts one server runs concurrently; 1 by default. */
  maxConcurrent?: number
}

/** What a job receives in addition to its payload. */
export type JobContext = { now: Date; log: Log }

/** A task with its work. */
export type Job = Required<
  Pick<Task<Record<string, string>>, 'name' | 'retry' | 'limitSeconds' | 'maxConcurrent'>
> & {
  /** A cron expression in the time zone `BUSINESS_TZ`, or null. */
  schedule: string | null
  run: (data: unknown, doing: JobContext) => Promise<void>
}

/** The job that does a task. With a `schedule` the task's payload is empty. */
export const defineJob = <Payload extends Readonly<Record<string, string>>>(
  { name, payload, retry, limitSeconds, maxConcurrent = 1 }: Task<Payload>,
  work: (payload: Payload, doing: JobContext) => Promise<void>,
  schedule: string | null = null,
): Job => ({
  name,
  retry,
  limitSeconds,
  maxConcurrent,
  schedule,
  run: (data, doing) => work(payload.parse(data), doing),
})

/** Runs a task after the transaction commits, optionally some seconds later; never when it is rolled back. */
export type Enqueue = <Payload extends Readonly<Record<string, string>>>(
  tx: Database,
  task: Task<Payload>,
  payload: Payload,
  afterSeconds?: number,
) => Promise<void>

/** How many jobs of one name are waiting or running, and how long the oldest has been due. */
export type QueueDepth = { job: string; count: number; oldestSeconds: number }

export type Jobs = {
  enqueue: Enqueue
  /** Registers every job of the server and removes schedules that no longer exist. */
  declare: (jobs: readonly Job[]) => Promise<void>
  /** Starts processing. */
  start: () => void
  /** Starts no new job and waits up to some milliseconds for the running ones. */
  stop: (patienceMs: number) => Promise<void>
  /** Runs everything that is due, one attempt after the other; returns the number of attempts. */
  drainQueue: () => Promise<number>
  /** Depth of each queue that is not empty. */
  queueDepths: () => Promise<readonly QueueDepth[]>
  /** Iterations of the polling loop; null while it is not running. */
  turns: () => number | null
}

/** The time of the queue in tests; otherwise the database's. */
export type JobTime = {
  clock: NonNullable<ConstructorOptions['clock']>
  setSessionStatements: NonNullable<Db['setSessionStatements']>
}

/** A worker without a heartbeat for this long is dead, and its jobs run again. */
const HEARTBEAT_SECONDS = 10
const WATCH_SECONDS = 10
/** How often schedules are checked (and job dependencies, which we do not use). */
const SCHEDULE_SECONDS = 30
const UNUSED_SECONDS = 3_600
/** Completed jobs are kept for diagnosis. */
const KEPT_SECONDS = retention.completedJobs.usual * 24 * 60 * 60

const sendOptions = ({
  retry,
  limitSeconds,
}: Pick<Job, 'retry' | 'limitSeconds'>): SendOptions & { deadLetter: string } => ({
  retryLimit: retry.times,
  retryDelay: retry.firstSeconds,
  retryBackoff: true,
  retryDelayMax: retry.longestSeconds,
  // The worker enforces the limit itself; this one is for a process that no longer can.
  expireInSeconds: limitSeconds + 60,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: KEPT_SECONDS,
  deadLetter: DEAD_LETTER_QUEUE,
})

type Parts = {
  database: OpenDatabase
  clock: Clock
  log: Log
  metrics: JobMetrics
  tracing?: Tracing | null
  timeZone: string
  time?: JobTime | undefined
}

const queueBackend = ({ kind, canCreateTables }: OpenDatabase) => ({
  backend: kind === 'embedded' ? ('pglite' as const) : ('postgres' as const),
  migrate: canCreateTables,
})

/** Migrates the schema `pgboss`, for servers whose role may not. */
export const migrateQueue = async (database: OpenDatabase): Promise<void> => {
  const boss = new PgBoss({
    db: createQueueDb(database.pool, new AsyncLocalStorage<Database>()),
    ...queueBackend(database),
    supervise: false,
    schedule: false,
  })
  await boss.start()
  // pg-boss makes some of its changes asynchronously after `start`.
  const isUnderWay = async () =>
    (await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress')
  while (await isUnderWay()) await delay(500)
  await boss.stop({ close: false, graceful: false })
}

/**
 * Opens the queue and migrates its schema `pgboss` under its own lock, so that several processes may start
 * concurrently. No job runs before `start` or `drainQueue`.
 */
export const openJobs = async ({
  database,
  clock,
  log,
  metrics,
  tracing = null,
  timeZone,
  time,
}: Parts): Promise<Jobs> => {
  const held = new AsyncLocalStorage<Database>()
  const boss = new PgBoss({
    db: {
      ...createQueueDb(database.pool, held),
      ...(time ? { setSessionStatements: time.setSessionStatements } : {}),
    },
    ...(time ? { clock: time.clock } : {}),
    ...queueBackend(database),
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
    cronMonitorIntervalSeconds: SCHEDULE_SECONDS,
    cronWorkerIntervalSeconds: SCHEDULE_SECONDS,
    flowIntervalSeconds: UNUSED_SECONDS,
    // Both need statistics that the embedded database does not keep; only the owner of an index may rebuild
    // it.
    reindex: database.kind === 'postgres' && database.canCreateTables,
    monitorVacuum: database.kind === 'postgres',
  })
  boss.on('error', error => log.error('the job queue failed', { error }))
  boss.on('warning', ({ message }) => log.warn('the job queue warns', { code: message.slice(0, 80) }))
  await boss.start()
  const runner = startWorker({ boss, db: database.db, clock, log, metrics, tracing })

  const declare = async (jobs: readonly Job[]) => {
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const name of [DEAD_LETTER_QUEUE, ...jobs.map(job => job.name)]) {
      if (!known.has(name)) await boss.createQueue(name)
    }
    const scheduled = jobs.filter(job => job.schedule !== null)
    for (const { name } of await boss.getSchedules()) {
      if (!scheduled.some(job => job.name === name)) await boss.unschedule(name)
    }
    for (const job of scheduled) {
      // A schedule missed while no server ran is made up for once.
      const options = { ...sendOptions(job), tz: timeZone, missed: 'once' as const }
      await boss.schedule(job.name, job.schedule ?? '', {}, options)
    }
    runner.take(jobs)
  }

  return {
    enqueue: async (tx, task, payload, afterSeconds = 0) => {
      const data = task.payload.parse(payload)
      const options = { ...sendOptions(task), ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}) }
      const id = await held.run(tx, () => boss.send(task.name, data, options))
      if (id === null) throw new Error(`the queue did not take ${task.name}`)
    },
    declare,
    start: runner.start,
    stop: async patienceMs => {
      await runner.stop(patienceMs)
      await boss.stop({ close: false, graceful: false })
    },
    drainQueue: runner.drainQueue,
    queueDepths: async () => {
      const { rows } = await database.db.execute<QueueDepth>(sql`
        select name as job, count(*)::int as count,
          greatest(0, extract(epoch from pgboss.job_now() - min(start_after)))::float8 as "oldestSeconds"
        from pgboss.job where state <= 'active' and left(name, 2) <> '__' group by name`)
      return rows
    },
    turns: runner.iterations,
  }
}

type Rows = { rows: Record<string, unknown>[] }

/**
 * Connects the queue to our own pool. During an enqueue all of its statements, including the lookup of the queue, run in
 * the caller's transaction: the embedded database has one connection, and a statement outside the transaction would wait
 * for it forever. A failing script leaves its transaction open, so it is rolled back.
 */
const createQueueDb = (pool: Pool, held: AsyncLocalStorage<Database>): Db => ({
  executeSql: async (text, values) => {
    const transaction = held.getStore()
    if (transaction) return fromDrizzle(transaction, sql).executeSql(text, values)
    const client = await pool.connect()
    try {
      // A script of several statements returns a list of results.
      const results: Rows | Rows[] = await client.query<Record<string, unknown>>(text, values)
      client.release()
      return { rows: [results].flat().flatMap(({ rows }) => rows) }
    } catch (error) {
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
      throw error
    }
  },
})
