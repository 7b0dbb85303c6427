import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { boundedQueue, inBatches, keyedMutex, limitPerKey } from './concurrency.ts'

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

it('runs a few tasks concurrently, queues others in order, and refuses the rest', async () => {
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

it('runs the tasks of one key sequentially, and those of two keys concurrently', async () => {
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

it('runs a few tasks of each key concurrently, refuses more of the same key, and forgets finished ones', async () => {
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

const batching = (most: number, fails: (items: readonly number[]) => boolean = () => false) => {
  const batches: (readonly number[])[] = []
  const add = inBatches(most, async (items: readonly number[]) => {
    batches.push(items)
    await settled()
    if (fails(items)) throw new Error(`${items.join(' ')} failed`)
    return item => item * 10
  })
  return { batches, add }
}

it('batches items that arrive while a batch is running, and returns each its own result', async () => {
  const { batches, add } = batching(3)
  expect(await Promise.all([1, 2, 3, 4, 5].map(add))).toEqual([10, 20, 30, 40, 50])
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
  expect(await add(6)).toBe(60)
})

it('fails only for the faulty item of a batch', async () => {
  const { add } = batching(9, items => items.includes(3))
  const results = await Promise.allSettled([1, 2, 3, 4].map(add))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(results[2]).toMatchObject({ reason: { message: '3 failed' } })
  expect(await add(5)).toBe(50)
})

it('runs a batch outside the context of its requests', async () => {
  const requests = new AsyncLocalStorage<string>()
  const add = inBatches(2, async () => {
    const seen = requests.getStore()
    return () => seen
  })
  expect(await requests.run('a request', () => add(1))).toBeUndefined()
})
