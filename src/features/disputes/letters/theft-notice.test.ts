import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { disputeContext, ids } from '#test/support/reports/disputed-report.ts'
import type { DisputedItem } from '../build-dispute.ts'
import { findContradictions, noRows } from '../contradictions.ts'
import type { TheftNotice } from '../dispute-requests.ts'
import { type DisputeContext, letterText } from './letter.ts'
import { isPrintable } from './printable.ts'
import { buildTheftNotice } from './theft-notice.ts'

const notice = (own: Partial<TheftNotice['account']> = {}): TheftNotice => ({
  account: { accountId: ids.lakeshore, bureau: 'TransUnion', asks: 'stop_reporting', ...own },
  company: {
    name: 'Lakeshore Card Services',
    street: 'PO Box 4410',
    secondLine: 'Fraud Department',
    city: 'Milwaukee',
    state: 'WI',
    postal: '53201',
    confirmed: true,
  },
})
const theftReport = { kind: 'identity_theft_report', name: 'FTC report' } as const
const license = { kind: 'government_id', name: 'License' } as const

const withPapers = (...enclosed: DisputeContext['enclosed']): DisputeContext => ({
  ...disputeContext(),
  enclosed,
})
const withBoth = withPapers(theftReport, license)

const textOf = (own: Partial<TheftNotice['account']>, context = withBoth): string =>
  buildTheftNotice(notice(own), context).letters.map(letterText).join()

const refusalOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, fields: error.fields }
    throw error
  }
  return null
}

describe('a notice of identity theft', () => {
  it('reads like this', () => {
    expect(textOf({}, withPapers(theftReport))).toBe(`Maya Brooks
2210 Mission Oak Drive, Apt 4
Pasadena, CA 91106

Lakeshore Card Services
PO Box 4410
Fraud Department
Milwaukee, WI 53201

November 20, 2026

Re: Identity theft: LAKESHORE CARD SVCS, account 51784402****

I am a victim of identity theft and enclose a copy of my identity theft report. The account below, which my credit report of November 2, 2026 shows in my TransUnion file, resulted from identity theft.

LAKESHORE CARD SVCS
Account number: 51784402****
Account type: Revolving, Credit card
Date opened: 06/2019

I did not open this account. Someone opened it in my name without my permission.

Please do not furnish information about this account to any consumer reporting agency, as section 623(a)(6)(B) of the Fair Credit Reporting Act, 15 U.S.C. 1681s-2(a)(6)(B), provides after an identity theft report.

Please tell me in writing, at the address above, what you did.

About me
Name: Maya Brooks
Current address: 2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106

Enclosed: copy of identity theft report

Sincerely,

Maya Brooks`)
  })

  it('requests records from a lender, and from a debt collector what it would send in a dispute, only if chosen', () => {
    const ofLender = textOf({ asks: 'stop_and_records' })
    expect(ofLender).toContain('copies of the application for this account')
    expect(ofLender).not.toContain('615(g)')
    const collector = { accountId: ids.meridian }
    expect(textOf(collector)).toContain('I did not open the account that this debt comes from.')
    expect(textOf(collector)).toContain('If you collect this debt for someone else, please tell them')
    expect(textOf(collector)).not.toMatch(/send me all information|609/)
    expect(textOf({ ...collector, asks: 'stop_and_records' })).toContain('In that case please also send me')
  })

  it('is not created without the identity theft report, nor a request for records without an ID', () => {
    const needed = (own: Partial<TheftNotice['account']>, context: DisputeContext) => {
      const refused = refusalOf(() => buildTheftNotice(notice(own), context))
      return refused === null ? null : `${refused.code}: ${refused.fields?.documentIds}`
    }
    for (const context of [withPapers(), withPapers(license)])
      expect(needed({}, context)).toMatch(/^document_needed: Enclose your identity theft report/)
    const asks = 'stop_and_records'
    expect(needed({ asks }, withPapers(theftReport))).toMatch(
      /^document_needed: Enclose a copy of a government ID/,
    )
    expect(needed({ asks, accountId: ids.meridian }, withPapers(theftReport))).toBeNull()
  })

  it('contradicts claims about the user’s own account, and vice versa', () => {
    const [now] = buildTheftNotice(notice(), withBoth).items
    if (now === undefined) throw new Error('there is no item')
    const previous: DisputedItem = {
      type: 'account',
      accountId: ids.lakeshore,
      creditorName: 'Lakeshore Card Services',
      reason: 'never_late',
      correctBureau: null,
      asksToVerify: false,
      explanation: null,
      bureaus: ['TransUnion'],
    }
    const present = {
      ...noRows,
      own: { name: null, address: null, dob: null, ssn: null, phone: null, employer: null },
    }
    const [found] = findContradictions([now], [{ ...previous, on: '2026-10-01' }], present, '2026-11-20')
    expect(found?.part).toBe('accountId')
    expect(
      findContradictions([previous], [{ ...now, on: '2026-10-01' }], present, '2026-11-20'),
    ).toHaveLength(1)
  })
})

it('no notice identifies the user beyond the account, names amounts, admits, promises or threatens', () => {
  const any = fc.record({
    accountId: fc.constantFrom(ids.meridian, ids.lakeshore, ids.harbor),
    bureau: fc.constantFrom('TransUnion', 'Experian'),
    asks: fc.constantFrom('stop_reporting', 'stop_and_records'),
    explanation: fc.constantFrom(undefined, ' ', 'I told you by phone.'),
  })
  fc.assert(
    fc.property(any, own => {
      if (refusalOf(() => textOf(own)) !== null) return
      const text = textOf(own)
      expect(text).not.toMatch(/4417|1988|Social Security|Date of birth|\$\d/)
      expect(text).not.toMatch(/guarantee|\bsue\b|lawsuit|attorney|damages|demand|violat|penalt|I owe/i)
      expect(text).not.toMatch(/null|undefined|NaN|Your file|: \n/)
      expect(text.includes('In my own words')).toBe(own.explanation === 'I told you by phone.')
      expect(Array.from(text).filter(one => one !== '\n' && !isPrintable(one))).toEqual([])
    }),
  )
})
