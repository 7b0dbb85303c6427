import { expect, it } from 'vitest'
import { createLoop, type Loops, stallWatch } from './loop.ts'

const POLL_MS = 1

/** Watches loops for a number of checks; returns the reported ones. */
const stalledLoops = async (
  loops: Loops,
  { looks = 100, answers = async () => true }: { looks?: number; answers?: () => Promise<boolean> } = {},
) => {
  const reported: string[] = []
  const whole = Promise.withResolvers<void>()
  let left = looks
  const watch = stallWatch(
    loops,
    async () => {
      left -= 1
      if (left === 0) whole.resolve()
      return answers()
    },
    loop => reported.push(loop),
    POLL_MS,
  )
  watch.start()
  await whole.promise
  await watch.stop()
  return reported
}

it('reports a stalled loop once, and no other', async () => {
  const hung = createLoop(() => new Promise(() => undefined), POLL_MS)
  let turned = 0
  hung.start()
  expect(await stalledLoops({ hung: hung.iterations, well: () => (turned += 1) })).toEqual(['hung'])
})

it('does not report a slow loop', async () => {
  let looks = 0
  const slow = () => Math.floor((looks += 1) / 11)
  expect(await stalledLoops({ slow })).toEqual([])
})

it('does not report a loop that was not started or was stopped', async () => {
  const [idle, stopped] = [
    createLoop(async () => undefined, POLL_MS),
    createLoop(async () => undefined, POLL_MS),
  ]
  stopped.start()
  await stopped.stop()
  expect(await stalledLoops({ idle: idle.iterations, stopped: stopped.iterations })).toEqual([])
})

it('does not count checks while the database does not respond', async () => {
  let asked = 0
  const mostly = async () => (asked += 1) % 10 !== 0
  expect(await stalledLoops({ hung: () => 1 }, { answers: mostly })).toEqual([])
})
