import { expect, it } from 'vitest'
import { pollWhileMailing } from './letter-state.ts'

const pending = {
  letters: [
    { mailState: 'processed', next: null },
    { mailState: 'submitted', next: { title: 'On its way', text: 'It should arrive by Mar 12, 2026.' } },
  ],
} as const
const gone = { letters: [{ mailState: 'processed', next: null }] } as const
const waits = { letters: [{ mailState: 'requested', next: { title: 'Later', text: 'Tomorrow.' } }] } as const

it('is polled every four seconds for two minutes, then every twenty, for a quarter of an hour', () => {
  let time = 0
  const look = pollWhileMailing(() => time)
  expect(look([gone, pending])).toBe(4_000)
  time += 119_999
  expect(look([pending])).toBe(4_000)
  time += 1
  expect(look([pending])).toBe(20_000)
  time += 13 * 60_000 - 1
  expect(look([pending])).toBe(20_000)
  time += 1
  expect(look([pending])).toBe(false)
  expect(look([gone])).toBe(false)
  expect(look([{ letters: [{ mailState: 'requested', next: null }] }])).toBe(4_000)
})

it('is not polled while no letter is pending', () => {
  expect(pollWhileMailing()([gone, waits])).toBe(false)
  expect(pollWhileMailing()([])).toBe(false)
})
