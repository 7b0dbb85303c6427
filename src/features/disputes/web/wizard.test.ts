import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountReasons } from '#features/findings/account-reasons.ts'
import { bureaus } from '#values/bureau.ts'
import {
  type Answer,
  answered,
  empty,
  itemsOf,
  lettersOf,
  problemsAt,
  problemsFrom,
  reachable,
  stepOf,
  steps,
  type Wizard,
} from './wizard.ts'

const after = (...answers: Answer[]): Wizard => answers.reduce(answered, empty)

const meridian = [
  { did: 'choose', accountId: 'meridian', offered: ['TransUnion', 'Experian'] },
  { did: 'bureau', accountId: 'meridian', bureau: 'Experian', on: true },
  { did: 'bureau', accountId: 'meridian', bureau: 'TransUnion', on: true },
  { did: 'reason', accountId: 'meridian', reason: 'not_mine' },
] as const satisfies Answer[]

describe('answers', () => {
  it('start with nothing chosen and the statement of truth empty', () => {
    expect(empty).toEqual({ choices: [], attested: false, problems: [] })
  })

  it('of an item at several bureaus choose no bureau for the person', () => {
    expect(after(meridian[0]).choices).toEqual([
      { accountId: 'meridian', bureaus: [], reason: null, explanation: '' },
    ])
  })

  it('of an item that only one bureau reports need no second click', () => {
    const wizard = after({ did: 'choose', accountId: 'oak', offered: ['Equifax'] })
    expect(wizard.choices[0]?.bureaus).toEqual(['Equifax'])
  })

  it('keep bureaus in the order in which the product shows them', () => {
    expect(after(...meridian).choices[0]?.bureaus).toEqual(['TransUnion', 'Experian'])
  })

  it.each<[string, Answer]>([
    ['another item', { did: 'choose', accountId: 'oak', offered: ['Equifax'] }],
    ['an item less', { did: 'drop', accountId: 'meridian' }],
    ['a bureau less', { did: 'bureau', accountId: 'meridian', bureau: 'Experian', on: false }],
    ['another reason', { did: 'reason', accountId: 'meridian', reason: 'too_old' }],
    ['other words', { did: 'explain', accountId: 'meridian', text: 'I never lived there.' }],
  ])('take the statement of truth back with %s, for the letters are others then', (_, answer) => {
    const attested = after(...meridian, { did: 'attest', on: true })
    expect(attested.attested).toBe(true)
    expect(answered(attested, answer).attested).toBe(false)
  })

  it('take back the sentence about what they answer and no other', () => {
    const wizard = after(meridian[0], {
      did: 'meet',
      problems: [
        { accountId: 'meridian', part: 'bureaus', text: 'Choose at least one bureau' },
        { accountId: 'oak', part: 'bureaus', text: 'Choose at least one bureau' },
      ],
    })
    expect(answered(wizard, meridian[1]).problems).toEqual([
      { accountId: 'oak', part: 'bureaus', text: 'Choose at least one bureau' },
    ])
  })
})

describe('a step cannot be left', () => {
  it.each<[string, (typeof steps)[number], Wizard, string]>([
    ['with no item', 'items', empty, 'Choose at least one item'],
    ['with an item at no bureau', 'items', after(meridian[0]), 'Choose at least one bureau'],
    [
      'with more items than a dispute takes',
      'items',
      after(
        ...Array.from(
          { length: 21 },
          (_, n): Answer => ({ did: 'choose', accountId: `a${n}`, offered: ['Equifax'] }),
        ),
      ),
      'Choose at most 20 items',
    ],
    ['with an item without a reason', 'why', after(meridian[0], meridian[1]), 'Choose a reason'],
    [
      'with another reason that is not explained',
      'why',
      after(
        ...meridian,
        { did: 'reason', accountId: 'meridian', reason: 'other' },
        { did: 'explain', accountId: 'meridian', text: '  ' },
      ),
      'Say in your own words what is wrong.',
    ],
    [
      'with an explanation of more than 1,000 characters',
      'why',
      after(...meridian, { did: 'explain', accountId: 'meridian', text: 'x'.repeat(1001) }),
      'Use at most 1,000 characters',
    ],
    [
      'without the statement of truth',
      'send',
      after(...meridian),
      'Confirm that what you say in the letters is true as far as you know.',
    ],
  ])('%s', (_, step, wizard, sentence) => {
    expect(problemsAt(step, wizard).map(({ text }) => text)).toEqual([sentence])
  })
})

describe('the step shown', () => {
  it.each([
    ['items', empty, 'send'],
    ['items', after(meridian[0]), 'letters'],
    ['why', after(meridian[0], meridian[1]), 'send'],
    ['send', after(...meridian), 'send'],
    ['items', after(...meridian), 'items'],
  ] as const)('is %s when the answers go no further', (shown, wizard, asked) => {
    expect(reachable(asked, wizard)).toBe(shown)
  })

  it('after a reload, which forgets the answers, is the first', () => {
    expect(steps.map(step => reachable(step, empty))).toEqual(['items', 'items', 'items', 'items'])
  })
})

describe('the dispute sent', () => {
  it('holds the items in the words of the contract, an explanation only when there is one', () => {
    const wizard = after(
      ...meridian,
      { did: 'choose', accountId: 'oak', offered: ['Equifax'] },
      { did: 'reason', accountId: 'oak', reason: 'other' },
      { did: 'explain', accountId: 'oak', text: '  Paid by my insurer. ' },
    )
    expect(itemsOf(wizard)).toEqual([
      { accountId: 'meridian', bureaus: ['TransUnion', 'Experian'], reason: 'not_mine' },
      { accountId: 'oak', bureaus: ['Equifax'], reason: 'other', explanation: 'Paid by my insurer.' },
    ])
    expect(lettersOf(wizard)).toEqual([
      { bureau: 'TransUnion', items: 1 },
      { bureau: 'Experian', items: 1 },
      { bureau: 'Equifax', items: 1 },
    ])
  })

  it('has one letter for each bureau chosen, and every item in as many letters as it has bureaus', () => {
    const answer: fc.Arbitrary<Answer> = fc.oneof(
      fc.record({
        did: fc.constant('choose' as const),
        accountId: fc.constantFrom('a', 'b', 'c'),
        offered: fc.subarray([...bureaus], { minLength: 1 }),
      }),
      fc.record({ did: fc.constant('drop' as const), accountId: fc.constantFrom('a', 'b', 'c') }),
      fc.record({
        did: fc.constant('bureau' as const),
        accountId: fc.constantFrom('a', 'b', 'c'),
        bureau: fc.constantFrom(...bureaus),
        on: fc.boolean(),
      }),
      fc.record({
        did: fc.constant('reason' as const),
        accountId: fc.constantFrom('a', 'b', 'c'),
        reason: fc.constantFrom(...accountReasons),
      }),
    )
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 40 }), answers => {
        const wizard = after(...answers)
        const ids = wizard.choices.map(({ accountId }) => accountId)
        expect(new Set(ids).size).toBe(ids.length)
        expect(new Set(lettersOf(wizard).map(({ bureau }) => bureau))).toEqual(
          new Set(wizard.choices.flatMap(({ bureaus: chosen }) => chosen)),
        )
        const places = wizard.choices.reduce((sum, { bureaus: chosen }) => sum + chosen.length, 0)
        expect(lettersOf(wizard).reduce((sum, { items }) => sum + items, 0)).toBe(places)
      }),
    )
  })
})

describe('sentences of the server', () => {
  const wizard = after(...meridian, { did: 'choose', accountId: 'oak', offered: ['Equifax'] })

  it.each([
    ['items.0.bureaus', 'meridian', 'items'],
    ['items.1.bureaus.0', 'oak', 'items'],
    ['items.1.accountId', 'oak', 'items'],
    ['items.1.reason', 'oak', 'why'],
    ['items.0.explanation', 'meridian', 'why'],
    ['items', null, 'items'],
    ['items.7.reason', null, 'items'],
    ['attested', null, 'send'],
  ])('about %s belong to %s on the step %s', (path, accountId, step) => {
    const [problem] = problemsFrom({ [path]: 'No.' }, wizard)
    expect(problem).toMatchObject({ accountId, text: 'No.' })
    expect(problem && stepOf(problem)).toBe(step)
  })
})
