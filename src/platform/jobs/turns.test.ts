import { expect, it } from 'vitest'
import { fewByKey, turnsOf } from './turns.ts'

const acts = () => {
  const ends: (() => void)[] = []
  const begun: number[] = []
  const act = (n: number) => () => {
    begun.push(n)
    return new Promise<number>(resolve => ends.push(() => resolve(n)))
  }
  return { ends, begun, act }
}
const settled = () => new Promise(setImmediate)

it('runs a few acts at once, the others in their order, and refuses who would wait too long', async () => {
  const { ends, begun, act } = acts()
  const inTurn = turnsOf({ atOnce: 2, waiting: 2 })
  const results = [1, 2, 3, 4].map(n => inTurn(act(n)))
  await expect(inTurn(act(5))).rejects.toMatchObject({ code: 'unavailable' })
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

it('goes on after an act that failed', async () => {
  const inTurn = turnsOf({ atOnce: 1, waiting: 1 })
  const failed = inTurn(() => Promise.reject(new Error('broken')))
  const next = inTurn(() => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

it('runs a few acts of each key at once, refuses more of the same key, and forgets those that ended', async () => {
  const { ends, begun, act } = acts()
  const few = fewByKey(2)
  const running = [few('a', act(1)), few('a', act(2)), few('b', act(3))]
  await expect(few('a', act(4))).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 2 })
  expect(begun).toEqual([1, 2, 3])
  for (const end of ends) end()
  await Promise.all(running)
  await expect(few('a', () => Promise.reject(new Error('broke')))).rejects.toThrow('broke')
  const again = [few('a', act(5)), few('a', act(6))]
  for (const end of ends) end()
  expect(await Promise.all(again)).toEqual([5, 6])
})
