import { describe, expect, it } from 'vitest'
import type { ShownFinding } from '#features/findings/contract.ts'
import type { Bureau } from '#values/bureau.ts'
import { disputableAccounts } from './disputable-accounts.ts'
import { disputableInquiries } from './disputable-inquiries.ts'
import { disputableFreeze } from './disputable-item.ts'
import { finding, report, row } from './fixtures/report.ts'
import { linkedItems, linkedWithoutReason, type WizardLink, withLinked } from './link.ts'
import { emptyChoice } from './wizard.ts'

const found: ShownFinding[] = [
  finding({ id: 'C-02:account/a:TransUnion+Equifax', bureaus: ['TransUnion', 'Equifax'] }),
  finding({ id: 'C-03:account/a:Experian', bureaus: ['Experian'] }),
  finding({ id: 'C-02:account/b:Experian', accountId: 'b', bureaus: ['Experian'] }),
  finding({
    id: 'C-02:account/c:Experian',
    accountId: 'c',
    bureaus: ['Experian'],
    handled: true,
  }),
]
const [ofA, , ofB, ofC] = found.map(({ id }) => id)
const accounts = disputableAccounts(
  report({
    accountInformation: [
      ...(['TransUnion', 'Experian', 'Equifax'] as const).map(bureau => row({ id: 'a', bureau })),
      ...(['TransUnion', 'Experian'] as const).map(bureau => row({ id: 'b', bureau })),
      row({ id: 'c', bureau: 'Experian' }),
    ],
  }),
  found,
)

describe('a link to the wizard preselects', () => {
  it.each<[string, WizardLink, [string, Bureau[]][]]>([
    ['the item of a finding at its bureaus', { found: ofA }, [['a', ['TransUnion', 'Equifax']]]],
    [
      'the items of several findings, each at its own bureaus',
      { found: `${ofA},${ofB}` },
      [
        ['a', ['TransUnion', 'Equifax']],
        ['b', ['Experian']],
      ],
    ],
    ['a row at the bureau named', { items: 'b', bureaus: 'TransUnion' }, [['b', ['TransUnion']]]],
    ['no bureau for a row of several when none is named', { items: 'b' }, [['b', []]]],
    ['the only bureau of a row', { items: 'c' }, [['c', ['Experian']]]],
    ['no bureau that does not report the row', { items: 'b', bureaus: 'Equifax,Narnia' }, [['b', []]]],
    ['nothing of what is in dispute or answered', { found: ofC }, []],
    ['nothing by an unknown name', { found: 'x', items: 'y', bureaus: 'Equifax' }, []],
    ['nothing without a name', {}, []],
  ])('%s', (_, link, chosen) => {
    const { choices } = withLinked({ choices: [], documentIds: [] }, linkedItems(link, accounts))
    expect(choices.map(({ key, bureaus }) => [key, bureaus])).toEqual(chosen)
  })

  it('an inquiry at the bureau of its row', () => {
    const inquiries = (['TransUnion', 'Equifax'] as const).map(bureau => ({
      id: `i-${bureau}`,
      company: 'KESTREL MORTGAGE',
      bureau,
      date: '2026-08-19',
      kind: 'hard' as const,
      industry: null,
      address: null,
    }))
    const all = disputableInquiries(report({ creditInquiries: inquiries }), [])
    expect(linkedItems({ items: 'i-Equifax' }, all).map(({ bureaus }) => bureaus)).toEqual([['Equifax']])
  })

  it('the bureaus of a freeze', () => {
    const linked = linkedItems({ items: 'freeze', bureaus: 'Equifax,TransUnion' }, disputableFreeze())
    const start = { choices: [emptyChoice('freeze')], documentIds: [] }
    expect(withLinked(start, linked).choices).toEqual([
      { ...emptyChoice('freeze'), bureaus: ['TransUnion', 'Equifax'] },
    ])
  })
})

it('A link keeps an earlier visit’s answers about its item and others', () => {
  const before = [
    { ...emptyChoice('a'), bureaus: ['Experian' as const], reason: 'not_mine', text: 'Not me.' },
    { ...emptyChoice('b'), bureaus: ['Experian' as const] },
  ]
  const { choices } = withLinked({ choices: before, documentIds: [] }, linkedItems({ found: ofA }, accounts))
  expect(choices).toEqual([before[1], { ...before[0], bureaus: ['TransUnion', 'Experian', 'Equifax'] }])
})

it('A reason is offered for the other items of the link that have none and allow it', () => {
  const linked = linkedItems({ found: `${ofA},${ofB}` }, accounts)
  const { choices } = withLinked({ choices: [emptyChoice('c')], documentIds: [] }, linked)
  const context = { linked, choices, all: accounts, today: '2026-11-20' }
  expect(linkedWithoutReason('a', 'not_mine', context)).toEqual(['b'])
  expect(linkedWithoutReason('a', 'no_such_reason', context)).toEqual([])
  // Not in this link, or answered before.
  expect(linkedWithoutReason('c', 'not_mine', context)).toEqual([])
  const answered = choices.map(choice => ({ ...choice, reason: 'too_old' }))
  expect(linkedWithoutReason('a', 'not_mine', { ...context, choices: answered })).toEqual([])
})
