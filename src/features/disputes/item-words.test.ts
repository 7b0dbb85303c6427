import { describe, expect, it } from 'vitest'
import type { Item } from './dispute-contract.ts'
import { describeItem, describeOutcome, listOutcomes } from './item-words.ts'
import { personalWords } from './reason-words.ts'

const item = {
  id: '1',
  bureaus: ['Equifax' as const],
  explanation: null,
  outcomes: {},
  answers: [],
  steps: [],
}
const freeze: Item = { ...item, type: 'freeze', reason: 'lift', from: '2026-12-01', until: null }
const account: Item = {
  ...item,
  type: 'account',
  accountId: 'a',
  creditorName: 'Oak Bank',
  reason: 'not_mine',
  correctBureau: null,
  asksToVerify: false,
}

describe('an item', () => {
  it.each<[Item, string, string]>([
    [account, 'Oak Bank', 'This account is not mine'],
    [
      { ...account, reason: 'wrong_limit', asksToVerify: true },
      'Oak Bank',
      'I ask to verify the credit limit',
    ],
    [
      { ...item, type: 'inquiry', inquiryId: 'i', company: 'Elm', reason: 'no_application' },
      'Elm',
      'I did not apply to this company',
    ],
    [
      {
        ...item,
        type: 'personal-info',
        field: 'name',
        reportedValue: 'M Brookes',
        reason: 'correct',
        correctValue: 'Maya Brooks',
      },
      'M Brookes',
      `${personalWords.name.correct.label}: Maya Brooks`,
    ],
    [
      {
        ...item,
        type: 'personal-info',
        field: 'name',
        reportedValue: 'M Brookes',
        reason: 'remove',
        correctValue: null,
      },
      'M Brookes',
      personalWords.name.remove.label,
    ],
    [freeze, 'Security freeze', 'Lift the freeze from Dec 1, 2026'],
    [{ ...freeze, from: null, until: '2026-12-08' }, 'Security freeze', 'Lift the freeze until Dec 8, 2026'],
    [{ ...freeze, from: null, reason: 'place' }, 'Security freeze', 'Freeze the file'],
    [
      { ...freeze, until: '2026-12-08' },
      'Security freeze',
      'Lift the freeze from Dec 1, 2026 to Dec 8, 2026',
    ],
  ])('%# is described by its name and the claim about it', (given, name, said) => {
    expect(describeItem(given)).toEqual({ name, said })
  })

  it('has five possible answers, a freeze three', () => {
    expect(listOutcomes(account)).toHaveLength(5)
    expect(listOutcomes(freeze).map(({ outcome, label }) => [outcome, label])).toEqual([
      ['corrected', 'Done'],
      ['frivolous', 'Turned down'],
      ['no_answer', 'No answer'],
    ])
    expect(describeOutcome(account, 'corrected').label).toBe('Corrected')
  })

  it('has other answers if a letter only requested something', () => {
    const labelsOf = (follows: Parameters<typeof listOutcomes>[1]) =>
      listOutcomes(account, follows).map(({ outcome, label }) => [outcome, label])
    expect(labelsOf('method_of_verification')).toEqual([
      ['deleted', 'Deleted'],
      ['corrected', 'Described'],
      ['frivolous', 'Turned down'],
      ['no_answer', 'No description'],
    ])
    expect(labelsOf('statement')).toEqual([
      ['corrected', 'Added'],
      ['frivolous', 'Turned down'],
      ['no_answer', 'No answer'],
    ])
    expect(labelsOf('dispute_again')).toEqual(labelsOf(null))
    // Recorded by earlier releases, which offered the answers of a dispute.
    expect(describeOutcome(account, 'verified', 'method_of_verification').label).toBe('Verified')
  })
})
