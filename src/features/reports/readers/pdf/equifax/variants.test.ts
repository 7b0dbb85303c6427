import { expect, test } from 'vitest'
import { equifaxPages } from '#test/support/reports/printed/equifax.ts'
import { usualEquifax } from '#test/support/reports/printed/equifax-accounts.ts'
import { coverageOf, known, readReportIn } from '#test/support/reports/printed/equifax-known.ts'
import { line, type PrintedRow } from '#test/support/reports/printed/page-rows.ts'
import { parseContact, splitAddresses } from './contact.ts'

const card: PrintedRow[] = [
  line('FIRST OFFICE BANK - Closed', { gap: 12 }),
  line('PO BOX 12 WILMINGTON, DE 19801 | (800) 555-0100'),
  line('Date Reported: 08/31/2026 | Balance: $1,239'),
  line('Account Number: *3883 | Owner: Individual Account'),
  line('Credit Limit: $0 | High Credit: $1,402'),
  line('Loan/Account Type: Credit Card | Status: >Charge Off<'),
  line('Date Opened: 03/14/2019 Date of 1st Delinquency: 04/01/2023 Terms Frequency: Monthly'),
  line('Date of Last Activity: 03/2023 Date Major Delinquency 1st Reported: 10/2023 Months Reviewed: 60'),
  line('Scheduled Payment Amount: Amount Past Due: $1,239 Deferred Payment Start Date:'),
  line('Actual Payment Amount: Charge Off Amount: Balloon Payment Amount:'),
  line('Date of Last Payment: 02/01/2023 Date Closed: 10/2023 Balloon Payment Date:'),
  line('Term Duration: Activity Designator: Narrative Code(s): 233, 167, 998'),
]

/** One account, with custom rows below it and at the end. */
const readCard = (below: PrintedRow[], end: PrintedRow[] = []) =>
  readReportIn(
    equifaxPages({ ...known(3), accounts: [] }, usualEquifax, {}, rows => {
      const at = rows.findIndex(({ cells }) => /any Credit Accounts/.test(cells[0]?.text ?? ''))
      const rights = rows.length - 2
      return [
        ...rows.slice(0, at),
        ...card,
        ...below,
        ...rows.slice(at + 1, rights),
        ...end,
        ...rows.slice(rights),
      ]
    }),
  )

test('a compact account: empty labels are null, months stay months, zero stays zero', () => {
  const { accounts } = readCard([line('167 Consumer Disputes After Resolution')])
  expect(accounts).toMatchObject([
    {
      creditorName: 'FIRST OFFICE BANK',
      accountNumber: '*3883',
      openClosed: 'Closed',
      condition: 'Charge Off',
      accountStatus: 'Derogatory',
      payStatus: 'CO',
      creditLimit: '0.00',
      highBalance: '1402.00',
      monthlyPayment: null,
      chargeOffAmount: null,
      termLength: null,
      dateFirstDelinquency: '2023-04-01',
      dateLastActive: '2023-03',
      dateClosed: '2023-10',
      disputed: true,
      address: { street: 'PO BOX 12 WILMINGTON', city: null, state: 'DE', postal: '19801' },
      creditorPhone: '+18005550100',
      paymentHistory: [],
    },
  ])
})

test('a narrative code without text is kept unchanged with a doubt; the major delinquency is a remark', () => {
  const report = readCard([line('167 Consumer Disputes After Resolution')])
  expect(report.accounts[0]?.remarks).toEqual([
    { code: '233', text: 'Equifax narrative code 233' },
    { code: '167', text: 'Consumer Disputes After Resolution' },
    { code: '998', text: 'Equifax narrative code 998' },
    { code: null, text: 'Date of first major delinquency: 10/2023' },
  ])
  expect(coverageOf(report).doubts).toMatchObject([{ kind: 'unknownWords', count: 2 }])
})

test.each([
  [
    '233 High Credit column is Credit Limit',
    { creditLimit: '1402.00', highBalance: null, chargeOffAmount: null },
  ],
  [
    '998 High Credit is Original Charge-Off Amount',
    { creditLimit: '0.00', highBalance: null, chargeOffAmount: '1402.00' },
  ],
])('high credit is interpreted by a narrative: %s', (words, amounts) => {
  expect(readCard([line(words)]).accounts).toMatchObject([amounts])
})

test('collections of the numbered variant are accounts', () => {
  const report = readCard(
    [],
    [
      line('10. Collections', { gap: 12 }),
      line('Date Reported: 08/31/2026 | Collection Agency: FINAL NOTICE LLC'),
      line('Balance Date: 08/31/2026 | Original Creditor Name: MAY CLINIC'),
      line('Account Designator Code: Individual Account | Date Assigned: 05/2025'),
      line('Account Number: *0042 | Original Amount Owed: $300 | Amount: $250'),
      line('Last Payment Date: | Status Date: 08/2026 | Date of First Delinquency: 11/2024'),
      line('Status: Unpaid | Comments: Consumer disputes this account | Contact: (800) 555-0199'),
    ],
  )
  expect(report.accounts[1]).toMatchObject({
    creditorName: 'FINAL NOTICE LLC',
    originalCreditor: 'MAY CLINIC',
    accountType: 'Collection',
    payStatus: 'COL',
    accountStatus: 'Derogatory',
    currentBalance: '250.00',
    originalAmount: '300.00',
    dateOpened: '2025-05',
    dateFirstDelinquency: '2024-11',
    dateLastPayment: null,
    disputed: true,
    creditorPhone: '+18005550199',
  })
})

test('addresses: street and city of one line stay together, and a name above is recognized', () => {
  const place = { state: 'DE', postal: '19801' }
  expect(parseContact(['100 N MAIN ST', 'WILMINGTON, DE 19801', 'Phone: (800) 555-0100'])).toEqual({
    address: { street: '100 N MAIN ST', city: 'WILMINGTON', ...place },
    above: [],
    phone: '+18005550100',
  })
  expect(parseContact(['LENDING LLC', 'PO BOX 12 WILMINGTON, DE 19801'])).toEqual({
    address: { street: 'PO BOX 12 WILMINGTON', city: null, ...place },
    above: ['LENDING LLC'],
    phone: null,
  })
  expect(parseContact([])).toEqual({ address: null, above: [], phone: null })
  expect(splitAddresses(['1 A ST B, DE 19801', '2 C ST', 'D, DE 19802'])).toEqual([
    ['1 A ST B, DE 19801'],
    ['2 C ST', 'D, DE 19802'],
  ])
})
