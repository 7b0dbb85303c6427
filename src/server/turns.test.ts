import { expect, it } from 'vitest'
import { turnsOf } from './turns.ts'

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
