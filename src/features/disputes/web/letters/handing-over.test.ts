import { expect, it } from 'vitest'
import { pollWhileMailing } from './letter-state.ts'

const going = {
  letters: [
    { mailState: 'submitted', next: null },
    { mailState: 'requested', next: null },
  ],
} as const
const gone = { letters: [{ mailState: 'submitted', next: null }] } as const
const waits = { letters: [{ mailState: 'requested', next: { title: 'Later', text: 'Tomorrow.' } }] } as const

it('is looked for every four seconds, for two minutes each time', () => {
  let time = 0
  const look = pollWhileMailing(() => time)
  expect(look([gone, going])).toBe(4_000)
  time += 119_999
  expect(look([going])).toBe(4_000)
  time += 1
  expect(look([going])).toBe(false)
  expect(look([gone])).toBe(false)
  expect(look([going])).toBe(4_000)
})

it('is not looked for while none is on its way', () => {
  expect(pollWhileMailing()([gone, waits])).toBe(false)
  expect(pollWhileMailing()([])).toBe(false)
})
