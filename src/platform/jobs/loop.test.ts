import { expect, it } from 'vitest'
import { createLoop, type Loops, stallWatch } from './loop.ts'

const LOOK_MS = 1

/** Watches loops for a number of checks; returns the reported ones. */
const toldOf = async (
  loops: Loops,
  { looks = 100, answers = async () => true }: { looks?: number; answers?: () => Promise<boolean> } = {},
) => {
  const told: string[] = []
  const whole = Promise.withResolvers<void>()
  let left = looks
  const watch = stallWatch(
    loops,
    async () => {
      left -= 1
      if (left === 0) whole.resolve()
      return answers()
    },
    loop => told.push(loop),
    LOOK_MS,
  )
  watch.start()
  await whole.promise
  await watch.stop()
  return told
}

it('reports a stalled loop once, and no other', async () => {
  const hung = createLoop(() => new Promise(() => undefined), LOOK_MS)
  let turned = 0
  hung.start()
  expect(await toldOf({ hung: hung.iterations, well: () => (turned += 1) })).toEqual(['hung'])
})

it('does not report a slow loop', async () => {
  let looks = 0
  const slow = () => Math.floor((looks += 1) / 11)
  expect(await toldOf({ slow })).toEqual([])
})

it('does not report a loop that was not started or was stopped', async () => {
  const [idle, stopped] = [
    createLoop(async () => undefined, LOOK_MS),
    createLoop(async () => undefined, LOOK_MS),
  ]
  stopped.start()
  await stopped.stop()
  expect(await toldOf({ idle: idle.iterations, stopped: stopped.iterations })).toEqual([])
})

it('does not count checks while the database does not respond', async () => {
  let asked = 0
  const mostly = async () => (asked += 1) % 10 !== 0
  expect(await toldOf({ hung: () => 1 }, { answers: mostly })).toEqual([])
})
