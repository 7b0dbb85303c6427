import type { Account, PayToken } from '#features/reports/canonical.ts'
import { showDate, showMonthWords } from '#values/dates.ts'
import { line, type PrintedCell, type PrintedRow } from './page-rows.ts'
import {
  addressLine,
  field,
  fieldsOf,
  money,
  phoneLine,
  subHeading,
  type TransUnionQuirks,
  type Value,
} from './transunion-fields.ts'

/** Accounts on a mock page of TransUnion's report. */

type Quirks = TransUnionQuirks

const late = (days: string) => `>Account ${days} Days Past Due Date<`

const statusWords: Readonly<Record<PayToken, Value>> = {
  OK: 'Current; Paid or Paying as Agreed',
  '30': late('30'),
  '60': late('60'),
  '90': late('90'),
  '120': late('120'),
  '150': late('150'),
  '180': late('180'),
  CO: '>Charged Off<',
  COL: '>Collection Account<',
  REPO: '>Repossession<',
  FC: '>Foreclosure<',
  VS: '>Voluntary Surrender<',
  BK: '>Account Included in Bankruptcy<',
  U: 'Unrated',
}

const otherWords: Partial<Record<PayToken, string>> = {
  OK: 'Current Account',
  CO: '>Charge-off<',
  COL: '>Collection<',
}

const statusOf = (account: Account, { spelling }: Quirks): Value => {
  const { payStatus } = account
  if (payStatus === null) return null
  if (payStatus === 'OK' && account.openClosed === 'Closed') return 'Paid, Closed; was Paid as agreed'
  return (spelling === 'other' ? otherWords[payStatus] : null) ?? statusWords[payStatus]
}

const typeWords: Readonly<Record<Account['accountType'], string>> = {
  Revolving: 'Revolving Account',
  Installment: 'Installment Account',
  Mortgage: 'Mortgage Account',
  Open: 'Open Account',
  'Line of credit': 'Line of Credit Account',
  Collection: 'Open Account',
  Unknown: 'Unknown',
}

const worstWords = (worst: PayToken | null): Value =>
  worst !== null && /^\d/.test(worst) ? `Maximum Delinquency of ${worst} days in 03/2023` : null

const ratings: Readonly<Record<PayToken, string>> = {
  OK: 'OK',
  '30': '30',
  '60': '60',
  '90': '90',
  '120': '120',
  '150': '150',
  '180': '180',
  CO: 'C/O',
  COL: 'COL',
  REPO: 'RPO',
  FC: 'FC',
  VS: 'VS',
  BK: '---',
  U: 'N/R',
}
const otherRatings: Partial<Record<PayToken, string>> = { '120': '120+', CO: 'CO', REPO: 'REPO' }

/** Rows of a month that are not read; "Remarks" contains codes that look like ratings. */
const monthRows = (token: PayToken, { spelling }: Quirks): (readonly [string, string])[] => [
  ['Balance', '$1,204'],
  ['Past Due', token === 'OK' ? '$0' : '$30'],
  ['Amount Paid', '---'],
  ['Scheduled Payment', '$30'],
  ['Remarks', token === 'CO' ? '>CO<' : '---'],
  ['Rating', (spelling === 'other' ? otherRatings[token] : undefined) ?? ratings[token]],
]

const bandOf = (months: readonly { date: string; status: PayToken }[], quirks: Quirks): PrintedRow[] => {
  const { labels, across } = quirks.months
  const from = labels === 'once a row' ? 100 : 0
  const pitch = (520 - from) / across
  const cells = (text: (index: number) => string, shift = 0): PrintedCell[] =>
    months.map((_, index) => ({
      x: from + index * pitch + shift,
      width: pitch - shift - 4,
      text: text(index),
    }))
  const rows = months.map(({ status }) => monthRows(status, quirks))
  const header: PrintedRow = {
    cells: cells(index => showMonthWords(months[index]?.date ?? '', { month: 'long', year: 'numeric' })),
    gap: 4,
  }
  const body = (rows[0] ?? []).flatMap(([label], at): PrintedRow[] => {
    const values = (shift = 0) => cells(index => rows[index]?.[at]?.[1] ?? '', shift)
    if (labels === 'once a row') return [{ cells: [{ x: 0, width: 96, text: label }, ...values()] }]
    if (labels === 'beside') {
      const names = cells(() => label).map(cell => ({ ...cell, width: 44 }))
      return [{ cells: names.flatMap((name, index) => [name, ...values(46).slice(index, index + 1)]) }]
    }
    const names: PrintedRow = { cells: cells(() => label) }
    return labels === 'above' ? [names, { cells: values() }] : [{ cells: values() }, names]
  })
  return [header, ...body]
}

const historyOf = (account: Account, quirks: Quirks): PrintedRow[] => {
  const { across, order, total } = quirks.months
  const months = order === 'newest first' ? account.paymentHistory.toReversed() : account.paymentHistory
  if (months.length === 0) return []
  const bands = Array.from({ length: Math.ceil(months.length / across) }, (_, band) =>
    bandOf(months.slice(band * across, (band + 1) * across), quirks),
  )
  return [
    subHeading('Payment History'),
    ...bands.flat(),
    ...(total ? [line(`Total Months: ${months.length}`)] : []),
  ]
}

const headerOf = (name: string, number: string, { header }: Quirks): PrintedRow[] => {
  const pair = (left: string, right: string, size: number): PrintedRow => ({
    cells: [
      { x: 0, width: 240, text: left },
      { x: 260, width: 200, text: right },
    ],
    size,
  })
  if (header === 'one line')
    return [line('Account Name', { gap: 12 }), line(`${name} ${number}`.trim(), { size: 12 })]
  if (header === 'lines')
    return [
      line('Account Name', { gap: 12 }),
      line('Account Number'),
      line(name),
      ...(number === '' ? [] : [line(number)]),
    ]
  return [{ ...pair('Account Name', 'Account Number', 8), gap: 12 }, pair(name, number, 12)]
}

export const accountRows = (account: Account, quirks: Quirks): PrintedRow[] => {
  const { openClosed, removalDate = null } = account
  const isHistoric = quirks.spelling === 'other' && account.highBalance !== null
  const terms = [
    ...(account.monthlyPayment === null ? [] : [`${money(account.monthlyPayment)} per month`]),
    `paid Monthly${account.termLength === null ? '' : ` for ${account.termLength} months`}`,
  ].join(', ')
  return [
    ...headerOf(account.creditorNameReported, account.accountNumber ?? '', quirks),
    subHeading('Account Information'),
    ...fieldsOf(
      [
        ['Address', addressLine(account.address)],
        ['Phone', phoneLine(account.creditorPhone)],
        ['Monthly Payment', money(account.monthlyPayment)],
        ['Date Opened', showDate(account.dateOpened)],
        ['Responsibility', account.responsibility === null ? null : `${account.responsibility} Account`],
        ['Account Type', typeWords[account.accountType]],
        ['Loan Type', account.accountTypeDetail],
        ['Balance', money(account.currentBalance)],
        ['Date Updated', showDate(account.lastReported)],
        [
          quirks.spelling === 'other' ? 'Last Payment Made/Paid' : 'Last Payment Made',
          showDate(account.dateLastPayment),
        ],
        [
          isHistoric ? 'High Balance (Hist.)' : 'High Balance',
          isHistoric
            ? `High balance of ${money(account.highBalance)} from 01/2020 to 03/2023`
            : money(account.highBalance),
        ],
        ['Credit Limit', money(account.creditLimit)],
        ['Original Creditor', account.originalCreditor],
        ['Past Due', money(account.amountPastDue)],
        ['Pay Status', statusOf(account, quirks)],
        ['Terms', terms],
        ['Date Closed', openClosed === 'Closed' ? showDate(account.dateClosed) : null],
        ['Remarks', account.remarks.map(({ text }) => text).join('; ') || null],
        ['Maximum Delinquency Note', worstWords(account.worstStatus)],
        ['Estimated month and year this item will be removed', showDate(removalDate)],
      ],
      quirks,
    ),
    ...Array.from({ length: quirks.unknownLabels }, (_, index) =>
      field(`Reserve Figure ${index + 1}`, '$77', quirks),
    ).flat(),
    ...historyOf(account, quirks),
  ]
}
