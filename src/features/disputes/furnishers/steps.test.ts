import { expect, it } from 'vitest'
import { outcomes } from '#features/findings/item-state.ts'
import { directSteps, theftSteps } from './steps.ts'

it.each(outcomes)('after a direct dispute was answered with %s the bureaus are left', outcome => {
  const [step, ...more] = directSteps(outcome)
  expect([step?.act, more]).toEqual(['dispute_with_bureaus', []])
  expect(step?.text).toMatch(/1681i\(a\)\(2\)/)
})

it('after a notice of identity theft leads to the block', () => {
  expect(theftSteps.map(({ act, text }) => [act, text.includes('1681c-2')])).toEqual([
    ['dispute_with_bureaus', true],
  ])
})
