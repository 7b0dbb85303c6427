import { afterEach, expect, it } from 'vitest'
import type * as functions from '#test/support/thread-functions.ts'
import { threads as builtThreads } from '../../rolldown.config.ts'
import { createThreads, type Threads } from './threads.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const module = new URL('../../test/support/thread-functions.ts', import.meta.url)

const open: Threads[] = []
const start = (limits: Partial<Parameters<typeof createThreads>[0]> = {}) => {
  const threads = createThreads({ threads: 1, waiting: 10, timeoutMs: 5_000, ...limits })
  open.push(threads)
  return (name: keyof typeof functions) => threads.define<(input: string) => string>(module, name, isText)
}
afterEach(async () => {
  for (const threads of open.splice(0)) await threads.close()
})

it('returns what the function returns, with several concurrent calls', async () => {
  const greeting = start({ threads: 2 })('greeting')
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(greeting))).toEqual(['hi a', 'hi b', 'hi c', 'hi d'])
})

it.each([
  ['throws', 'failing', 'broken by x'],
  ['returns what cannot be sent', 'unsendable', ''],
  ['returns another type than the caller expects', 'number', 'returned something else'],
] as const)('fails when the function %s, and continues with the next', async (_, name, message) => {
  const define = start()
  await expect(define(name)('x')).rejects.toThrow(message)
  expect(await define('greeting')('e')).toBe('hi e')
})

it.each([
  ['takes too long', 'endless'],
  ['ends its thread', 'exiting'],
] as const)('refuses when the function %s, and continues in another thread', async (_, name) => {
  const define = start({ timeoutMs: 1_500 })
  await expect(define(name)('x')).rejects.toMatchObject({ code: 'unavailable' })
  expect(await define('greeting')('e')).toBe('hi e')
})

it('refuses more tasks than may wait, and accepts them again later', async () => {
  const greeting = start({ waiting: 0 })('greeting')
  const first = greeting('a')
  await expect(greeting('b')).rejects.toMatchObject({ code: 'unavailable' })
  await first
  expect(await greeting('c')).toBe('hi c')
})

it('reuses its threads or starts a new one per task, without environment', async () => {
  const kept = start()('count')
  expect([await kept('x'), await kept('x')]).toEqual(['1 with 0 variables', '2 with 0 variables'])
  const fresh = start({ fresh: true })('count')
  expect([await fresh('x'), await fresh('x')]).toEqual(['1 with 0 variables', '1 with 0 variables'])
})

it('loads every module that the server runs in threads', async () => {
  const namesIn = start()('namesIn')
  for (const built of builtThreads)
    expect(await namesIn(new URL(`../${built}.ts`, import.meta.url).href), built).toMatch(/\w/)
})

it('starts the new thread for the next task in advance', async () => {
  const fresh = createThreads({ threads: 1, waiting: 10, timeoutMs: 5_000, fresh: true })
  open.push(fresh)
  const own = fresh.define<(input: string) => string>(module, 'thread', isText)
  fresh.startAhead(module)
  const other = Number(await start()('thread')('x'))
  expect(Number(await own('x'))).toBeLessThan(other)
  const later = Number(await start()('thread')('x'))
  expect(Number(await own('x'))).toBeLessThan(later)
})
