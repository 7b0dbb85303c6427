import { describe, expect, it } from 'vitest'
import type { AccountReason } from '#features/findings/reasons.ts'
import type { Account } from '#features/reports/canonical.ts'
import { evidenceOf } from '#test/support/reports/surroundings.ts'
import { accountClaim } from './claims.ts'
import type { LetterEvidence } from './evidence.ts'

const today = '2026-11-20'

const collection = {
  isCollection: true,
  isDerogatory: true,
  accountStatus: 'Derogatory',
  payStatus: 'COL',
} as const

it('a status that a bureau prints as a sentence ends with one period', () => {
  const about = evidenceOf({ condition: 'Open/Never late.', payStatus: 'OK' })
  expect(accountClaim('wrong_payment_status', about, today).wrong).toEqual([
    'Your file gives this status: Open/Never late, paid as agreed. That is inaccurate.',
  ])
})

describe('what is wrong', () => {
  it.each<[AccountReason, string, LetterEvidence, string]>([
    ['not_mine', 'says just that', evidenceOf({}), 'This account is not mine.'],
    [
      'identity_theft',
      'claims no report that was not enclosed',
      evidenceOf({}),
      'I did not open this account. Someone opened it in my name without my permission.',
    ],
    [
      'identity_theft',
      'denies the account behind a collector’s entry, which a collector opened',
      evidenceOf({ ...collection, accountType: 'Collection' }),
      'I did not open the account that this debt comes from. Someone opened it in my name without my permission.',
    ],
    [
      'not_responsible',
      'cites the responsibility shown',
      evidenceOf({ responsibility: 'Joint' }),
      'I am not responsible for this debt. Your file gives this as my responsibility: Joint.',
    ],
    [
      'not_responsible',
      'cites none when none is shown',
      evidenceOf({}),
      'I am not responsible for this debt.',
    ],
    [
      'never_late',
      'names the late months that not every bureau shows late, and who shows them as paid',
      evidenceOf(
        {
          paymentHistory: [
            { date: '2026-02', status: 'OK' },
            { date: '2026-03', status: '30' },
            { date: '2026-04', status: '60' },
            { date: '2026-05', status: '30' },
          ],
        },
        [
          {
            paymentHistory: [
              { date: '2026-03', status: 'OK' },
              { date: '2026-04', status: '60' },
            ],
          },
        ],
      ),
      'I was not late in March 2026 or May 2026. Your file shows the account as 30 days late in March 2026 and May 2026. Equifax shows March 2026 as paid as agreed.',
    ],
    [
      'never_late',
      'counts many late months',
      evidenceOf({
        paymentHistory: ['01', '02', '03', '04'].map(month => ({
          date: `2026-${month}`,
          status: '30' as const,
        })),
      }),
      'Your file marks the four months listed above as late or worse. I was not late in any of them.',
    ],
    [
      'never_late',
      'cites counts where months are not shown',
      evidenceOf({ late30: 2, late60: 1, late90: 0 }),
      'I was never late on this account. Your file counts two payments 30 days late and one payment 60 days late.',
    ],
    [
      'never_late',
      'counts ninety days as ninety or more, as senders do',
      evidenceOf({ late90: 1 }),
      'I was never late on this account. Your file counts one payment 90 days late or more.',
    ],
    [
      'never_late',
      'cites the worst status of an account that is paid as agreed now',
      evidenceOf({ payStatus: 'OK', worstStatus: '60' }),
      'I was never late on this account. Your file gives 60 days late as the worst status.',
    ],
    [
      'never_late',
      'cites what is past due when no status says late',
      evidenceOf({ payStatus: 'OK', amountPastDue: '25.00' }),
      'I was never late on this account. Your file shows $25.00 past due.',
    ],
    [
      'never_late',
      'cites the status where nothing else is shown',
      evidenceOf({ accountStatus: 'Derogatory', payStatus: 'CO' }),
      'I was never late on this account. Your file gives this status: charged off.',
    ],
    [
      'paid_or_settled',
      'cites what is still owed and who shows nothing',
      evidenceOf({ currentBalance: '640.00', amountPastDue: '0.00' }, [{ currentBalance: '0.00' }]),
      'I paid or settled this account. Your file still shows a balance of $640.00. Equifax shows a balance of $0.00.',
    ],
    [
      'paid_or_settled',
      'cites a bureau that shows it as paid, however long ago, and none that merely showed nothing owed then',
      evidenceOf({ currentBalance: '640.00' }, [
        { currentBalance: '0.00', accountStatus: 'Paid', lastReported: '2025-01' },
        { currentBalance: '0.00', accountStatus: 'Open', lastReported: '2025-01' },
      ]),
      'I paid or settled this account. Your file still shows a balance of $640.00. Equifax shows it as paid, with a balance of $0.00.',
    ],
    [
      'paid_or_settled',
      'cites the status when nothing is owed',
      evidenceOf({ ...collection, currentBalance: '0.00' }),
      'I paid or settled this account. Your file still gives this status: in collection.',
    ],
    [
      'closed_shown_open',
      'cites the date closed and another bureau',
      evidenceOf({ openClosed: 'Open', dateClosed: '2024-01' }, [{ openClosed: 'Closed' }]),
      'This account is closed. Your file shows it as open. Your file itself gives January 2024 as the date closed. Equifax shows it as closed.',
    ],
    [
      'duplicate',
      'names the other entries',
      evidenceOf({}, [], {
        sameDebt: [{ named: 'ELM CU, account 1234****' }, { named: 'ASH' }],
      }),
      'The same debt is listed more than once. Your file also lists ELM CU, account 1234****. Your file also lists ASH.',
    ],
    [
      'included_in_bankruptcy',
      'cites the public record',
      evidenceOf({}, [], {
        bankruptcies: [
          {
            type: 'Bankruptcy Chapter 7',
            filed: '2020-05-04',
            disposition: 'Discharged',
            disposed: '2020-09',
          },
        ],
      }),
      'This debt was included in my bankruptcy. Your file lists this public record: Bankruptcy Chapter 7, filed May 4, 2020, disposition Discharged, September 2020.',
    ],
    [
      'too_old',
      'counts from a date of first delinquency that proves it',
      evidenceOf({ ...collection, dateFirstDelinquency: '2017-11-01' }),
      'This account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(4) and (c)(1), ends the reporting of a collection or charge-off seven years and 180 days after the delinquency that led to it began. Your file gives November 1, 2017 as the date of first delinquency. Counted from it, the time ended on April 30, 2025.',
    ],
    [
      'too_old',
      'counts a charge-off that was paid like any other',
      evidenceOf({ accountStatus: 'Paid', worstStatus: 'CO', dateFirstDelinquency: '2019-07-01' }),
      'This account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(4) and (c)(1), ends the reporting of a collection or charge-off seven years and 180 days after the delinquency that led to it began. Your file gives July 1, 2019 as the date of first delinquency.',
    ],
    [
      'too_old',
      'names the late months that are over, unless the whole account is',
      evidenceOf({
        paymentHistory: [
          { date: '2019-10', status: '30' },
          { date: '2019-11', status: '60' },
          { date: '2025-04', status: '30' },
        ],
      }),
      'Some of what is shown against me on this account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years. Your file shows the account as 30 days late in October 2019, more than seven years ago. The report that I have gives no date of first delinquency.',
    ],
    [
      'too_old',
      'proves nothing from a year that leaves it open',
      evidenceOf({ payStatus: '90', dateFirstDelinquency: '2019' }),
      'What is shown against me on this account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years. Your file gives 2019 as the date of first delinquency.',
    ],
    [
      'too_old',
      'quotes the bureau where its own date is over',
      evidenceOf({ payStatus: '90', removalDate: '2026-09' }),
      'What is shown against me on this account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years. The report that I have gives no date of first delinquency. Your own report says that this account was to be removed by September 2026.',
    ],
    [
      'too_old',
      'does not quote a date that is to come',
      evidenceOf({ payStatus: '90', removalDate: '2029-09' }),
      'What is shown against me on this account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years. The report that I have gives no date of first delinquency.',
    ],
    [
      'too_old',
      'says when no date of first delinquency is shown',
      evidenceOf({ payStatus: '90' }),
      'What is shown against me on this account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years. The report that I have gives no date of first delinquency.',
    ],
    [
      'too_old',
      'proves nothing on the last day on which it may be listed',
      evidenceOf({ payStatus: '90', dateFirstDelinquency: '2019-11-20' }),
      'What is shown against me on this account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years. Your file gives November 20, 2019 as the date of first delinquency.',
    ],
    [
      'too_old',
      'proves nothing of a repossession while the law may count it like a charge-off',
      evidenceOf({ payStatus: 'REPO', dateFirstDelinquency: '2019-08-01' }),
      'What is shown against me on this account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years. Your file gives August 1, 2019 as the date of first delinquency.',
    ],
    [
      'too_old',
      'says that a student loan in default may follow other rules, and proves nothing',
      evidenceOf({
        payStatus: 'CO',
        accountTypeDetail: 'Student loan',
        dateFirstDelinquency: '2017-01-01',
      }),
      'This account is too old to be reported. How long a loan in default may be reported depends on its kind: section 605 of the Act, 15 U.S.C. 1681c, sets a time, and 20 U.S.C. 1080a(f) and 1087cc(c)(3) set others for federal student loans. Your file gives January 1, 2017 as the date of first delinquency.',
    ],
    [
      'reaged',
      'cites no rule for a student loan in default that a federal one does not follow',
      evidenceOf({ payStatus: 'CO', accountTypeDetail: 'Student loan', dateFirstDelinquency: '2021-09' }),
      'The date from which the age of this account is counted is too late, so that it looks newer than it is. Your file gives September 2021 as the date of first delinquency. How long a loan in default may be reported depends on its kind: section 605 of the Act, 15 U.S.C. 1681c, sets a time, and 20 U.S.C. 1080a(f) and 1087cc(c)(3) set others for federal student loans.',
    ],
    [
      'too_old',
      'does not call a status of today too old',
      evidenceOf({ openClosed: 'Open', payStatus: '90', dateFirstDelinquency: '2019-03-01' }),
      'Some of what is shown against me on this account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years. Your file gives March 1, 2019 as the date of first delinquency. Counted from it, the time ended on March 1, 2026.',
    ],
    [
      'reaged',
      'cites the time of late payments where nothing was collected, charged off or taken back',
      evidenceOf({ payStatus: '120', dateFirstDelinquency: '2026-05' }),
      'The date from which the age of this account is counted is too late, so that it looks newer than it is. Your file gives May 2026 as the date of first delinquency. Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years.',
    ],
    [
      'reaged',
      'cites the date and the section',
      evidenceOf({ ...collection, dateFirstDelinquency: '2021-09' }),
      'The date from which the age of this account is counted is too late, so that it looks newer than it is. Your file gives September 2021 as the date of first delinquency. Section 605(c) of the Act, 15 U.S.C. 1681c(c)(1), counts from the delinquency that led to the collection, charge-off or similar action, not from a later date.',
    ],
    [
      'sold_or_transferred',
      'names who still reports it',
      evidenceOf({ currentBalance: '5.00' }),
      'This account was sold or transferred, and OAK BANK still reports it as owed.',
    ],
    [
      'medical',
      'cites what the bureaus announced and no statute',
      evidenceOf(collection),
      'This is a medical debt. The three nationwide credit bureaus announced in 2022 and 2023 that they do not list medical collections that are paid, less than one year old or below $500.',
    ],
    [
      'unknown_original_creditor',
      'says when none is named',
      evidenceOf(collection),
      'I do not know where this debt comes from. The report that I have does not name the original creditor.',
    ],
    [
      'unknown_original_creditor',
      'names the one that is shown',
      evidenceOf({ ...collection, originalCreditor: 'ELM CU' }),
      'I do not know where this debt comes from. I do not recognize the original creditor that is named, ELM CU.',
    ],
    [
      'deceased_in_error',
      'cites the remark',
      evidenceOf({
        remarks: [
          { code: 'X', text: 'Consumer deceased' },
          { code: null, text: 'Closed' },
        ],
      }),
      'I am alive. This account is marked as that of a person who has died. Your file carries this remark: Consumer deceased.',
    ],
    [
      'deceased_in_error',
      'cites no remark about another holder',
      evidenceOf({
        responsibility: 'Deceased',
        remarks: [{ code: null, text: 'CO-BORROWER DECEASED' }],
      }),
      'I am alive. This account is marked as that of a person who has died.',
    ],
    [
      'other',
      'leaves the rest to the own words',
      evidenceOf({}),
      'What is shown for this account is inaccurate or incomplete.',
    ],
  ])('%s: %s', (reason, _, about, words) => {
    expect(accountClaim(reason, about, today).wrong.join(' ')).toBe(words)
  })
})

it.each<[AccountReason, string, LetterEvidence, string]>([
  [
    'wrong_balance',
    'cites balance and past due',
    evidenceOf({ currentBalance: '1284.00', amountPastDue: '20.00' }),
    'At least one of the amounts shown as owed is inaccurate. Your file shows a balance of $1,284.00 and $20.00 past due.',
  ],
  [
    'wrong_balance',
    'compares with no bureau that last heard of it months apart',
    evidenceOf({ currentBalance: '1284.00' }, [{ currentBalance: '900.00', lastReported: '2026-08-01' }]),
    'The amount shown as owed is inaccurate. Your file shows a balance of $1,284.00.',
  ],
  [
    'wrong_balance',
    'names no bureau that shows the same, and nothing that is not past due',
    evidenceOf({ currentBalance: '1284.00', amountPastDue: '0.00' }, [{ currentBalance: '1284' }]),
    'The amount shown as owed is inaccurate. Your file shows a balance of $1,284.00.',
  ],
  [
    'wrong_balance',
    'names what is past due where no balance is shown',
    evidenceOf({ amountPastDue: '0.00' }),
    'The amount shown as owed is inaccurate. Your file shows $0.00 past due.',
  ],
  [
    'wrong_limit',
    'cites the limit',
    evidenceOf({ creditLimit: '500.00' }, [{ creditLimit: '500.00' }]),
    'The credit limit of $500.00 is inaccurate.',
  ],
  [
    'wrong_limit',
    'says that it is missing',
    evidenceOf({}),
    'Your file gives no credit limit for this account. It has one, so the entry is incomplete.',
  ],
  [
    'wrong_payment_status',
    'gives the status in the words that are reported, and none that are concluded',
    evidenceOf({ accountStatus: 'Derogatory', payStatus: 'CO' }),
    'Your file gives this status: charged off. That is inaccurate.',
  ],
  [
    'wrong_payment_status',
    'gives the condition as it is worded',
    evidenceOf({ accountStatus: 'Closed', condition: 'SUSPENDED', openClosed: 'Closed', payStatus: 'U' }),
    'Your file gives this status: SUSPENDED. That is inaccurate.',
  ],
  [
    'wrong_dates',
    'names where bureaus differ by more than a month',
    evidenceOf(
      { dateOpened: '2019-06-01', dateClosed: '2024-01-15' },
      [{ dateOpened: '2017-02', dateClosed: '2024-01-30' }],
      { asksToVerify: true },
    ),
    'The bureaus report the date opened of this account differently. Your file gives June 1, 2019 as the date opened. Equifax gives February 2017 as the date opened.',
  ],
  [
    'wrong_dates',
    'says that none is given where other bureaus differ',
    evidenceOf({}, [{ dateOpened: '2018-01-01' }, { dateOpened: '2019-06-01' }], { asksToVerify: true }),
    'The report that I have gives no date opened, no date closed and no date of first delinquency for this account.',
  ],
  [
    'wrong_payment_status',
    'says that none is given where other bureaus differ',
    evidenceOf({ isDerogatory: true }, [{ payStatus: 'CO' }, { payStatus: '120' }], { asksToVerify: true }),
    'The report that I have gives no status for this account.',
  ],
  [
    'wrong_dates',
    'takes no less exact date for another one',
    evidenceOf({ dateOpened: '2015', dateClosed: '2024-01-02' }, [
      { dateOpened: '2015-11-20', dateClosed: '2024-02' },
    ]),
    'At least one of the dates shown for this account is inaccurate.',
  ],
  [
    'wrong_balance',
    'of a merged row speaks of the report, not of the file',
    evidenceOf({ currentBalance: '5.00', bureausKnown: false }),
    'The amount shown as owed is inaccurate. My merged report shows a balance of $5.00.',
  ],
])('%s: %s', (reason, _, about, words) => {
  expect(accountClaim(reason, about, today).wrong.join(' ')).toBe(words)
})

it.each([
  ['the account that was collected', { payStatus: 'COL' }, 'delete the account if its time is over.'],
  [
    'what is adverse of one that was late',
    { payStatus: '90' },
    'delete what is adverse if its time is over.',
  ],
  [
    'a student loan in default only if the time of its kind is over',
    { payStatus: 'CO', accountTypeDetail: 'Student loan' },
    'Please check the kind of loan and the date of first delinquency with OAK BANK, and delete the account if its time is over.',
  ],
] as const)('a claim that time is over asks to delete %s', (_, own, words) => {
  expect(accountClaim('too_old', evidenceOf(own), today).ask).toContain(words)
})

it.each([
  ['the account that was charged off', { payStatus: 'CO' }, 'and delete the account if its time is over.'],
  [
    'what is adverse of one that was late',
    { payStatus: '120' },
    'and delete what is adverse if its time is over.',
  ],
] as const)('a claim that a date is too late asks to delete %s', (_, own, words) => {
  expect(accountClaim('reaged', evidenceOf(own), today).ask).toContain(words)
})

it('a letter does not claim that a debt in a bankruptcy without discharge is no longer owed', () => {
  expect(accountClaim('included_in_bankruptcy', evidenceOf({ currentBalance: '5.00' }), today).ask).toBe(
    'Please show the account as included in bankruptcy and, if the debt was discharged, with nothing owed and nothing past due.',
  )
})

const originOf = (originalCreditor: string | null) =>
  accountClaim(
    'unknown_original_creditor',
    evidenceOf({ isCollection: true, originalCreditor }),
    today,
  ).wrong.join(' ')

it.each([null, 'UNKNOWN', 'N/A', 'NONE', 'Not reported', 'Unidentified'])(
  'an original creditor of %s counts as none',
  name => {
    expect(originOf(name)).toBe(
      'I do not know where this debt comes from. The report that I have does not name the original creditor.',
    )
  },
)

it('an original creditor unknown to the user is named', () => {
  expect(originOf('OAK BANK')).toMatch(/I do not recognize the original creditor that is named, OAK BANK\.$/)
})

it.each<[string, Partial<Account>, string | undefined]>([
  ['a paid one', { accountStatus: 'Paid' }, 'Your file shows this one as paid.'],
  [
    'one less than a year old',
    { dateFirstDelinquency: '2026-01-04', highBalance: '900.00' },
    'Your file gives January 4, 2026 as the date of first delinquency, less than one year ago.',
  ],
  [
    'one of a month that may be a year ago',
    { dateFirstDelinquency: '2025-11', highBalance: '900.00' },
    undefined,
  ],
  ['one below $500', { highBalance: '499.99' }, 'Your file shows this one with an amount of $499.99.'],
  ['one that began with more', { highBalance: '500.00', currentBalance: '20.00' }, undefined],
  ['one without amounts', {}, undefined],
])('for a medical debt the letter cites only what the file itself shows: %s', (_, own, words) => {
  expect(accountClaim('medical', evidenceOf({ isCollection: true, ...own }), today).wrong[2]).toBe(words)
})
