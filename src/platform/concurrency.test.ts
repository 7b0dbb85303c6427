import { expect, it } from 'vitest'
import { boundedQueue, keyedMutex, limitPerKey } from './concurrency.ts'

const createTasks = () => {
  const ends: (() => void)[] = []
  const begun: number[] = []
  const task = (n: number) => () => {
    begun.push(n)
    return new Promise<number>(resolve => ends.push(() => resolve(n)))
  }
  return { ends, begun, task }
}
const settled = () => new Promise(setImmediate)

it('runs a few tasks at once, the others in their order, and refuses those beyond', async () => {
  const { ends, begun, task } = createTasks()
  const inQueue = boundedQueue({ concurrent: 2, waiting: 2 })
  const results = [1, 2, 3, 4].map(n => inQueue(task(n)))
  await expect(inQueue(task(5))).rejects.toMatchObject({ code: 'unavailable' })
  expect(begun).toEqual([1, 2])
  for (const expected of [
    [1, 2, 3],
    [1, 2, 3, 4],
  ]) {
    ends.shift()?.()
    await settled()
    expect(begun).toEqual(expected)
  }
  for (const end of ends) end()
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4])
})

it.each([
  ['a queue', boundedQueue({ concurrent: 1, waiting: 1 })],
  ['a mutex', <T>(act: () => Promise<T>) => mutex('key', act)],
])('continues %s after a task that failed', async (_, run) => {
  const failed = run(() => Promise.reject(new Error('broken')))
  const next = run(() => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
const mutex = keyedMutex()

it('runs the tasks of one key one after the other, and those of two keys at once', async () => {
  const { ends, begun, task } = createTasks()
  const exclusively = keyedMutex()
  const results = [exclusively('a', task(1)), exclusively('a', task(2)), exclusively('b', task(3))]
  await settled()
  expect(begun).toEqual([1, 3])
  ends[0]?.()
  await settled()
  expect(begun).toEqual([1, 3, 2])
  for (const end of ends) end()
  expect(await Promise.all(results)).toEqual([1, 2, 3])
})

it('runs a few tasks of each key at once, refuses more of the same key, and forgets those that ended', async () => {
  const { ends, begun, task } = createTasks()
  const few = limitPerKey(2)
  const running = [few('a', task(1)), few('a', task(2)), few('b', task(3))]
  await expect(few('a', task(4))).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 2 })
  expect(begun).toEqual([1, 2, 3])
  for (const end of ends) end()
  await Promise.all(running)
  await expect(few('a', () => Promise.reject(new Error('broke')))).rejects.toThrow('broke')
  const again = [few('a', task(5)), few('a', task(6))]
  for (const end of ends) end()
  expect(await Promise.all(again)).toEqual([5, 6])
})
