import { describe, expect, it } from 'vitest'
import { type AccountInformation, disputableAccounts } from './disputable-accounts.ts'
import { applyRightBureau, type DisputableItem } from './disputable-item.ts'
import { restoreDraft, toDraft } from './draft.ts'
import { report, row } from './fixtures/report.ts'
import { applyAction, emptyChoice, startWizard } from './wizard.ts'

const at = (bureau: AccountInformation['bureau'], own: Partial<AccountInformation>): AccountInformation =>
  row({ id: 'a', bureau, ...own })

const limits = [
  at('TransUnion', { creditLimit: '300.00' }),
  at('Experian', { creditLimit: '300.00' }),
  at('Equifax', { creditLimit: '99999.00' }),
]

const itemOf = (rows: AccountInformation[]): DisputableItem => {
  const [item] = disputableAccounts(report({ accountInformation: rows }), [])
  if (item === undefined) throw new Error('no account')
  return item
}

const all = ['TransUnion', 'Experian', 'Equifax'] as const

describe('which bureau is right', () => {
  it('is asked with each value once, and states who is written to', () => {
    expect(itemOf(limits).listRightAnswers('wrong_limit', all)).toEqual([
      {
        bureau: 'TransUnion',
        text: 'TransUnion and Experian show a credit limit of $300.00',
        written: ['Equifax'],
      },
      {
        bureau: 'Equifax',
        text: 'Equifax shows a credit limit of $99,999.00',
        written: ['TransUnion', 'Experian'],
      },
    ])
  })

  it('is asked for one bureau that another contradicts, which then may be right', () => {
    expect(
      itemOf(limits)
        .listRightAnswers('wrong_limit', ['Equifax'])
        .map(({ bureau }) => bureau),
    ).toEqual(['TransUnion'])
  })

  it.each<[string, string | null, readonly AccountInformation['bureau'][], AccountInformation[]]>([
    ['where no reason is chosen', null, all, limits],
    ['of a reason that is no question of values', 'not_mine', all, limits],
    ['where all show the same', 'wrong_limit', all, limits.slice(0, 2)],
    ['of a value that one bureau alone shows', 'wrong_limit', ['TransUnion'], limits.slice(0, 1)],
  ])('is not asked %s', (_, reason, bureaus, rows) => {
    expect(itemOf(rows).listRightAnswers(reason, bureaus)).toEqual([])
  })
})

describe('the named bureau', () => {
  const item = itemOf(limits)
  const choice = {
    ...emptyChoice('a'),
    bureaus: [...all],
    reason: 'wrong_limit',
    correctBureau: 'Equifax' as const,
  }

  it('limits the letters to the bureaus that must correct their values, and leaves the answer unchanged', () => {
    expect(applyRightBureau(choice, [item])).toEqual({ ...choice, bureaus: ['TransUnion', 'Experian'] })
    expect(applyRightBureau({ ...choice, correctBureau: null }, [item]).bureaus).toEqual(all)
  })

  it('is ignored if it is no longer offered', () => {
    expect(applyRightBureau({ ...choice, reason: 'not_mine' }, [item])).toEqual({
      ...choice,
      reason: 'not_mine',
      correctBureau: null,
    })
  })

  it('is cleared with its reason, which also clears the statement of truth', () => {
    const wizard = { ...startWizard({ choices: [choice], documentIds: [] }), attested: true }
    const other = applyAction(wizard, { did: 'reason', key: 'a', reason: 'not_mine' })
    expect(other.choices[0]?.correctBureau).toBeNull()
    const named = applyAction(wizard, { did: 'right', key: 'a', bureau: 'TransUnion' })
    expect([named.choices[0]?.correctBureau, named.attested]).toEqual(['TransUnion', false])
  })

  it('is stored in the draft as long as it is offered', () => {
    const draft = toDraft({ choices: [choice], documentIds: [] }, 'why')
    const back = (rows: AccountInformation[]) =>
      restoreDraft(draft, [itemOf(rows)], [], '2026-11-20').answers.choices[0]
    expect(back(limits)?.correctBureau).toBe('Equifax')
    expect(back(limits.map(one => ({ ...one, creditLimit: '300.00' })))?.correctBureau).toBeNull()
  })
})
