import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type OwnDatabase, openOwnDatabase } from '#test/support/own-database.ts'
import { newId } from '../ids.ts'
import { createLog } from '../telemetry/log.ts'
import { defineJob, type Jobs, openJobs, type Task } from './jobs.ts'

const AT_ONCE = 3

const task = (name: string, atOnce?: number): Task<{ id: string }> => ({
  name,
  payload: z.strictObject({ id: z.uuid() }),
  retry: { times: 0, firstSeconds: 1, longestSeconds: 1 },
  limitSeconds: 60,
  ...(atOnce === undefined ? {} : { maxConcurrent: atOnce }),
})

/** Work that runs until released, and reports when a number of attempts have started. */
const gated = () => {
  const begun = Array.from({ length: 10 }, () => Promise.withResolvers<void>())
  const letGo: (() => void)[] = []
  let underWay = 0
  let most = 0
  return {
    work: async () => {
      begun[letGo.length]?.resolve()
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise<void>(resolve => letGo.push(resolve))
      underWay -= 1
    },
    haveBegun: async (count: number) => {
      await Promise.all(begun.slice(0, count).map(({ promise }) => promise))
    },
    letGo,
    most: () => most,
  }
}

let own: OwnDatabase
let jobs: Jobs
const [several, single, note] = [gated(), gated(), gated()]
const tasks = { several: task('several', AT_ONCE), single: task('single'), note: task('note') }

beforeAll(async () => {
  own = await openOwnDatabase()
  jobs = await openJobs({
    database: own.database,
    clock: () => new Date(),
    log: createLog('silent', process.stderr),
    metrics: { ended: () => undefined },
    timeZone: 'America/New_York',
  })
  await jobs.declare([
    defineJob(tasks.several, several.work),
    defineJob(tasks.single, single.work),
    defineJob(tasks.note, note.work),
  ])
})
afterAll(async () => {
  await jobs.stop(1_000)
  await own.drop()
})

const enqueue = (which: Task<{ id: string }>) =>
  own.database.db.transaction(tx => jobs.enqueue(tx, which, { id: newId() }))

it('a job runs at most its number of concurrent attempts, and stopping the queue waits for all of them', async () => {
  for (let time = 0; time < AT_ONCE + 2; time += 1) await enqueue(tasks.several)
  for (let time = 0; time < 2; time += 1) await enqueue(tasks.single)
  jobs.start()
  await several.haveBegun(AT_ONCE)
  await single.haveBegun(1)
  // The transaction that takes this lock has reread the other two.
  await enqueue(tasks.note)
  await note.haveBegun(1)
  expect([several.most(), single.most()]).toEqual([AT_ONCE, 1])

  several.letGo[1]?.()
  await several.haveBegun(AT_ONCE + 1)
  expect(several.most()).toBe(AT_ONCE)

  let over = false
  const stopped = jobs.stop(60_000).then(() => {
    over = true
  })
  const [first, ...others] = [several, single, note].flatMap(({ letGo }) => letGo)
  for (const go of others) go()
  await new Promise(setImmediate)
  expect(over).toBe(false)
  first?.()
  await stopped
  expect([several.letGo.length, single.letGo.length]).toEqual([AT_ONCE + 1, 1])
})
