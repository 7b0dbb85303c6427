import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type OwnDatabase, onEverySession, openOwnDatabase } from '#test/support/own-database.ts'
import { newId } from '../ids.ts'
import { createLog } from '../telemetry/log.ts'
import { defineJob, type Job, type Jobs, openJobs, type Task } from './jobs.ts'

const start = Date.parse('2026-11-20T12:00:00Z')
const minute = 60_000

const task = (
  name: string,
  retry = { times: 0, firstSeconds: 1, longestSeconds: 1 },
): Task<{ id: string }> => ({
  name,
  payload: z.strictObject({ id: z.uuid() }),
  retry,
  limitSeconds: 1,
})

let own: OwnDatabase
let jobs: Jobs
let done: string[]
let logged: string
let ended: string[]
const clock = new TestClock(start)

const note = defineJob(task('note'), async ({ id }) => {
  done.push(id)
})
const stubborn = task('stubborn', { times: 3, firstSeconds: 60, longestSeconds: 150 })
const stubbornly = defineJob(stubborn, async ({ id }) => {
  done.push(id)
  throw new TypeError('the words of an error can hold +1 202-555-0143')
})
const slow = task('slow')
const slowly = defineJob(slow, ({ id }) => {
  done.push(id)
  return new Promise(() => undefined)
})
const nightly = defineJob(
  { ...task('nightly'), payload: z.strictObject({}) },
  async () => {
    done.push('nightly')
  },
  '30 3 * * *',
)
const declared: readonly Job[] = [note, stubbornly, slowly, nightly]

beforeAll(async () => {
  own = await openOwnDatabase({ setTime: true })
  logged = ''
  ended = []
  jobs = await openJobs({
    database: own.database,
    clock: () => new Date(clock.now()),
    log: createLog('info', { write: line => (logged += line) }),
    metrics: { ended: (job, outcome) => ended.push(`${job} ${outcome}`) },
    timeZone: 'America/New_York',
    time: { clock, setSessionStatements: onEverySession(own.database) },
  })
  await jobs.declare(declared)
})
beforeEach(() => {
  done = []
  ended = []
})
afterAll(async () => {
  await jobs.stop(1_000)
  await own.drop()
})

const enqueue = async (what: Task<{ id: string }>) => {
  const id = newId()
  await own.database.db.transaction(tx => jobs.enqueue(tx, what, { id }))
  return id
}

/** The number of attempts as time passes, one entry per step. */
const triesOver = async (steps: readonly number[]) => {
  const tries = []
  for (const step of steps) {
    await clock.setTime(clock.now() + step)
    tries.push(await jobs.drainQueue())
  }
  return tries
}

describe('a job', () => {
  it('enqueued in a committed transaction runs once', async () => {
    const id = await enqueue(task('note'))
    expect(await jobs.drainQueue()).toBe(1)
    expect(await jobs.drainQueue()).toBe(0)
    expect(done).toEqual([id])
    expect(ended).toEqual(['note done'])
  })

  it('enqueued in a rolled-back transaction never runs', async () => {
    const rolledBack = own.database.db.transaction(async tx => {
      await jobs.enqueue(tx, task('note'), { id: newId() })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(await jobs.drainQueue()).toBe(0)
  })

  it('contains only what its task describes', async () => {
    const payload = { id: newId(), phone: '+12025550143' }
    await expect(jobs.enqueue(own.database.db, task('note'), payload)).rejects.toThrow(z.ZodError)
    await expect(jobs.enqueue(own.database.db, task('note'), { id: 'Maya' })).rejects.toThrow(z.ZodError)
    expect(await jobs.queueDepths()).toEqual([])
  })

  it('that fails is retried with growing delays and then given up, which is logged and counted', async () => {
    const id = await enqueue(stubborn)
    expect(await jobs.drainQueue()).toBe(1)
    expect(await jobs.drainQueue()).toBe(0)
    // Waits of 60 to 120 seconds, of 120 to 150, and of 150.
    expect(await triesOver([59_000, 61_000])).toEqual([0, 1])
    expect(await triesOver([119_000, 31_000])).toEqual([0, 1])
    // The last attempt, and then the notice that there will be no more.
    expect(await triesOver([149_000, 1_000, 24 * 60 * minute])).toEqual([0, 2, 0])
    expect(done).toEqual([id, id, id, id])
    expect(ended).toEqual([...done.map(() => 'stubborn failed'), 'stubborn given_up'])
    expect(logged).toContain('"msg":"job given up"')
    expect(logged).toContain('TypeError')
  })

  it('leaves no error message in the log or the database', async () => {
    const { rows } = await own.database.pool.query<{ row: string }>('select t::text as row from pgboss.job t')
    const stored = rows.map(({ row }) => row).join('\n')
    expect(stored).toContain('TypeError')
    expect(stored + logged).not.toContain('555-0143')
  })

  it('that takes too long fails, and the next one runs', async () => {
    const id = await enqueue(slow)
    expect(await jobs.drainQueue()).toBe(2)
    expect(done).toEqual([id])
    expect(ended).toEqual(['slow failed', 'slow given_up'])
  })

  it('is counted while it waits, with its age', async () => {
    await enqueue(task('note'))
    await enqueue(task('note'))
    await clock.setTime(clock.now() + 5 * minute)
    expect(await jobs.queueDepths()).toEqual([{ job: 'note', count: 2, oldestSeconds: 300 }])
    await jobs.drainQueue()
    expect(await jobs.queueDepths()).toEqual([])
  })

  it('with a schedule runs at its time in the business time zone', async () => {
    await clock.setTime('2026-11-23T08:29:00Z')
    await clock.tick(30_000)
    // The missed nights are made up for once.
    await expect.poll(() => jobs.drainQueue()).toBe(1)
    await clock.tick(30_000)
    await clock.tick(30_000)
    await expect.poll(() => jobs.drainQueue()).toBe(1)
    expect(done).toEqual(['nightly', 'nightly'])
  })

  it('without a schedule any more is unscheduled', async () => {
    await jobs.declare([note])
    expect((await own.database.pool.query('select name from pgboss.schedule')).rows).toEqual([])
  })
})
