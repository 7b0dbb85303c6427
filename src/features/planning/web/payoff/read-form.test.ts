import { describe, expect, it } from 'vitest'
import { readPayoffForm, showTyped, toFormErrors } from './read-form.ts'

const cards = [{ accountId: 'a', label: 'HARBOR BANK', limit: 500_000 }]
const others = { balance: 0, limit: 0 }
const good = {
  'balance-0': '$1,234.5',
  'apr-0': '24.99%',
  'minimum-0': '35',
  goal: 'below_30',
  now: '',
  monthly: '150',
}
const errorsOf = (values: object) => readPayoffForm({ ...good, ...values }, cards, others).errors

describe('the payoff form', () => {
  it('reads dollars and percents as hundredths', () => {
    expect(readPayoffForm(good, cards, others)).toEqual({
      request: {
        cards: [{ ...cards[0], balance: 123_450, apr: 2499, minimum: 3_500 }],
        others,
        goal: 'below_30',
        now: 0,
        monthly: 15_000,
      },
      errors: {},
    })
  })

  it.each([
    ['balance-0', ['', '0', '-5', 'abc', '1000000.01', '1.234'], /^Enter a balance/],
    ['apr-0', ['', '-1', '100.01', '24.999'], /^Enter the APR/],
    ['minimum-0', ['', '-1', '1e5'], /^Enter a minimum/],
    ['now', ['-1', 'x', '1000001'], /^Enter an amount from \$0 /],
    ['monthly', ['0', '-1'], /^Enter an amount from \$0\.01/],
  ])('shows an error at %s', (name, texts, sentence) => {
    for (const text of texts) {
      const errors = errorsOf({ [name]: text })
      expect(Object.keys(errors), text).toEqual([name])
      expect(errors[name]).toMatch(sentence)
    }
  })

  it('requires an amount, and limits when utilization is the goal', () => {
    expect(errorsOf({ monthly: '' })).toEqual({
      monthly: 'Enter an amount now, an amount each month, or both',
    })
    expect(errorsOf({ monthly: '', now: '0' })).toHaveProperty('monthly')
    expect(errorsOf({ monthly: '', now: '10' })).toEqual({})
    const without = cards.map(card => ({ ...card, limit: null }))
    expect(Object.keys(readPayoffForm(good, without, others).errors)).toEqual(['goal'])
  })

  it('shows the messages of the server at its fields', () => {
    expect(toFormErrors({ 'cards.2.apr': 'No', goal: 'Not this' })).toEqual({
      'apr-2': 'No',
      goal: 'Not this',
    })
    expect([showTyped(null), showTyped(2_499)]).toEqual(['', '24.99'])
  })
})
