import { describe, expect, it } from 'vitest'
import { buildLetter } from '#test/support/mailing/letter.ts'
import { Letter } from './dispute-contract.ts'
import { nextMailStep } from './dispute-status.ts'

describe('the next step for a letter', () => {
  it.each([
    ['delivered', {}, undefined],
    ['requested', {}, undefined],
    ['requested', { waitsForDay: true }, 'This letter goes out on a later day'],
    ['held', {}, 'We are looking into this letter'],
    ['returned', { neverReceived: true }, 'This letter did not arrive'],
    ['rejected', { neverReceived: true }, 'This letter did not arrive'],
    ['returned', {}, 'The last mailing of this letter did not arrive'],
    ['untraceable', {}, 'Nobody can tell us whether this letter was mailed'],
  ] as const)('that is %s (%o) is "%s"', (state, known, title) => {
    const step = nextMailStep(state, null, { waitsForDay: false, neverReceived: false, ...known })
    expect(step?.title).toBe(title)
  })
})

it('a letter in an answer that an older server remembered, without neverReceived, can be read', () => {
  const { neverReceived: _, ...remembered } = buildLetter()
  expect(Letter.parse(remembered)).toEqual(buildLetter())
})
