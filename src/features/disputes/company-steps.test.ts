import { describe, expect, it } from 'vitest'
import { outcomes } from '#features/findings/item-state.ts'
import type { NamedDebt } from './collectors/fields.ts'
import type { ValidationPeriod } from './collectors/validation-period.ts'
import { ceaseSteps, directSteps, theftSteps, validationSteps } from './company-steps.ts'

const reported: NamedDebt = {
  accountId: '0192f0c1-0000-7000-8000-000000000001',
  bureau: 'TransUnion',
  number: null,
  amount: null,
  originalCreditor: null,
}
const typed = { ...reported, accountId: null, bureau: null }
const open: ValidationPeriod = { state: 'open', endsOn: '2026-12-10', sureBy: '2026-12-10', isNamed: false }
const over: ValidationPeriod = { state: 'over', endsOn: '2026-10-10', sureBy: '2026-10-10', isNamed: false }

const actsOf = (steps: readonly { act: string | null }[]) => steps.flatMap(({ act }) => act ?? [])

describe('after a dispute', () => {
  it.each([
    ['verified', ['dispute_with_bureaus', 'write_cease']],
    ['corrected', ['dispute_with_bureaus']],
    ['frivolous', ['complain', 'dispute_with_bureaus', 'write_cease']],
    ['no_answer', ['dispute_with_bureaus']],
  ] as const)('that was answered with %s', (outcome, acts) => {
    expect(actsOf(validationSteps(outcome, { debt: reported, period: open }))).toEqual(acts)
  })

  it('no step leads to the bureaus if no report shows the debt', () => {
    for (const outcome of outcomes)
      expect(actsOf(validationSteps(outcome, { debt: typed, period: open }))).not.toContain(
        'dispute_with_bureaus',
      )
  })

  it('a collector that continued after the validation period is not called wrong', () => {
    const steps = validationSteps('frivolous', { debt: reported, period: over })
    expect(actsOf(steps)).not.toContain('complain')
    expect(steps[0]?.text).toMatch(/^By federal law .* may go on collecting/)
  })

  it('an unanswered dispute is not called late', () => {
    const [first] = validationSteps('no_answer', { debt: typed, period: open })
    expect(first?.text).toContain(
      'Federal law sets no day by which a debt collector must answer; the law of your state may.',
    )
  })
})

it('after a request to stop contact further contact is first compared with what the law still allows', () => {
  expect(ceaseSteps('frivolous', 'all')[0]?.text).toContain('(15 U.S.C. 1692c(c)(1) to (3))')
  const limited = ceaseSteps('frivolous', 'limited')[0]?.text
  expect(limited).toContain('(12 CFR 1006.14(h)(2))')
  expect(limited).not.toContain('1692c(c)')
  expect(actsOf(ceaseSteps('frivolous', 'all'))).toEqual(['complain'])
  expect(ceaseSteps('corrected', 'all').map(({ title }) => title)).toEqual([
    'Answer court papers, if any come',
  ])
})

it.each(outcomes)(
  'after a direct dispute with the outcome %s, the bureaus can still be written to',
  outcome => {
    const [step, ...more] = directSteps(outcome)
    expect([step?.act, more]).toEqual(['dispute_with_bureaus', []])
    expect(step?.text).toMatch(/1681i\(a\)\(2\)/)
  },
)

it('after a notice of identity theft leads to the block', () => {
  expect(theftSteps.map(({ act, text }) => [act, text.includes('1681c-2')])).toEqual([
    ['dispute_with_bureaus', true],
  ])
})
