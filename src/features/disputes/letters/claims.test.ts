import { describe, expect, it } from 'vitest'
import type { AccountReason } from '#features/findings/reasons.ts'
import { toldOf as told } from '#test/support/reports/surroundings.ts'
import { accountClaim } from './claims.ts'
import type { LetterEvidence } from './evidence.ts'

const today = '2026-11-20'

const collection = {
  isCollection: true,
  isDerogatory: true,
  accountStatus: 'Derogatory',
  payStatus: 'COL',
} as const

describe('what is wrong', () => {
  it.each<[AccountReason, string, LetterEvidence, string]>([
    ['not_mine', 'says just that', told({}), 'This account is not mine.'],
    [
      'identity_theft',
      'claims no report that was not enclosed',
      told({}),
      'I did not open this account. Someone opened it in my name without my permission.',
    ],
    [
      'not_responsible',
      'cites the responsibility shown',
      told({ responsibility: 'Joint' }),
      'I am not responsible for this debt. Your file gives this as my responsibility: Joint.',
    ],
    ['not_responsible', 'cites none when none is shown', told({}), 'I am not responsible for this debt.'],
    [
      'never_late',
      'names the late months that not every bureau shows late, and who shows them as paid',
      told(
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
      'I was not late in March 2026 and May 2026. Your file shows the account as 30 days late in March 2026 and May 2026. Equifax shows March 2026 as paid as agreed.',
    ],
    [
      'never_late',
      'counts many late months',
      told({
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
      told({ late30: 2, late60: 1, late90: 0 }),
      'I was never late on this account. Your file counts two payments 30 days late and one payment 60 days late.',
    ],
    [
      'never_late',
      'counts ninety days as ninety or more, as senders do',
      told({ late90: 1 }),
      'I was never late on this account. Your file counts one payment 90 days late or more.',
    ],
    [
      'never_late',
      'cites the worst status of an account that is paid as agreed now',
      told({ payStatus: 'OK', worstStatus: '60' }),
      'I was never late on this account. Your file gives 60 days late as the worst status.',
    ],
    [
      'never_late',
      'cites what is past due when no status says late',
      told({ payStatus: 'OK', amountPastDue: '25.00' }),
      'I was never late on this account. Your file shows $25.00 past due.',
    ],
    [
      'never_late',
      'cites the status where nothing else is shown',
      told({ accountStatus: 'Derogatory', payStatus: 'CO' }),
      'I was never late on this account. Your file gives this status: charged off.',
    ],
    [
      'paid_or_settled',
      'cites what is still owed and who shows nothing',
      told({ currentBalance: '640.00', amountPastDue: '0.00' }, [{ currentBalance: '0.00' }]),
      'I paid or settled this account. Your file still shows a balance of $640.00. Equifax shows a balance of $0.00.',
    ],
    [
      'paid_or_settled',
      'cites a bureau that shows it as paid, however long ago, and none that merely showed nothing owed then',
      told({ currentBalance: '640.00' }, [
        { currentBalance: '0.00', accountStatus: 'Paid', lastReported: '2025-01' },
        { currentBalance: '0.00', accountStatus: 'Open', lastReported: '2025-01' },
      ]),
      'I paid or settled this account. Your file still shows a balance of $640.00. Equifax shows it as paid, with a balance of $0.00.',
    ],
    [
      'paid_or_settled',
      'cites the status when nothing is owed',
      told({ ...collection, currentBalance: '0.00' }),
      'I paid or settled this account. Your file still gives this status: in collection.',
    ],
    [
      'closed_shown_open',
      'cites the date closed and another bureau',
      told({ openClosed: 'Open', dateClosed: '2024-01' }, [{ openClosed: 'Closed' }]),
      'This account is closed. Your file shows it as open. Your file itself gives January 2024 as the date closed. Equifax shows it as closed.',
    ],
    [
      'duplicate',
      'names the other entries',
      told({}, [], {
        sameDebt: [{ named: 'ELM CU, account 1234****' }, { named: 'ASH' }],
      }),
      'The same debt is listed more than once. Your file also lists ELM CU, account 1234****. Your file also lists ASH.',
    ],
    [
      'included_in_bankruptcy',
      'cites the public record',
      told({}, [], {
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
      told({ ...collection, dateFirstDelinquency: '2017-11-01' }),
      'This account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(4) and (c)(1), ends the reporting of a collection or charge-off seven years and 180 days after the delinquency that led to it began. Your file gives November 1, 2017 as the date of first delinquency. Counted from it, the time ended on April 30, 2025.',
    ],
    [
      'too_old',
      'counts a charge-off that was paid like any other',
      told({ accountStatus: 'Paid', worstStatus: 'CO', dateFirstDelinquency: '2019-07-01' }),
      'This account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(4) and (c)(1), ends the reporting of a collection or charge-off seven years and 180 days after the delinquency that led to it began. Your file gives July 1, 2019 as the date of first delinquency.',
    ],
    [
      'too_old',
      'proves nothing from a year that leaves it open',
      told({ payStatus: '90', dateFirstDelinquency: '2019' }),
      'What is shown against me on this account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years. Your file gives 2019 as the date of first delinquency.',
    ],
    [
      'too_old',
      'says when no date of first delinquency is shown',
      told({ payStatus: '90' }),
      'What is shown against me on this account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years. The report that I have gives no date of first delinquency.',
    ],
    [
      'reaged',
      'cites the date and the section',
      told({ ...collection, dateFirstDelinquency: '2021-09' }),
      'The date from which the age of this account is counted is too late, so that it looks newer than it is. Your file gives September 2021 as the date of first delinquency. Section 605(c) of the Act, 15 U.S.C. 1681c(c)(1), counts from the delinquency that led to the collection, charge-off or similar action, not from a later date.',
    ],
    [
      'sold_or_transferred',
      'names who still reports it',
      told({ currentBalance: '5.00' }),
      'This account was sold or transferred, and OAK BANK still reports it as owed.',
    ],
    [
      'medical',
      'cites what the bureaus announced and no statute',
      told(collection),
      'This is a medical debt. The three nationwide credit bureaus announced in 2022 and 2023 that they do not list medical collections that are paid, less than one year old or below $500.',
    ],
    [
      'unknown_original_creditor',
      'says when none is named',
      told(collection),
      'I do not know where this debt comes from. Your file does not name the original creditor.',
    ],
    [
      'unknown_original_creditor',
      'names the one that is shown',
      told({ ...collection, originalCreditor: 'ELM CU' }),
      'I do not know where this debt comes from. I do not recognize the original creditor that is named, ELM CU.',
    ],
    [
      'deceased_in_error',
      'cites the remark',
      told({
        remarks: [
          { code: 'X', text: 'Consumer deceased' },
          { code: null, text: 'Closed' },
        ],
      }),
      'I am alive. This account is marked as that of a person who has died. Your file carries this remark: Consumer deceased.',
    ],
    [
      'other',
      'leaves the rest to the own words',
      told({}),
      'What is shown for this account is inaccurate or incomplete.',
    ],
  ])('%s: %s', (reason, _, about, words) => {
    expect(accountClaim(reason, about, today).wrong.join(' ')).toBe(words)
  })
})
