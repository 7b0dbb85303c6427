import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { accountReasons } from '#features/findings/reasons.ts'
import type { Account, PublicRecord } from '#features/reports/canonical.ts'
import { times } from '#test/support/chance.ts'
import { disputeContext, ids, report } from '#test/support/reports/disputed-report.ts'
import type { BuiltDispute } from '../build-dispute.ts'
import type { CompanyAddress, DirectDispute, GoodwillRequest, SettlementOffer } from '../dispute-requests.ts'
import { type DisputeContext, letterText } from '../letters/letter.ts'
import { isPrintable } from '../letters/printable.ts'
import { buildDirectDispute, buildGoodwillRequest, buildSettlementOffer } from './build.ts'
import { bureauReasons, directReasons } from './direct-reasons.ts'

const company: CompanyAddress = {
  name: 'Lakeshore Card Services',
  street: 'PO Box 4410',
  secondLine: 'Dispute Department',
  city: 'Milwaukee',
  state: 'WI',
  postal: '53201',
  confirmed: true,
}

const direct = (own: Partial<DirectDispute['account']> = {}): DirectDispute => ({
  account: {
    accountId: ids.lakeshore,
    bureau: 'TransUnion',
    reason: 'never_late',
    explanation: 'I paid on March 3, 2026.',
    ...own,
  },
  company,
})
const goodwill = (own: Partial<GoodwillRequest['account']> = {}): GoodwillRequest => ({
  account: {
    accountId: ids.lakeshore,
    bureau: 'TransUnion',
    wish: 'late_payments',
    explanation: 'I was in the hospital that month.',
    ...own,
  },
  company,
})
const settlement = (own: Partial<SettlementOffer['account']> = {}): SettlementOffer => ({
  account: {
    accountId: ids.meridian,
    bureau: 'TransUnion',
    amount: '500',
    payBy: '2026-12-31',
    reporting: 'as_settled',
    ...own,
  },
  company: { ...company, name: 'Meridian Collections' },
})

const textOf = ({ letters: [letter] }: BuiltDispute): string =>
  letter === undefined ? '' : letterText(letter)

const refusalOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, fields: error.fields }
    throw error
  }
  return null
}

const bankruptcy: PublicRecord = {
  id: 'p',
  bureau: 'TransUnion',
  type: 'Chapter 7 bankruptcy',
  disposition: 'Discharged',
  filed: '2023-05-01',
  disposed: '2023-09-01',
  court: null,
  caseNumber: null,
  amount: null,
  plaintiff: null,
  responsibility: null,
}

const context = disputeContext()

describe('a letter to the company that reports an account', () => {
  it('in a direct dispute reads like this', () => {
    expect(textOf(buildDirectDispute(direct(), context))).toBe(`Maya Brooks
2210 Mission Oak Drive, Apt 4
Pasadena, CA 91106

Lakeshore Card Services
PO Box 4410
Dispute Department
Milwaukee, WI 53201

November 20, 2026

Re: Direct dispute of LAKESHORE CARD SVCS, account 51784402****

I dispute what you report to credit bureaus about the account below, which my credit report of November 2, 2026 shows in my TransUnion file. This is a direct dispute under section 623(a)(8) of the Fair Credit Reporting Act, 15 U.S.C. 1681s-2(a)(8), and 12 CFR 1022.43.

LAKESHORE CARD SVCS
Account number: 51784402****
Account type: Revolving, Credit card
Date opened: 06/2019
Status: Open, paid as agreed
Balance: $412.00
Late months: 60 days late in March 2026

I was not late in March 2026. My TransUnion report shows the account as 60 days late in March 2026. Experian shows March 2026 as paid as agreed.

In my own words: “I paid on March 3, 2026.”

Please check your records of my payments, and correct whatever wrongly shows me late to paid as agreed.

Please make a reasonable investigation, review what I say here, and send me the result in writing at the address above. 12 CFR 1022.43(e)(3) gives you the time that section 611(a)(1) of the Act, 15 U.S.C. 1681i(a)(1), gives a credit bureau: 30 days from the day you receive this letter, and at most 15 more if I send you more information meanwhile.

Please do not report this information meanwhile without saying that I dispute it, as section 623(a)(3) of the Act, 15 U.S.C. 1681s-2(a)(3), provides.

If what you reported proves inaccurate, please promptly tell each credit bureau to which you reported it, with the correction, as 12 CFR 1022.43(e)(4) provides.

About me
Name: Maya Brooks
Current address: 2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106

Sincerely,

Maya Brooks`)
  })

  it('that asks for goodwill admits nothing by itself and cites no law', () => {
    const text = textOf(buildGoodwillRequest(goodwill(), context))
    expect(
      text,
    ).toContain(`I write about the account below, which my credit report of November 2, 2026 shows in my TransUnion file. I have a request that you are free to grant or to decline.

LAKESHORE CARD SVCS
Account number: 51784402****
Account type: Revolving, Credit card
Date opened: 06/2019
Late months: 60 days late in March 2026

I ask for your goodwill.

In my own words: “I was in the hospital that month.”

As a courtesy, please consider asking the credit bureaus to remove the late payments that are reported on this account.

This is a request. It is not a dispute under the Fair Credit Reporting Act. Apart from my own words above it admits nothing.

Please tell me in writing, at the address above, what you decide. Thank you for considering it.`)
    expect(text).not.toMatch(/U\.S\.C\.|CFR|inaccurate|investigat/)
  })

  it('distinguishes an account from its twin by what it is, not by what is owed, if that is enough', () => {
    const [row] = report.accounts
    if (row === undefined) throw new Error('there is no account')
    const subjectOf = (own: Partial<Account>) => {
      const twin = { ...row, id: ids.harbor, currentBalance: '90.00', ...own }
      const given = disputeContext({ report: { ...report, accounts: [row, twin] } })
      return buildSettlementOffer(settlement(), given).letters[0]?.subject
    }
    const named = 'Offer to settle MERIDIAN COLLECTIONS, account MC-90211****'
    expect(subjectOf({ originalCreditor: 'OAK CLINIC' })).toBe(
      `${named}, original creditor HARBOR MEDICAL GROUP`,
    )
    expect(subjectOf({ dateClosed: '2025-06-01' })).toBe(`${named}, date closed not reported`)
    expect(subjectOf({})).toBe(`${named}, balance $1,284.00`)
  })

  it('that offers to settle promises nothing before a written agreement', () => {
    const built = buildSettlementOffer(settlement(), context)
    expect(built.letters[0]?.to).toEqual({ kind: 'collector', name: 'Meridian Collections' })
    expect(textOf(built)).toContain(`To resolve this matter I offer $500.00, to be paid by December 31, 2026.

Before I pay anything, please send me an agreement in writing that says whom I pay, how and by when; that this payment settles the account in full, and that you will not collect, sell or assign any remaining balance; and that you will report it to credit bureaus as settled, with nothing owed and nothing past due.

This letter is an offer to settle. It is not an admission that I owe this debt or any part of it, and it does not renew or extend any time limit for a claim. It binds me to nothing before I have your agreement in writing.

Please answer in writing at the address above.`)
    expect(textOf(built)).not.toMatch(/Balance|Past due|Status/)
  })

  it('requests no more than was chosen', () => {
    const bare = textOf(
      buildSettlementOffer(settlement({ payBy: undefined, reporting: 'not_asked' }), context),
    )
    expect(bare).toContain('I offer $500.00.')
    expect(bare).not.toMatch(/credit bureaus|delete/)
    expect(textOf(buildGoodwillRequest(goodwill({ wish: 'whole_account' }), context))).not.toMatch(/late/i)
  })
})

describe('a request about a debt in bankruptcy', () => {
  const cautionsOf = (row: Partial<Account>, records: Partial<PublicRecord>[] = []) => {
    const given: DisputeContext = {
      ...context,
      report: {
        ...report,
        accounts: report.accounts.map(one => (one.bureau === 'TransUnion' ? { ...one, ...row } : one)),
        publicRecords: records.map(record => ({ ...bankruptcy, ...record })),
      },
    }
    const offer = buildSettlementOffer(settlement(), given)
    const request = buildGoodwillRequest(goodwill(), given)
    return [offer, request].map(({ cautions = [] }) => cautions.map(({ message }) => message))
  }
  const marked = 'TransUnion shows this account as part of a bankruptcy.'
  const listed = 'Your TransUnion file lists a bankruptcy that may include this debt.'

  it.each<[string, Partial<Account>, Partial<PublicRecord>[], string | null]>([
    ['rated as in bankruptcy', { payStatus: 'BK' }, [], marked],
    ['that a remark marks', { remarks: [{ code: null, text: 'Discharged in chapter 7' }] }, [], marked],
    ['that may be part of a listed one', {}, [{}], listed],
    ['that arose after a listed one', {}, [{ filed: '2010-01-04', disposed: null }], null],
    ['of a dismissed case', {}, [{ disposition: 'Dismissed' }], null],
    ['that another bureau lists', {}, [{ bureau: 'Experian' }], null],
    ['reaffirmed', { remarks: [{ code: null, text: 'Bankruptcy, debt reaffirmed' }] }, [], null],
  ])('warns that it may be discharged, for an account %s', (_, row, records, says) => {
    for (const messages of cautionsOf(row, records)) {
      expect(messages).toHaveLength(says === null ? 0 : 1)
      expect(messages.join()).toContain(says === null ? '' : `${says} Nobody may collect`)
    }
  })
})

describe('a direct dispute', () => {
  it('accepts exactly the reasons that are not for the bureaus only', () => {
    const all = [...directReasons, ...bureauReasons.map(({ reason }) => reason)]
    expect(all.toSorted()).toEqual(accountReasons.toSorted())
  })

  it('does not mention public records, for which the company is not responsible', () => {
    const bankrupt: DisputeContext = {
      ...context,
      report: {
        ...report,
        publicRecords: [bankruptcy],
      },
    }
    const asked = direct({ accountId: ids.meridian, reason: 'included_in_bankruptcy' })
    const text = textOf(buildDirectDispute(asked, bankrupt))
    expect(text).toContain('This debt was included in my bankruptcy.')
    expect(text).not.toMatch(/Chapter 7|public record/)
  })

  it('asks to verify differences between the bureaus, without calling any value wrong', () => {
    const built = buildDirectDispute(direct({ accountId: ids.meridian, reason: 'wrong_balance' }), context)
    expect(built.items).toMatchObject([{ asksToVerify: true, bureaus: [] }])
    expect(textOf(built)).toContain('The bureaus report the balance of this account differently.')
    expect(built.letters[0]?.items[0]?.says.join(' ')).not.toMatch(/inaccurate/)
  })

  it.each(['wrong_balance', 'wrong_limit', 'wrong_payment_status', 'wrong_dates', 'reaged'] as const)(
    'for the reason %s asks to correct a value only if it is inaccurate',
    reason => {
      const accountId = reason === 'wrong_limit' ? ids.lakeshore : ids.meridian
      const built = buildDirectDispute(direct({ accountId, reason }), context)
      expect(built.letters[0]?.items[0]?.ask).toMatch(/correct (?:what|it if it) is inaccurate\.$/)
    },
  )

  it.each([
    ['a collection', {}, true],
    [
      'an account that was only late',
      { accountType: 'Installment', payStatus: '90', isCollection: false } as const,
      false,
    ],
  ])('about the age of %s cites the duty of the company, and no rule for the bureaus', (_, own, isCited) => {
    const accounts = report.accounts.map(row => (row.id === ids.meridian ? { ...row, ...own } : row))
    const asked = direct({ accountId: ids.meridian, reason: 'reaged' })
    const text = textOf(buildDirectDispute(asked, { ...context, report: { ...report, accounts } }))
    expect(text.includes('Section 623(a)(5) of the Act, 15 U.S.C. 1681s-2(a)(5)')).toBe(isCited)
    expect(text).not.toMatch(/1681c|605/)
  })

  it('adds the account number of a bureau that shows more digits', () => {
    const accounts = report.accounts.map(row =>
      row.bureau === 'TransUnion' ? { ...row, accountNumber: '5X7X4X0X****' } : row,
    )
    const text = textOf(buildDirectDispute(direct(), { ...context, report: { ...report, accounts } }))
    expect(text).toContain('Account number: 5X7X4X0X****\nAccount number at Experian: 51784402****\n')
    expect(text).toContain('account 5X7X4X0X****')
  })

  it('quotes a merged report as such', () => {
    const text = textOf(
      buildDirectDispute(direct({ accountId: ids.harbor, reason: 'paid_or_settled' }), context),
    )
    expect(text).toContain('which is listed in my merged credit report of November 2, 2026')
    expect(text).toContain('My merged report still shows a balance of $640.00.')
  })
})

describe('is refused', () => {
  it.each([
    [{ bureau: 'Experian' }, 'free', 'plan_required', 'account.bureau'],
    [{ accountId: crypto.randomUUID() }, 'max', 'not_found', 'account.accountId'],
    [{ bureau: 'Equifax' }, 'max', 'item_not_reported', 'account.bureau'],
    [{ reason: 'deceased_in_error' }, 'max', 'invalid_request', 'account.reason'],
    [{ explanation: ' ' }, 'max', 'explanation_needed', 'account.explanation'],
    [{ explanation: 'My number is 512-34-4417' }, 'max', 'invalid_request', 'account.explanation'],
  ] as const)('a direct dispute with %j', (own, plan, code, field) => {
    const refused = refusalOf(() => buildDirectDispute(direct(own), { ...context, plan }))
    expect([refused?.code, Object.keys(refused?.fields ?? {})]).toEqual([code, [field]])
  })

  it('an address that the report states for another company', () => {
    const place = { city: 'MILWAUKEE', state: 'WI', postal: '53201' }
    const accounts = report.accounts.map(row =>
      row.id === ids.harbor ? { ...row, address: { street: 'PO BOX 4410', ...place } } : row,
    )
    const refused = refusalOf(() =>
      buildDirectDispute(direct(), { ...context, report: { ...report, accounts } }),
    )
    expect(refused?.fields?.['company.street']).toContain('as the address of HARBOR AUTO LOANS')
  })

  it.each([
    [{ amount: '0' }, 'account.amount', 'Enter an amount above zero'],
    [{ amount: '1284.01' }, 'account.amount', 'TransUnion shows $1,284.00 as owed. Offer at most that.'],
    [{ payBy: '2026-11-20' }, 'account.payBy', 'Choose a day in the future'],
  ])('an offer with %j', (own, field, sentence) => {
    expect(refusalOf(() => buildSettlementOffer(settlement(own), context))).toEqual({
      code: 'invalid_request',
      fields: { [field]: sentence },
    })
  })

  it('a goodwill request if nothing is late, and an offer if nothing is owed', () => {
    expect(refusalOf(() => buildGoodwillRequest(goodwill({ bureau: 'Experian' }), context))).toEqual({
      code: 'invalid_request',
      fields: { 'account.wish': 'Experian shows nothing late or negative here' },
    })
    expect(refusalOf(() => buildGoodwillRequest(goodwill({ accountId: ids.meridian }), context))).toEqual({
      code: 'invalid_request',
      fields: { 'account.wish': 'TransUnion shows no late payment on this account' },
    })
    const paid = {
      ...report,
      accounts: report.accounts.map(row => ({ ...row, currentBalance: '0.00', amountPastDue: null })),
    }
    expect(refusalOf(() => buildSettlementOffer(settlement(), { ...context, report: paid }))).toEqual({
      code: 'invalid_request',
      fields: { 'account.bureau': 'TransUnion shows nothing owed on this account' },
    })
  })
})

/** Letters for every reason and request that the report allows, with any text from the user. */
const anyLetter = fc
  .record({
    accountId: fc.constantFrom(ids.meridian, ids.lakeshore, ids.harbor),
    bureau: fc.constantFrom('TransUnion', 'Experian'),
    reason: fc.constantFrom(...directReasons),
    wish: fc.constantFrom('late_payments', 'whole_account'),
    reporting: fc.constantFrom('as_settled', 'deleted', 'not_asked'),
    words: fc.constantFrom('It is so.', 'See the copy.'),
  })
  .map(({ accountId, bureau, reason, wish, reporting, words }) =>
    [
      () => buildDirectDispute(direct({ accountId, bureau, reason, explanation: words }), context),
      () => buildGoodwillRequest(goodwill({ accountId, bureau, wish, explanation: words }), context),
      () => buildSettlementOffer(settlement({ accountId, bureau, reporting, amount: '1' }), context),
    ].flatMap(build => (refusalOf(build) === null ? build().letters : [])),
  )

it('no letter to a company identifies the user beyond the account, promises, threatens or admits anything', () => {
  fc.assert(
    fc.property(anyLetter, letters => {
      for (const letter of letters) {
        const text = letterText(letter)
        expect(text).not.toMatch(/4417|1988|Social Security|Date of birth/)
        expect(text).not.toMatch(
          /guarantee|\bsue\b|lawsuit|attorney|damages|demand|violat|penalt|I owe (?!this debt or any part)/i,
        )
        expect(text).not.toMatch(/null|undefined|NaN|Your file|: \n/)
        expect(Array.from(text).filter(one => one !== '\n' && !isPrintable(one))).toEqual([])
        const shown = report.accounts.flatMap(row => [row.currentBalance, row.amountPastDue, row.creditLimit])
        for (const [amount] of text.matchAll(/\$[\d,]+\.\d\d/g))
          expect([...shown, '1.00']).toContain(amount.replaceAll(/[$,]/g, ''))
      }
    }),
    { numRuns: times(100) },
  )
})
