import { expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { rowVerdict } from '#test/support/reports/verdict-of.ts'

const paid = { accountStatus: 'Paid', openClosed: 'Closed' } as const
const closed = { accountStatus: 'Closed', openClosed: 'Closed' } as const
const remark = (text: string) => ({ remarks: [{ code: null, text }] })

test.each<[rule: string, verdict: string, sentence: string, row: Partial<Account>]>([
  ['C-02', 'impossible', 'a paid account with a balance', { ...paid, currentBalance: '312.00' }],
  [
    'C-02',
    'impossible',
    'a row that is closed and paid in full, with a balance',
    { ...closed, ...remark('Paid in full'), currentBalance: '1.00' },
  ],
  [
    'C-02',
    'impossible',
    'a settled debt with a balance',
    { ...closed, ...remark('Account settled for less than full balance'), currentBalance: '90.00' },
  ],
  [
    'C-02',
    'impossible',
    'a charge-off whose sender says paid, with a balance',
    {
      accountStatus: 'Derogatory',
      condition: 'Paid',
      payStatus: 'CO',
      isDerogatory: true,
      openClosed: 'Closed',
      currentBalance: '90.00',
    },
  ],
  [
    'C-02',
    'impossible',
    'a loan that a new one paid off, with a balance',
    { accountStatus: 'Refinanced', openClosed: 'Closed', currentBalance: '312.00' },
  ],
  ['C-02', 'nothing', 'a paid account with nothing owed', { ...paid, currentBalance: '0.00' }],
  ['C-02', 'nothing', 'a paid account without a balance reported', { ...paid, currentBalance: null }],
  ['C-02', 'nothing', 'a closed card that is still paid off', { ...closed, currentBalance: '312.00' }],
  [
    'C-02',
    'nothing',
    'an open card that was paid and used again',
    { accountStatus: 'Paid', openClosed: 'Open', currentBalance: '5.00' },
  ],
  [
    'C-02',
    'nothing',
    'a debt that is not paid in full',
    { ...closed, ...remark('Settled, not paid in full'), currentBalance: '5.00' },
  ],
  [
    'C-02',
    'nothing',
    'an account that is paid as agreed',
    { condition: 'Paid as agreed', openClosed: 'Closed', currentBalance: '5.00' },
  ],

  ['C-03', 'impossible', 'a paid account with an amount past due', { ...paid, amountPastDue: '50.00' }],
  [
    'C-03',
    'contradiction',
    'a current account with an amount past due',
    { currentBalance: '100.00', amountPastDue: '50.00' },
  ],
  [
    'C-03',
    'nothing',
    'a late account with an amount past due',
    { payStatus: '30', currentBalance: '100.00', amountPastDue: '50.00' },
  ],
  [
    'C-03',
    'nothing',
    'a charge-off with an amount past due',
    { payStatus: 'CO', isDerogatory: true, accountStatus: 'Derogatory', amountPastDue: '50.00' },
  ],
  [
    'C-03',
    'nothing',
    'an account whose way of payment is not told',
    { payStatus: null, amountPastDue: '50.00' },
  ],

  [
    'C-04',
    'impossible',
    'more past due than owed',
    { payStatus: '30', currentBalance: '40.00', amountPastDue: '50.00' },
  ],
  [
    'C-04',
    'nothing',
    'all that is owed past due',
    { payStatus: '30', currentBalance: '50.00', amountPastDue: '50.00' },
  ],
  [
    'C-04',
    'nothing',
    'past due without a balance reported',
    { payStatus: '30', currentBalance: null, amountPastDue: '50.00' },
  ],

  [
    'C-05',
    'impossible',
    'nothing owed and past due',
    { payStatus: '30', currentBalance: '0.00', amountPastDue: '50.00' },
  ],
  ['C-05', 'nothing', 'nothing owed and nothing past due', { currentBalance: '0.00', amountPastDue: '0.00' }],
  [
    'C-05',
    'nothing',
    'no balance reported',
    { payStatus: '30', currentBalance: null, amountPastDue: '50.00' },
  ],

  [
    'C-06',
    'contradiction',
    'an open account, late, that owes nothing',
    { payStatus: '60', currentBalance: '0.00' },
  ],
  [
    'C-06',
    'ask',
    'a charge-off of zero without a word about it',
    { payStatus: 'CO', isDerogatory: true, accountStatus: 'Derogatory', currentBalance: '0.00' },
  ],
  [
    'C-06',
    'nothing',
    'a charge-off that was sold',
    {
      payStatus: 'CO',
      isDerogatory: true,
      accountStatus: 'Derogatory',
      currentBalance: '0.00',
      ...remark('Sold to another company'),
    },
  ],
  [
    'C-06',
    'nothing',
    'a charge-off that was paid',
    { ...paid, payStatus: 'CO', isDerogatory: true, currentBalance: '0.00' },
  ],
  [
    'C-06',
    'nothing',
    'a debt of a bankruptcy at zero',
    { payStatus: 'CO', isDerogatory: true, currentBalance: '0.00', ...remark('Included in bankruptcy') },
  ],
  [
    'C-06',
    'nothing',
    'a late account that was closed at zero',
    { ...closed, payStatus: '60', currentBalance: '0.00' },
  ],
  ['C-06', 'nothing', 'a late account without a balance reported', { payStatus: '60', currentBalance: null }],

  [
    'C-07',
    'contradiction',
    'late now and nothing past due',
    { payStatus: '30', currentBalance: '400.00', amountPastDue: '0.00' },
  ],
  [
    'C-07',
    'nothing',
    'late now, past due not reported',
    { payStatus: '30', currentBalance: '400.00', amountPastDue: null },
  ],
  ['C-07', 'nothing', 'on time and nothing past due', { currentBalance: '400.00', amountPastDue: '0.00' }],

  [
    'C-08',
    'impossible',
    'transferred, with a balance',
    { accountStatus: 'Transferred', openClosed: 'Closed', currentBalance: '10.00' },
  ],
  [
    'C-08',
    'impossible',
    'sold, with an amount past due',
    { ...closed, ...remark('Account sold to another lender'), amountPastDue: '10.00' },
  ],
  [
    'C-08',
    'nothing',
    'transferred at zero',
    { accountStatus: 'Transferred', openClosed: 'Closed', currentBalance: '0.00', amountPastDue: '0.00' },
  ],
  [
    'C-08',
    'nothing',
    'transferred to recovery, which is the same lender',
    { ...closed, ...remark('Transferred to recovery'), currentBalance: '10.00' },
  ],
  [
    'C-08',
    'nothing',
    'bought from another lender',
    { ...remark('Purchased from another lender'), currentBalance: '10.00' },
  ],

  [
    'C-32',
    'contradiction',
    'a paid account with a monthly payment',
    { ...paid, currentBalance: '0.00', monthlyPayment: '62.00' },
  ],
  [
    'C-32',
    'nothing',
    'a paid account with a payment of zero',
    { ...paid, currentBalance: '0.00', monthlyPayment: '0.00' },
  ],
  [
    'C-32',
    'nothing',
    'a closed account that is still paid off',
    { ...closed, currentBalance: '10.00', monthlyPayment: '62.00' },
  ],
  ['C-32', 'nothing', 'an open card with nothing owed', { currentBalance: '0.00', monthlyPayment: '25.00' }],
])('%s is %s for %s', (rule, verdict, _, row) => {
  expect(rowVerdict(rule, row)).toBe(verdict)
})
