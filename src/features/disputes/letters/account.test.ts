import { describe, expect, it } from 'vitest'
import type { Report } from '#features/reports/canonical.ts'
import { listParts } from '#features/reports/parts.ts'
import { account } from '#test/support/reports/blank-account.ts'
import { accountLettersFor, ids, report } from '#test/support/reports/disputed-report.ts'
import type { AccountDispute } from '../dispute-requests.ts'
import type { Enclosure } from './enclosures.ts'
import { type LetterContext, letterText } from './letter.ts'

type Asked = AccountDispute['items'][number]

const lettersFor = (items: Asked[], own: Partial<LetterContext> = {}, from: Report = report) =>
  accountLettersFor(items, { report: from, ...own })

const meridian: Asked = { accountId: ids.meridian, bureaus: ['TransUnion'], reason: 'not_mine' }
const lakeshore: Asked = { accountId: ids.lakeshore, bureaus: ['TransUnion'], reason: 'never_late' }
const harbor: Asked = { accountId: ids.harbor, bureaus: ['Experian'], reason: 'paid_or_settled' }

const license: Enclosure = { kind: 'government_id', name: 'License' }
const home: Enclosure = { kind: 'proof_of_address', name: 'Bill' }

const bodies = (items: Asked[], own?: Partial<LetterContext>, from?: Report) =>
  lettersFor(items, own, from).map(letterText)

describe('letters from a report of several dates', () => {
  const dated = listParts(report).map(part =>
    part.bureau === 'Experian' ? { ...part, reportDate: '2026-10-03' } : part,
  )
  const late: Asked = { ...lakeshore, bureaus: ['TransUnion'] }
  const paid: Asked = { accountId: ids.meridian, bureaus: ['TransUnion', 'Experian'], reason: 'not_mine' }

  it('state for each bureau the date of its own part, and cite no part of another day as evidence', () => {
    const [transUnion, experian] = bodies([paid], { parts: dated }, { ...report, parts: dated })
    expect(transUnion).toContain('which my credit report of November 2, 2026 shows in my TransUnion file')
    expect(experian).toContain('which my credit report of October 3, 2026 shows in my Experian file')
    expect(experian).not.toMatch(/November 2,|TransUnion/)
    expect(bodies([late])[0]).toMatch(/Experian shows/)
    expect(bodies([late], { parts: dated }, { ...report, parts: dated })[0]).not.toMatch(/Experian/)
  })
})

it('calls an identity theft report support only for a claim of identity theft', () => {
  const enclosed: Enclosure[] = [license, { kind: 'identity_theft_report', name: 'Report' }]
  const closing = (reason: Asked['reason']) =>
    lettersFor([{ ...meridian, reason }], { enclosed })[0]?.closing.join(' ')
  expect(closing('identity_theft')).toContain(
    'pass on what I say here, with the documents that support it, to',
  )
  expect(closing('not_mine')).toContain('pass on what I say here to')
})

describe('a letter', () => {
  it('about a collection that is not theirs reads like this', () => {
    expect(bodies([{ ...meridian, explanation: 'I never lived in  Nevada.\nNo one wrote to me.' }])).toEqual([
      `Maya Brooks
2210 Mission Oak Drive, Apt 4
Pasadena, CA 91106

TransUnion Consumer Solutions
P.O. Box 2000
Chester, PA 19016

November 20, 2026

Re: Dispute of MERIDIAN COLLECTIONS, account MC-90211****

I dispute the account below, which my credit report of November 2, 2026 shows in my TransUnion file. Please reinvestigate it under section 611 of the Fair Credit Reporting Act, 15 U.S.C. 1681i(a).

MERIDIAN COLLECTIONS
Account number: MC-90211****
Account type: Collection
Original creditor: HARBOR MEDICAL GROUP
Date opened: 03/09/2022
Status: in collection
Balance: $1,284.00
Past due: $1,284.00

This account is not mine.

In my own words: “I never lived in Nevada. No one wrote to me.”

Please find out whose account this is, and delete it from my file unless it is verified as mine.

Please pass on what I say here to MERIDIAN COLLECTIONS. Correct or delete whatever proves inaccurate or incomplete or cannot be verified, as section 611(a)(5) of the Act provides.

Please send me the result in writing at the address above, with a copy of my report based on my file as revised.

About me
Name: Maya Brooks
Current address: 2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106
Date of birth: April 12, 1988
Social Security number: XXX-XX-4417

Sincerely,

Maya Brooks`,
    ])
  })

  it('about two accounts, one of them in a merged report, reads like this', () => {
    const [, experian] = bodies(
      [{ ...meridian, bureaus: ['TransUnion', 'Experian'], reason: 'wrong_balance' }, harbor],
      {
        sandbox: true,
      },
    )
    expect(experian).toBe(`Sandbox letter, do not mail

Maya Brooks
2210 Mission Oak Drive, Apt 4
Pasadena, CA 91106

Experian
P.O. Box 4500
Allen, TX 75013

November 20, 2026

Re: Dispute of two accounts in my Experian file

I dispute the two accounts below. Please reinvestigate each of them under section 611 of the Fair Credit Reporting Act, 15 U.S.C. 1681i(a).

1. MERIDIAN COLL SVC
Account number: MC-90211****
Account type: Collection
Original creditor: HARBOR MEDICAL GROUP
Date opened: 03/09/2022
Status: in collection
Balance: $1,150.00
Last reported: 10/15/2026

My credit report of November 2, 2026 shows this account in my Experian file. The bureaus report the balance of this account differently. Your file shows a balance of $1,150.00. TransUnion shows a balance of $1,284.00.

Please verify what is owed with MERIDIAN COLL SVC, and correct or delete whatever is inaccurate, incomplete or cannot be verified.

2. HARBOR AUTO LOANS
Account number: 778812
Account type: Installment
Date closed: 08/30/2025
Balance: $640.00

This account is listed in my merged credit report of November 2, 2026, which has one entry for several bureaus. I paid or settled this account. My merged report still shows a balance of $640.00.

Please show the account as paid or settled, with nothing owed and nothing past due.

Please pass on what I say here to MERIDIAN COLL SVC and HARBOR AUTO LOANS. Correct or delete whatever proves inaccurate or incomplete or cannot be verified, as section 611(a)(5) of the Act provides.

Please send me the result in writing at the address above, with a copy of my report based on my file as revised.

About me
Name: Maya Brooks
Current address: 2210 Mission Oak Drive, Apt 4, Pasadena, CA 91106
Date of birth: April 12, 1988
Social Security number: XXX-XX-4417

Sincerely,

Maya Brooks`)
  })

  it('goes to each bureau once, in display order', () => {
    const letters = lettersFor([harbor, { ...meridian, bureaus: ['Experian', 'TransUnion'] }])
    expect(letters.map(letter => [letter.bureau, letter.items.map(item => item.title)])).toEqual([
      ['TransUnion', ['MERIDIAN COLLECTIONS']],
      ['Experian', ['HARBOR AUTO LOANS', 'MERIDIAN COLL SVC']],
    ])
  })

  it('dates the report as precisely as it is dated', () => {
    const openings = ['2026-11', '2026', null].map(
      reportDate => lettersFor([meridian], { reportDate })[0]?.opening.split(' shows')[0],
    )
    expect(openings).toEqual([
      'I dispute the account below, which my credit report of November 2026',
      'I dispute the account below, which my credit report of 2026',
      'I dispute the account below, which my credit report',
    ])
  })

  it('does not repeat many company names at the end', () => {
    const accounts = ['A', 'B', 'C', 'D'].map(name =>
      account({ id: name, bureau: 'TransUnion', creditorNameReported: `${name} BANK` }),
    )
    const asked = accounts.map(
      ({ id }): Asked => ({ accountId: id, bureaus: ['TransUnion'], reason: 'not_mine' }),
    )
    const closingOf = (count: number) =>
      lettersFor(asked.slice(0, count), {}, { ...report, accounts })[0]?.closing[0]?.split('.')[0]
    expect(closingOf(3)).toBe('Please pass on what I say here to A BANK, B BANK and C BANK')
    expect(closingOf(4)).toBe('Please pass on what I say here to the companies named above')
  })

  it('lists what is enclosed, if anything', () => {
    const [none] = bodies([meridian])
    const [some] = bodies([meridian], { enclosed: [license, home] })
    expect(bodies([{ ...meridian, explanation: 'They said “paid” and "closed".' }])[0]).toContain(
      "In my own words: “They said ‘paid’ and 'closed'.”",
    )
    const [quoted] = bodies([meridian], { enclosed: [{ kind: 'other', name: '“Paid” "in full"' }] })
    expect(none).not.toMatch(/enclose/i)
    expect(quoted).toContain("\n\nEnclosed: copy of “‘Paid’ 'in full'”\n")
    expect(some).toContain('\n\nEnclosed: copy of government ID; copy of proof of address\n\nSincerely,')
  })

  it('asks to forward evidence to the company, but not identification papers', () => {
    const asksFor = (enclosed: Enclosure[]) =>
      lettersFor([meridian], { enclosed })[0]?.closing[0]?.split('.')[0]
    expect(asksFor([license, home])).toBe('Please pass on what I say here to MERIDIAN COLLECTIONS')
    expect(asksFor([license, { kind: 'other', name: 'Payoff letter' }])).toBe(
      'Please pass on what I say here, with the documents that support it, to MERIDIAN COLLECTIONS',
    )
  })

  it('requests a block only for stolen accounts, and only with a theft report and proof of identity', () => {
    const stolen: Asked = { ...meridian, reason: 'identity_theft' }
    const theft: Enclosure = { kind: 'identity_theft_report', name: 'Report' }
    const block =
      'I enclose an identity theft report and proof of my identity. Please block the reporting of the account of MERIDIAN COLLECTIONS, as listed above, within four business days of receiving this letter, as section 605B of the Act, 15 U.S.C. 1681c-2, provides. The information does not relate to any transaction that I made.'
    expect(bodies([stolen, lakeshore], { enclosed: [theft, license] })[0]).toContain(block)
    expect(bodies([stolen], { enclosed: [theft] })[0]).not.toContain('605B')
    expect(bodies([stolen], { enclosed: [license] })[0]).not.toContain('605B')
    expect(bodies([meridian], { enclosed: [theft, license] })[0]).not.toContain('605B')
  })
})
