import { describe, expect, it } from 'vitest'
import {
  lettersRefusal,
  mailingRefusal,
  maxPlanRefusal,
  type Policies,
  type PolicyFacts,
  termsRefusal,
} from './policies.ts'

const open: Policies = {
  maxPlan: 'anyone',
  mailing: { who: 'anyone', certified: true, lettersPerMonth: null },
  termsFirst: false,
}
const user: PolicyFacts = { confirmed: false, termsAccepted: false, workRefusal: null, staff: null }
const staff = { ...user, staff: { mayMail: true } }
const mailing = (who: Policies['mailing']['who']): Policies => ({
  ...open,
  mailing: { ...open.mailing, who },
})

describe('Max Plan is switched on', () => {
  it.each([
    ['anyone', user, null],
    ['confirmed', user, 'identity_needed'],
    ['confirmed', { ...user, confirmed: true }, null],
    ['staff', { ...user, confirmed: true }, 'staff_switches_plan'],
  ] as const)('by %s: %j gives %s', (maxPlan, facts, refusal) => {
    expect(maxPlanRefusal({ ...open, maxPlan }, facts)).toBe(refusal)
  })
})

describe('letters are mailed', () => {
  it.each([
    ['anyone', user, null],
    ['anyone', staff, null],
    ['confirmed', user, 'identity_needed'],
    ['confirmed', staff, 'identity_needed'],
    ['confirmed', { ...user, confirmed: true }, null],
    ['staffApproved', { ...user, confirmed: true }, 'staff_mails'],
    ['staffApproved', staff, null],
    ['anyone', { ...user, confirmed: true, staff: { mayMail: false } }, 'no_mailing_consent'],
  ] as const)('for %s: %j gives %s', (who, facts, refusal) => {
    expect(mailingRefusal(mailing(who), facts)).toBe(refusal)
  })

  it.each([
    [null, 500, false, true, null],
    [10, 7, false, true, null],
    [10, 8, false, true, 'letters_used_up'],
    [10, 10, true, true, 'letters_used_up'],
    [null, 0, true, false, 'certified_not_offered'],
    [null, 0, false, false, null],
  ])(
    '3 more with a limit of %s after %d, certified %s, offered %s: %s',
    (most, mailed, certified, offered, refusal) => {
      const policies = {
        ...open,
        mailing: { who: 'anyone' as const, certified: offered, lettersPerMonth: most },
      }
      expect(lettersRefusal(policies, { letters: 3, certified, mailed })).toBe(refusal)
    },
  )
})

it('nothing that costs money or pulls reports happens before the terms are accepted, if they are required first', () => {
  const first: Policies = { ...open, termsFirst: true }
  for (const refusal of [termsRefusal, maxPlanRefusal, mailingRefusal]) {
    expect(refusal(first, { ...user, confirmed: true })).toBe('terms_needed')
    expect(refusal(first, { ...user, termsAccepted: true })).toBeNull()
    expect(refusal(open, user)).toBeNull()
  }
})
