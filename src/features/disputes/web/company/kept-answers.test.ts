import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contactMedia, debtClaims, noticeStates } from '../../collectors/debt-answers.ts'
import {
  type CeaseAnswers,
  keepCease,
  keepValidation,
  noCease,
  noValidation,
  restoreCease,
  restoreValidation,
  type ValidationAnswers,
} from '../collectors/collector-answers.ts'
import { keepLetter, type LetterAnswers, restoreLetter } from '../furnisher/letter-answers.ts'
import { row } from '../wizard/fixtures/report.ts'
import { noCompany } from './company-answers.ts'

const text = fc.string({ maxLength: 30 })
const company = fc.record({
  name: text,
  street: text,
  secondLine: text,
  city: text,
  state: text,
  postal: text,
  confirmed: fc.constant(false),
})
const collected = row({ id: 'a', bureau: 'Equifax' })
const debt = {
  debt: fc.constantFrom({ accountId: 'a', bureau: 'Equifax' as const }, 'typed' as const, null),
  number: text,
  amount: text,
  originalCreditor: text,
  isDebtCollector: fc.boolean(),
  company,
  explanation: text,
}

const validations: fc.Arbitrary<ValidationAnswers> = fc.record({
  ...debt,
  notice: fc.record({ state: fc.constantFrom(...noticeStates, null), on: text, endsOn: text }),
  scope: fc.constantFrom('whole', 'part', null),
  partAmount: text,
  claims: fc.subarray([...debtClaims]),
  asksOriginalCreditor: fc.boolean(),
})
const ceases: fc.Arbitrary<CeaseAnswers> = fc.record({
  ...debt,
  scope: fc.constantFrom('all', 'limited', null),
  media: fc.subarray([...contactMedia]),
  notAtWork: fc.boolean(),
})
const letters: fc.Arbitrary<LetterAnswers> = fc.record({
  accountId: text,
  bureau: fc.constantFrom('Equifax', 'Experian', null),
  choice: fc.oneof(fc.constant(null), fc.string({ minLength: 1 })),
  text,
  amount: text,
  payBy: text,
  company,
})

describe('stored answers', () => {
  it('are restored unchanged', () => {
    fc.assert(
      fc.property(validations, ceases, letters, (validation, cease, letter) => {
        expect(restoreValidation(keepValidation(validation), [collected])).toEqual(validation)
        expect(restoreCease(keepCease(cease), [collected])).toEqual(cease)
        expect(restoreLetter(keepLetter(letter), ['Equifax', 'Experian'])).toEqual(letter)
      }),
    )
  })

  it('are empty for an untouched form', () => {
    expect([keepValidation(noValidation), keepCease(noCease)]).toEqual([{}, {}])
  })

  it('lose the confirmation of the address, and what the report no longer shows', () => {
    const given = {
      ...noCease,
      debt: { accountId: 'a', bureau: 'Equifax' } as const,
      company: { ...noCompany, street: '1 Elm Street', confirmed: true },
    }
    const kept = keepCease(given)
    expect(restoreCease(kept, [])).toEqual({
      ...noCease,
      debt: null,
      company: { ...noCompany, street: '1 Elm Street' },
    })
    expect(restoreCease({ ...kept, scope: 'everything', media: 'fax phone' }, [])).toMatchObject({
      scope: null,
      media: ['phone'],
    })
  })
})
