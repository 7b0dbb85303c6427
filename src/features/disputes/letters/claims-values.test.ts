import { expect, it } from 'vitest'
import type { AccountReason } from '#features/findings/reasons.ts'
import { toldOf as told } from '#test/support/reports/surroundings.ts'
import { accountClaim } from './claims.ts'
import type { LetterEvidence } from './evidence.ts'

it.each<[AccountReason, string, LetterEvidence, string]>([
  [
    'wrong_balance',
    'cites balance and past due',
    told({ currentBalance: '1284.00', amountPastDue: '20.00' }),
    'At least one of the amounts shown as owed is inaccurate. Your file shows a balance of $1,284.00 and $20.00 past due.',
  ],
  [
    'wrong_balance',
    'compares with no bureau that last heard of it months apart',
    told({ currentBalance: '1284.00' }, [{ currentBalance: '900.00', lastReported: '2026-08-01' }]),
    'The amount shown as owed is inaccurate. Your file shows a balance of $1,284.00.',
  ],
  [
    'wrong_balance',
    'names no bureau that shows the same, and nothing that is not past due',
    told({ currentBalance: '1284.00', amountPastDue: '0.00' }, [{ currentBalance: '1284' }]),
    'The amount shown as owed is inaccurate. Your file shows a balance of $1,284.00.',
  ],
  [
    'wrong_balance',
    'names what is past due where no balance is shown',
    told({ amountPastDue: '0.00' }),
    'The amount shown as owed is inaccurate. Your file shows $0.00 past due.',
  ],
  [
    'wrong_limit',
    'cites the limit',
    told({ creditLimit: '500.00' }, [{ creditLimit: '500.00' }]),
    'The credit limit of $500.00 is inaccurate.',
  ],
  [
    'wrong_limit',
    'says that it is missing',
    told({}),
    'Your file gives no credit limit for this account. It has one, so the entry is incomplete.',
  ],
  [
    'wrong_payment_status',
    'gives the status in the words that are reported, and none that are concluded',
    told({ accountStatus: 'Derogatory', payStatus: 'CO' }),
    'Your file gives this status: charged off. That is inaccurate.',
  ],
  [
    'wrong_payment_status',
    'gives the condition as it is worded',
    told({ accountStatus: 'Closed', condition: 'SUSPENDED', openClosed: 'Closed', payStatus: 'U' }),
    'Your file gives this status: SUSPENDED. That is inaccurate.',
  ],
  [
    'wrong_dates',
    'names where bureaus differ by more than a month',
    told(
      { dateOpened: '2019-06-01', dateClosed: '2024-01-15' },
      [{ dateOpened: '2017-02', dateClosed: '2024-01-30' }],
      { asksToVerify: true },
    ),
    'The bureaus report the date opened of this account differently. Your file gives June 1, 2019 as the date opened. Equifax gives February 2017 as the date opened.',
  ],
  [
    'wrong_dates',
    'takes no less exact date for another one',
    told({ dateOpened: '2015', dateClosed: '2024-01-02' }, [
      { dateOpened: '2015-11-20', dateClosed: '2024-02' },
    ]),
    'At least one of the dates shown for this account is inaccurate.',
  ],
  [
    'wrong_balance',
    'of a merged row speaks of the report, not of the file',
    told({ currentBalance: '5.00', bureausKnown: false }),
    'The amount shown as owed is inaccurate. My merged report shows a balance of $5.00.',
  ],
])('%s: %s', (reason, _, about, words) => {
  expect(accountClaim(reason, about, '2026-11-20').wrong.join(' ')).toBe(words)
})
