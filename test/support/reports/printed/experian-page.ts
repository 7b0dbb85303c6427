import type {
  Account,
  Address,
  Inquiry,
  PayToken,
  PersonalInfo,
  PublicRecord,
  Report,
} from '#features/reports/canonical.ts'
import type { PartialDate } from '#values/dates.ts'
import { printedNumber } from '../known-report.ts'
import { line, type PrintedCell, type PrintedRow } from './page-rows.ts'

/** The report of annualcreditreport.com's Experian page as printed by users (docs/reference/report-formats.md). */

export const experianAddress = 'https://usa.experian.com/acr/printReport?type=CDI'
export const experianTitle = 'Annual Credit Report - Experian'

/** Known and possible differences between pages. */
export type ExperianQuirks = {
  /** The mark for a month paid on time, in the grid and in its legend. */
  paid: string
  legend: boolean
  dash: '-' | '—'
  /** The layout of an inquiry's parts: stacked in cards, or side by side in narrow columns. */
  inquiries: 'cards' | 'columns'
  /** Empty points above everything, which move the page breaks. */
  lead: number
  /** A label to leave out everywhere, with its value. */
  without: string | null
  /** A label to print twice in every account, the second time with another value. */
  twice: string | null
  /** An unknown label to add to every account. */
  unknown: string | null
  /** The column headers of the payment history. */
  months: readonly string[]
}

export const plainQuirks: ExperianQuirks = {
  paid: 'OK',
  legend: true,
  dash: '-',
  inquiries: 'cards',
  lead: 0,
  without: null,
  twice: null,
  unknown: null,
  months: ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'],
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const toDate = (date: PartialDate | null): string | null => {
  const [year = '', month, day] = (date ?? '').split('-')
  if (day !== undefined) return `${month}/${day}/${year}`
  return month === undefined ? null : toMonth(date)
}

const toMonth = (date: PartialDate | null | undefined): string | null =>
  date == null || date.length < 7 ? null : `${monthNames[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`

const toDollars = (amount: string | null): string | null =>
  amount === null ? null : `$${Math.round(Number(amount)).toLocaleString('en-US')}`

const toPhone = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')

const isOwed = (amount: string | null): boolean => amount !== null && Number(amount) > 0

const closedWords: Readonly<Partial<Record<Account['accountStatus'], string>>> = {
  Paid: 'Paid',
  Closed: 'Paid, Closed',
  Transferred: 'Transferred, closed',
  Refinanced: 'Refinanced, closed',
}

type PrintedFacts = Pick<Account, 'condition' | 'openClosed' | 'amountPastDue' | 'chargeOffAmount'>

/** An account's state on the page, and its sentence; null if unknown. */
export const experianStatus = (account: Account): PrintedFacts => {
  const { payStatus, openClosed, amountPastDue, chargeOffAmount } = account
  const month = toMonth(account.lastReported) ?? 'Jan 2026'
  const nothing: PrintedFacts = {
    condition: null,
    openClosed: null,
    amountPastDue: null,
    chargeOffAmount: null,
  }
  const state = openClosed === 'Open' ? 'Open' : (closedWords[account.accountStatus] ?? 'Closed')
  const saysClosed = state.toLowerCase().includes('closed') ? 'Closed' : null
  const openFacts: PrintedFacts = { ...nothing, openClosed: openClosed === 'Open' ? openClosed : saysClosed }
  if (payStatus === null) return openClosed === null ? nothing : { ...openFacts, condition: `${state}.` }
  if (payStatus === 'U') return { ...nothing, condition: 'Not rated.' }
  if (payStatus === 'OK') return { ...openFacts, condition: `${state}/Never late.` }
  const isPastDue = isOwed(amountPastDue)
  const owed = isPastDue ? ` ${toDollars(amountPastDue)} past due as of ${month}.` : ''
  const facts = { ...nothing, amountPastDue: isPastDue ? amountPastDue : null }
  const adverse = adverseSentences[payStatus]
  if (adverse === undefined)
    return {
      ...facts,
      condition: `Open. ${payStatus} days past due as of ${month}.${owed}`,
      openClosed: 'Open',
    }
  if (payStatus !== 'CO' || !isOwed(chargeOffAmount)) return { ...facts, condition: `${adverse}${owed}` }
  return {
    ...facts,
    condition: `${adverse} ${toDollars(chargeOffAmount)} written off.${owed}`,
    chargeOffAmount,
  }
}

const adverseSentences: Readonly<Partial<Record<PayToken, string>>> = {
  CO: 'Account charged off.',
  COL: 'Collection account.',
  FC: 'Foreclosed.',
  REPO: 'Repossession.',
  VS: 'Voluntarily surrendered.',
  BK: 'Discharged through Bankruptcy Chapter 7.',
}

type Pair = readonly [label: string, value: string | null]

/** Labels on the left and on the right with their values. */
const lanes = (left: readonly Pair[], right: readonly Pair[], dash: string): PrintedRow[] => {
  const cells = (pair: Pair | undefined, x: number): PrintedCell[] =>
    pair === undefined
      ? []
      : [
          { x, width: 98, text: pair[0] },
          { x: x + 100, width: 150, text: pair[1] ?? dash },
        ]
  const count = Math.max(left.length, right.length)
  return Array.from({ length: count }, (_, index) => ({
    cells: [...cells(left[index], 0), ...cells(right[index], 270)],
    gap: 2,
  }))
}

/** Short texts in columns of three, each with its lines below it. */
const cards = (texts: readonly string[], gap = 8): PrintedRow[] =>
  Array.from({ length: Math.ceil(texts.length / 3) }, (_, row) => {
    const own = texts.slice(row * 3, row * 3 + 3).map(text => text.split('\n'))
    return Array.from({ length: Math.max(...own.map(lines => lines.length)) }, (_line, index) => ({
      cells: own.flatMap((lines, column) =>
        lines[index] === undefined ? [] : [{ x: column * 175, width: 160, text: lines[index] }],
      ),
      gap: index === 0 ? gap : 0,
    }))
  }).flat()

const heading = (text: string): PrintedRow => line(text, { size: 13, gap: 14 })
const subheading = (text: string): PrintedRow => line(text, { size: 10, gap: 8 })

const addressLines = ({ street, city, state, postal }: Address): string[] =>
  [street, `${city ?? ''} ${state ?? ''}, ${postal ?? ''}`].filter(one => one !== null)

const topRows = (report: Report, hard: number): PrintedRow[] => [
  line(experianTitle, { size: 16 }),
  line('Prepared For', { gap: 6 }),
  line((report.subject.name ?? '').toUpperCase(), { size: 11 }),
  line('Personal & Confidential'),
  {
    cells: [
      { x: 0, width: 90, text: 'Date Generated' },
      { x: 100, width: 90, text: 'Nov 14, 2026' },
    ],
    gap: 6,
  },
  {
    cells: [
      { x: 0, width: 90, text: 'Report Number' },
      { x: 100, width: 90, text: '1234-5678-90' },
    ],
  },
  subheading('At a Glance'),
  {
    cells: [
      `${report.accounts.length} Accounts`,
      `${report.publicRecords.length} Public Records`,
      `${hard} Hard Inquiries`,
    ].map((text, index) => ({ x: index * 175, width: 160, text })),
  },
]

const section = (name: string, entries: readonly string[]): PrintedRow[] =>
  entries.length === 0 ? [] : [subheading(name), ...cards(entries)]

const personalRows = (person: PersonalInfo): PrintedRow[] => {
  const names = [person.name, ...person.aliases].filter(name => name !== null)
  const addresses = [person.currentAddress, ...person.previousAddresses].filter(address => address !== null)
  return [
    heading('Personal Information'),
    {
      cells: [
        `${names.length} Names`,
        `${addresses.length} Addresses`,
        `${person.employers.length} Employers`,
        `${person.consumerStatements.length} Personal Statements`,
        '0 Other Records',
      ].map((text, index) => ({ x: index * 100, width: 98, text })),
    },
    ...section(
      'Names',
      names.map((name, index) => `${name}\nName ID #${12_345 + index}`),
    ),
    ...section(
      'Addresses',
      addresses.map(
        (address, index) => `${addressLines(address).join('\n')}\nAddress ID #012345${index}\nSingle family`,
      ),
    ),
    ...section(
      'Social Security Numbers',
      person.ssnLastFour === null ? [] : [`XXX-XX-${person.ssnLastFour}`],
    ),
    ...section('Year of Birth', person.dob === null ? [] : [person.dob.slice(0, 4)]),
    ...section(
      'Phone Numbers',
      person.phones.map(phone => `${toPhone(phone)}\nCellular`),
    ),
    ...section('Employers', person.employers),
    ...(person.consumerStatements.length === 0 ? [] : [subheading('Personal Statements')]),
    ...person.consumerStatements.map(text => line(text, { gap: 8 })),
  ]
}

const legendRows = (paid: string): PrintedRow[] => [
  line('Payment history guide', { gap: 4 }),
  ...[
    [`${paid} Current / Terms met`, '30 Past due 30 days', '60 Past due 60 days', '90 Past due 90 days'],
    ['120 Past due 120 days', '150 Past due 150 days', '180 Past due 180 days', 'CO Charge off'],
    ['C Collection', 'R Repossession', 'VS Voluntary surrender', 'F Foreclosed'],
    ['B Included in Bankruptcy', 'CLS Closed', 'ND No data for this period'],
  ].map(texts => ({ cells: texts.map((text, index) => ({ x: index * 125, width: 120, text })) })),
]

const marks: Readonly<Partial<Record<PayToken, string>>> = { COL: 'C', REPO: 'R', FC: 'F', BK: 'B', U: 'TNT' }

const historyRows = ({ paymentHistory }: Account, quirks: ExperianQuirks): PrintedRow[] => {
  if (paymentHistory.length === 0) return []
  const tokens = new Map(paymentHistory.map(({ date, status }) => [date, status]))
  const years = [...new Set(paymentHistory.map(({ date }) => date.slice(0, 4)))].toSorted().toReversed()
  const at = (index: number) => 60 + index * 34
  const textOf = (month: string): string => {
    const token = tokens.get(month)
    if (token === undefined) return month.endsWith('-06') ? quirks.dash : 'ND'
    return token === 'OK' ? quirks.paid : (marks[token] ?? token)
  }
  return [
    subheading('Payment History'),
    { cells: quirks.months.map((text, index) => ({ x: at(index), width: 30, text })), gap: 2 },
    ...years.map(year => ({
      cells: [
        { x: 0, width: 50, text: year },
        ...monthNames.map((_, index) => ({
          x: at(index),
          width: 30,
          text: textOf(`${year}-${String(index + 1).padStart(2, '0')}`),
        })),
      ],
      gap: 2,
    })),
    ...(quirks.legend ? legendRows(quirks.paid) : []),
  ]
}

const without = (pairs: readonly Pair[], label: string | null): Pair[] =>
  pairs.filter(([name]) => name !== label)

const accountRows = (account: Account, quirks: ExperianQuirks): PrintedRow[] => {
  const limit: Pair =
    account.creditLimit === null
      ? ['Original Balance', toDollars(account.originalAmount)]
      : ['Credit Limit', toDollars(account.creditLimit)]
  const left: Pair[] = [
    ['Account Name', account.creditorNameReported],
    ['Account Number', account.accountNumber && printedNumber(account.accountNumber, 'experian-pdf')],
    ['Account Type', account.accountTypeDetail],
    ['Responsibility', account.responsibility],
    ['Interest Type', null],
    ['Date Opened', toDate(account.dateOpened)],
    ['Status', experianStatus(account).condition],
    ['Status Updated', toMonth(account.dateStatus)],
  ]
  const right: Pair[] = [
    ['Balance', toDollars(account.currentBalance)],
    ['Balance Updated', toDate(account.lastReported)],
    ['Recent Payment', null],
    ['Monthly Payment', toDollars(account.monthlyPayment)],
    limit,
    ['Highest Balance', toDollars(account.highBalance)],
    ['Terms', account.termLength === null ? null : `${account.termLength} Months`],
    ['On Record Until', toMonth(account.removalDate)],
    ...(quirks.twice === null ? [] : [[quirks.twice, '$77,777'] satisfies Pair]),
    ...(quirks.unknown === null ? [] : [[quirks.unknown, 'Something new'] satisfies Pair]),
  ]
  const contact: Pair[] = [
    ['Address', account.address === null ? null : addressLines(account.address).join('\n')],
    ['Phone Number', account.creditorPhone === null ? null : toPhone(account.creditorPhone)],
  ]
  return [
    line(account.creditorNameReported.toUpperCase(), { size: 11, gap: 14 }),
    ...(account.isDerogatory ? [line('POTENTIALLY NEGATIVE')] : []),
    subheading('Account Info'),
    ...lanes(without(left, quirks.without), without(right, quirks.without), quirks.dash),
    ...historyRows(account, quirks),
    ...(account.originalCreditor === null
      ? []
      : [
          subheading('Historical Info'),
          ...lanes(
            without([['Original Creditor', account.originalCreditor]], quirks.without),
            [],
            quirks.dash,
          ),
        ]),
    subheading('Contact Info'),
    ...lanes(without(contact, quirks.without), [], quirks.dash),
    ...(account.remarks.length === 0
      ? []
      : [
          subheading('Comment'),
          line('Current:', { gap: 2 }),
          ...account.remarks.map(({ text }) => line(text)),
          line('Previous:', { gap: 2 }),
          line('None'),
        ]),
    ...(account.removalDate == null
      ? []
      : [
          line(`This account is scheduled to continue on record until ${toMonth(account.removalDate)}.`, {
            gap: 4,
          }),
        ]),
  ]
}

const recordRows = (record: PublicRecord, quirks: ExperianQuirks): PrintedRow[] => [
  line(record.type.toUpperCase(), { size: 11, gap: 14 }),
  line('POTENTIALLY NEGATIVE'),
  subheading('Record Details'),
  ...lanes(
    [
      ['Record Type', record.type],
      ['Reference Number', record.caseNumber],
      ['Responsibility', record.responsibility],
    ],
    [
      ['Date Filed', toDate(record.filed)],
      ['Date Resolved', toDate(record.disposed)],
      ['On Record Until', toMonth(record.removalDate)],
    ],
    quirks.dash,
  ),
  subheading('Court Information'),
  ...lanes([['Court', record.court]], [], quirks.dash),
]

type InquiryParts = { name: string; date: string; address: string[]; phone: string; says: string }

const partsOf = (inquiry: Inquiry): InquiryParts => ({
  name: inquiry.company.toUpperCase(),
  date: toDate(inquiry.date) ?? '',
  address: inquiry.address === null ? [] : addressLines(inquiry.address),
  phone: '(800) 555-0100',
  says:
    inquiry.kind === 'hard'
      ? 'Unsecured. This inquiry is scheduled to continue on record until May 2028.'
      : 'Promotional inquiry.',
})

const inquiryRows = (inquiries: readonly Inquiry[], layout: ExperianQuirks['inquiries']): PrintedRow[] => {
  const all = inquiries.map(partsOf)
  if (layout === 'cards')
    return cards(
      all.map(({ name, date, address, phone, says }) =>
        [name, 'Inquired on', date, ...address, phone, says].join('\n'),
      ),
      12,
    )
  return all.map(({ name, date, address, phone, says }) => ({
    cells: [
      { x: 0, width: 60, text: name, wrap: 'anywhere' },
      { x: 80, width: 60, text: `Inquired on\n${date}` },
      { x: 160, width: 150, text: [...address, phone].join('\n') },
      { x: 330, width: 150, text: says },
    ],
    gap: 12,
  }))
}

/** The Experian part of a report as printed from its page. */
export const experianPage = (given: Report, quirks: ExperianQuirks = plainQuirks): PrintedRow[] => {
  const own = <Row extends { bureau: string }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ bureau }) => bureau === 'Experian')
  const report: Report = {
    ...given,
    accounts: own(given.accounts),
    inquiries: own(given.inquiries),
    publicRecords: own(given.publicRecords),
    personal: own(given.personal),
  }
  const hard = report.inquiries.filter(({ kind }) => kind === 'hard')
  const soft = report.inquiries.filter(({ kind }) => kind === 'soft')
  return [
    ...(quirks.lead > 0 ? [line('', { gap: quirks.lead })] : []),
    ...topRows(report, hard.length),
    ...report.personal.flatMap(personalRows),
    heading('Accounts'),
    ...report.accounts.flatMap(account => accountRows(account, quirks)),
    heading('Public Records'),
    ...(report.publicRecords.length === 0
      ? [line('No public records reported.')]
      : report.publicRecords.flatMap(record => recordRows(record, quirks))),
    heading('Hard Inquiries'),
    line('Hard inquiries are made when you apply for credit, and may affect your score.'),
    ...inquiryRows(hard, quirks.inquiries),
    heading('Soft Inquiries'),
    line('Soft inquiries are those that have no impact on your credit score.'),
    ...inquiryRows(soft, 'cards'),
    heading('Important messages'),
    line('Medical information: by law, we cannot disclose certain medical information.'),
    heading('Contact Experian'),
    line('Call us at (800) 555-0199.'),
    heading('Know Your Rights'),
    line('A summary of your rights under the Fair Credit Reporting Act.'),
  ]
}
