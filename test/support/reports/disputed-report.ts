import { resolveAccountItems } from '#features/disputes/account-rules.ts'
import { accountLetters } from '#features/disputes/letters/account.ts'
import type { DisputeContext, Letter, Sender } from '#features/disputes/letters/letter.ts'
import { profileDetails } from '#features/disputes/personal-entries.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import { account } from './blank-account.ts'

/** An invented report for tests of disputes: a collection, a card with late months, and a merged row. */

export const ids = {
  meridian: '0192f0c1-0000-7000-8000-000000000001',
  lakeshore: '0192f0c1-0000-7000-8000-000000000002',
  harbor: '0192f0c1-0000-7000-8000-000000000003',
} as const

const collection = {
  id: ids.meridian,
  creditorName: 'Meridian Collections',
  accountNumber: 'MC-902114471',
  accountType: 'Collection',
  accountStatus: 'Derogatory',
  payStatus: 'COL',
  isDerogatory: true,
  isCollection: true,
  originalCreditor: 'HARBOR MEDICAL GROUP',
  responsibility: 'Individual',
  dateOpened: '2022-03-09',
  lastReported: '2026-10-15',
} as const satisfies Partial<Account>

const card = {
  id: ids.lakeshore,
  creditorName: 'Lakeshore Card Services',
  accountNumber: '5178440212345678',
  accountType: 'Revolving',
  accountTypeDetail: 'Credit card',
  accountStatus: 'Open',
  openClosed: 'Open',
  payStatus: 'OK',
  responsibility: 'Individual',
  dateOpened: '2019-06',
  currentBalance: '412.00',
  creditLimit: '5000.00',
  lastReported: '2026-10',
} as const satisfies Partial<Account>

const file = (bureau: Bureau): Report['files'][number] => ({ bureau, status: 'hit', text: null })

export const report: Report = {
  format: 'mismo-3',
  formatVersion: '3.4',
  reportDate: '2026-11-02',
  sourceReportId: null,
  subject: { name: 'Maya Brooks', ssnLastFour: '4417' },
  files: [file('TransUnion'), file('Experian'), { bureau: 'Equifax', status: 'noHit', text: null }],
  scores: [],
  otherScores: [],
  scoreExclusions: [],
  accounts: [
    account({
      ...collection,
      bureau: 'TransUnion',
      creditorNameReported: 'MERIDIAN COLLECTIONS',
      currentBalance: '1284.00',
      amountPastDue: '1284.00',
      dateFirstDelinquency: '2017-11',
    }),
    account({
      ...collection,
      bureau: 'Experian',
      creditorNameReported: 'MERIDIAN COLL SVC',
      currentBalance: '1150.00',
      amountPastDue: null,
      dateFirstDelinquency: '2021-09-01',
    }),
    account({
      ...card,
      bureau: 'TransUnion',
      creditorNameReported: 'LAKESHORE CARD SVCS',
      paymentHistory: [
        { date: '2026-02', status: 'OK' },
        { date: '2026-03', status: '60' },
      ],
    }),
    account({
      ...card,
      bureau: 'Experian',
      creditorNameReported: 'LAKESHORE CARD',
      paymentHistory: [
        { date: '2026-02', status: 'OK' },
        { date: '2026-03', status: 'OK' },
      ],
    }),
    account({
      id: ids.harbor,
      bureau: 'TransUnion',
      creditorName: 'Harbor Auto Loans',
      creditorNameReported: 'HARBOR AUTO LOANS',
      accountNumber: '778812',
      accountType: 'Installment',
      accountStatus: 'Paid',
      currentBalance: '640.00',
      dateClosed: '2025-08-30',
      valuesShared: true,
      bureausKnown: false,
    }),
  ],
  inquiries: [],
  publicRecords: [],
  personal: [],
  warnings: [],
}

export const maya: Sender = {
  name: 'Maya Brooks',
  address: { street: '2210 Mission Oak Drive, Apt 4', city: 'Pasadena', state: 'CA', postal: '91106' },
  birthDate: '1988-04-12',
  ssnLastFour: '4417',
}

/** The context for checking a dispute of Maya's report and creating its letters. */
export const disputeContext = (own: Partial<DisputeContext> = {}): DisputeContext => ({
  sender: maya,
  report,
  reportDate: (own.report ?? report).reportDate,
  plan: 'max',
  own: profileDetails({ ...maya, phoneNumber: '+12025550143' }),
  sandbox: false,
  enclosed: [],
  today: '2026-11-20',
  ...own,
})

/** The letters for a dispute of accounts in Maya's report. */
export const accountLettersFor = (
  items: Parameters<typeof resolveAccountItems>[0],
  own: Partial<DisputeContext> = {},
): Letter[] => {
  const context = disputeContext(own)
  return accountLetters(resolveAccountItems(items, context), context)
}
