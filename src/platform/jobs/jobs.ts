import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type ConstructorOptions, type Db, PgBoss, type SendOptions } from 'pg-boss'
import type { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Database, OpenDatabase } from '../db/database.ts'
import { createQueueDb } from '../db/queue-connection.ts'
import type { Log } from '../telemetry/log.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { DEAD_LETTER_QUEUE, type JobMetrics, startWorker } from './job-runner.ts'

/**
 * Work that outlives its request (docs/decisions/0011-jobs.md). A feature declares a task, enqueues it in the
 * transaction that needs it, and says how it is done; `server/features.ts` lists all. Every job may run twice: after a crash
 * the queue cannot know how far it came.
 */

/** A task to be done later. Its payload holds ids and nothing else: no phone, no address, no text. */
export type Task<Payload extends Readonly<Record<string, string>>> = {
  name: string
  payload: z.ZodType<Payload>
  /** How often it is tried again, and the waits between: the first, doubled each time with jitter, up to the last. */
  retry: { times: number; firstSeconds: number; longestSeconds: number }
  /** How long one try may take. */
  limitSeconds: number
  /** How many tries of it one server makes at once; one where nothing is said. */
  maxConcurrent?: number
}

/** What a job is handed beside its payload. */
export type JobContext = { now: Date; log: Log }

/** A task with its work. */
export type Job = Required<
  Pick<Task<Record<string, string>>, 'name' | 'retry' | 'limitSeconds' | 'maxConcurrent'>
> & {
  /** When it is done by itself too: a cron line in the zone of `BUSINESS_TZ`. */
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

/**
 * Has a task done after the caller's transaction is committed, and never when it is rolled back; some seconds later where
 * that is said.
 */
export type Enqueue = <Payload extends Readonly<Record<string, string>>>(
  tx: Database,
  task: Task<Payload>,
  payload: Payload,
  afterSeconds?: number,
) => Promise<void>

/** Of one job: how many wait or are being done, and how long the oldest of them has been due. */
export type QueueDepth = { job: string; count: number; oldestSeconds: number }

export type Jobs = {
  enqueue: Enqueue
  /** Names every job of the server; what is no longer on a schedule is taken off it. */
  declare: (jobs: readonly Job[]) => Promise<void>
  /** Begins to work. */
  start: () => void
  /** Takes nothing new and waits for what is under way, up to some milliseconds. */
  stop: (patienceMs: number) => Promise<void>
  /** Does everything that is due, one try after the other, until nothing is; gives how many tries that were. */
  drainQueue: () => Promise<number>
  /** How much waits or is being done, of each job that has any. */
  queueDepths: () => Promise<readonly QueueDepth[]>
  /** How many times the loop has looked for work; null while it does not run. */
  turns: () => number | null
}

/** A time of the queue that tests set; without one it lives in the database's. */
export type JobTime = {
  clock: NonNullable<ConstructorOptions['clock']>
  setSessionStatements: NonNullable<Db['setSessionStatements']>
}

/** A worker that was silent for this long is dead, and what it had is done again. */
const HEARTBEAT_SECONDS = 10
const WATCH_SECONDS = 10
/** How often what is on a schedule is looked for, and what we do not use: jobs that wait for other jobs. */
const SCHEDULE_SECONDS = 30
const UNUSED_SECONDS = 3_600
/** What was done is kept for a week, for whoever asks what happened. */
const KEPT_SECONDS = 7 * 24 * 60 * 60

const sendOptions = ({
  retry,
  limitSeconds,
}: Pick<Job, 'retry' | 'limitSeconds'>): SendOptions & { deadLetter: string } => ({
  retryLimit: retry.times,
  retryDelay: retry.firstSeconds,
  retryBackoff: true,
  retryDelayMax: retry.longestSeconds,
  // The runner ends a try at its limit itself; this one is for a process that no longer can.
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

/** Brings the queue's own schema `pgboss` up to date, for servers whose role may not. */
export const migrateQueue = async (database: OpenDatabase): Promise<void> => {
  const boss = new PgBoss({
    db: createQueueDb(database.pool, new AsyncLocalStorage<Database>()),
    ...queueBackend(database),
    supervise: false,
    schedule: false,
  })
  await boss.start()
  // Some of its changes are made after its start, by itself.
  const isUnderWay = async () =>
    (await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress')
  while (await isUnderWay()) await delay(500)
  await boss.stop({ close: false, graceful: false })
}

/**
 * Opens the queue and brings its own schema `pgboss` up to date, under its own lock, so that several processes may
 * start at once. Nothing is worked on before `start` or `workOff`.
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
    // Both read statistics that the embedded database does not keep; an index is made anew by its owner alone.
    reindex: database.kind === 'postgres' && database.canCreateTables,
    monitorVacuum: database.kind === 'postgres',
  })
  boss.on('error', error => log.error('the job queue stumbled', { error }))
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
      // What came due while no server ran is made up for once.
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
