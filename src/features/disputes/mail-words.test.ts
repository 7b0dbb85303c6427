import { describe, expect, it } from 'vitest'
import { nextMailStep } from './dispute-status.ts'

describe('the next step for a letter', () => {
  it.each([
    ['delivered', false, undefined],
    ['requested', false, undefined],
    ['requested', true, 'This letter goes out on a later day'],
    ['held', false, 'We are looking into this letter'],
    ['returned', false, 'This letter did not arrive'],
    ['rejected', false, 'This letter did not arrive'],
    ['untraceable', false, 'Nobody can tell us whether this letter was mailed'],
  ] as const)('that is %s (waits for its day: %s) is "%s"', (state, waitsForDay, title) => {
    expect(nextMailStep(state, null, waitsForDay)?.title).toBe(title)
  })
})
