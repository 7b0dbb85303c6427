import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bureaus } from '#values/bureau.ts'
import { disputableAccounts } from './disputable-accounts.ts'
import { disputableFreeze } from './disputable-item.ts'
import { report, row } from './fixtures/report.ts'
import {
  applyAction,
  type Choice,
  emptyChoice,
  startWizard,
  type Wizard,
  type WizardAction,
} from './wizard.ts'
import {
  countLetters,
  problemStep,
  problemsFromFields,
  reachableStep,
  stepProblems,
  steps,
  type WizardContext,
} from './wizard-steps.ts'

const empty = startWizard({ choices: [], documentIds: [] })

const rows = ['meridian', 'oak'].map(id => row({ id, creditorName: id }))
const context: WizardContext = {
  all: [...disputableAccounts(report({ accountInformation: rows }), []), ...disputableFreeze()],
  today: '2026-11-20',
}

const chosen = (own: Partial<Choice>): Choice => ({
  ...emptyChoice('meridian'),
  bureaus: ['TransUnion'],
  reason: 'not_mine',
  ...own,
})
const wizard = (...choices: Choice[]): Wizard => startWizard({ choices, documentIds: [] })
const lift = (own: Partial<Choice>): Wizard => wizard(chosen({ key: 'freeze', reason: 'lift', ...own }))

describe('a step cannot be completed', () => {
  it.each<[string, (typeof steps)[number], Wizard, string]>([
    ['with no item', 'items', empty, 'Choose at least one item'],
    ['with an item at no bureau', 'items', wizard(chosen({ bureaus: [] })), 'Choose at least one bureau'],
    [
      'with more items than a dispute takes',
      'items',
      wizard(...Array.from({ length: 21 }, (_, n) => chosen({ key: `a${n}` }))),
      'Choose at most 20 items',
    ],
    ['with an item without a reason', 'why', wizard(chosen({ reason: null })), 'Choose a reason'],
    [
      'with another reason that is not explained',
      'why',
      wizard(chosen({ reason: 'other', text: '  ' })),
      'Say in your own words what is wrong.',
    ],
    [
      'with an explanation of more than 1,000 characters',
      'why',
      wizard(chosen({ text: 'x'.repeat(1001) })),
      'Use at most 1,000 characters',
    ],
    [
      'with more documents than a letter takes',
      'why',
      { ...wizard(chosen({})), documentIds: Array.from({ length: 11 }, (_, n) => `d${n}`) },
      'Enclose at most 10 documents',
    ],
    ['with a lift that begins in the past', 'why', lift({ from: '2026-11-19' }), 'This day is in the past'],
    [
      'with a lift that ends before it begins',
      'why',
      lift({ from: '2026-12-02', until: '2026-12-01' }),
      'The last day is before the first',
    ],
    [
      'without the statement of truth',
      'send',
      wizard(chosen({})),
      'Confirm that what you say in the letters is true as far as you know.',
    ],
  ])('%s', (_, step, given, sentence) => {
    expect(stepProblems(step, given, context).map(({ text }) => text)).toEqual([sentence])
  })

  it.each([
    ['a lift of some days', lift({ from: '2026-11-20', until: '2026-11-27' })],
    ['a lift without days, which is until it is placed again', lift({})],
    ['a freeze', wizard(chosen({ key: 'freeze', reason: 'place' }))],
  ])('but can with %s', (_, given) => {
    expect(stepProblems('why', given, context)).toEqual([])
  })
})

describe('the step shown', () => {
  it.each([
    ['items', empty, 'send'],
    ['items', wizard(chosen({ bureaus: [] })), 'letters'],
    ['why', wizard(chosen({ reason: null })), 'send'],
    ['send', wizard(chosen({})), 'send'],
    ['items', wizard(chosen({})), 'items'],
  ] as const)('is %s when the answers go no further', (shown, given, asked) => {
    expect(reachableStep(asked, given, context)).toBe(shown)
  })
})

describe('the letters', () => {
  it('are one per chosen bureau, and every item is in as many letters as it has bureaus', () => {
    const key = fc.constantFrom('a', 'b', 'c')
    const answer: fc.Arbitrary<WizardAction> = fc.oneof(
      fc.record({
        did: fc.constant('choose' as const),
        key,
        offered: fc.subarray([...bureaus], { minLength: 1 }),
      }),
      fc.record({ did: fc.constant('drop' as const), key }),
      fc.record({
        did: fc.constant('bureau' as const),
        key,
        bureau: fc.constantFrom(...bureaus),
        on: fc.boolean(),
      }),
    )
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 40 }), answers => {
        const { choices } = answers.reduce(applyAction, empty)
        const keys = choices.map(one => one.key)
        expect(new Set(keys).size).toBe(keys.length)
        const letters = countLetters({ choices })
        expect(new Set(letters.map(({ bureau }) => bureau))).toEqual(
          new Set(choices.flatMap(one => one.bureaus)),
        )
        const places = choices.reduce((sum, one) => sum + one.bureaus.length, 0)
        expect(letters.reduce((sum, { items }) => sum + items, 0)).toBe(places)
      }),
    )
  })
})

describe('messages of the server', () => {
  const items = wizard(chosen({}), chosen({ key: 'oak' }))
  const freeze = lift({})

  it.each([
    [items, 'items.0.bureaus', 'meridian', 'items'],
    [items, 'items.1.bureaus.0', 'oak', 'items'],
    [items, 'items.1.accountId', 'oak', 'items'],
    [items, 'items.1.reportedValue', 'oak', 'items'],
    [items, 'items.1.reason', 'oak', 'why'],
    [items, 'items.0.explanation', 'meridian', 'why'],
    [items, 'items.0.correctValue', 'meridian', 'why'],
    [items, 'items', null, 'items'],
    [items, 'items.7.reason', null, 'items'],
    [items, 'documentIds.2', null, 'why'],
    [items, 'repeat', null, 'letters'],
    [items, 'attested', null, 'send'],
    [freeze, 'bureaus', 'freeze', 'items'],
    [freeze, 'action', 'freeze', 'why'],
    [freeze, 'until', 'freeze', 'why'],
  ] as const)('%#: about %s belong to its item and step', (given, path, key, step) => {
    const [problem] = problemsFromFields({ [path]: 'No.' }, given)
    expect(problem).toMatchObject({ key, text: 'No.' })
    expect(problem && problemStep(problem)).toBe(step)
  })
})
