import type {
  Account,
  Address,
  Inquiry,
  PayToken,
  PersonalInfo,
  PublicRecord,
  Report,
} from '#features/reports/canonical.ts'
import type { PagesText, Shape, Word } from '#features/reports/readers/pdf/pages-text.ts'
import { showDate, showMonthWords } from '#values/dates.ts'
import { printedNumber } from '../known-report.ts'
import { line, type PagesOptions, type PrintedCell, type PrintedRow, toPagesText } from './page-rows.ts'

/** Prints a known report as Equifax does at annualcreditreport.com. */

export type EquifaxQuirks = {
  /** How the ticks and boxes of the payment history are drawn, or written; `lost`: as a PDF reader that sees none. */
  marks: 'stroke' | 'image' | 'character' | 'icon' | 'lost'
  /** Whether the legend shows them: drawn, as words alone, or not at all. */
  legend: 'drawn' | 'bare' | 'none'
  /** The lower part of an account in columns, or its labels one behind the other. */
  columns: boolean
  contact: 'oneLine' | 'twoLines'
  /** What stands for nothing. */
  nothing: '' | '-' | '\u2014'
  numberedHeadings: boolean
  /** `>` and `<` around adverse values. */
  adverseMarks: boolean
  /** Inquiries of one company stand in one row with all of their dates. */
  joinDates: boolean
  /** Empty points above the first account, which move every page break. */
  push: number
}

export const usualEquifax: EquifaxQuirks = {
  marks: 'stroke',
  legend: 'drawn',
  columns: true,
  contact: 'oneLine',
  nothing: '',
  numberedHeadings: false,
  adverseMarks: true,
  joinDates: false,
  push: 0,
}

/** Stand in a cell until the page is placed, then become drawings. */
const [tick, box] = ['[tick]', '[box]']

const money = (amount: string | null): string | null =>
  amount === null ? null : `$${Number(amount).toLocaleString('en-US', { maximumFractionDigits: 0 })}`

const phone = (number: string | null): string | null =>
  number === null ? null : `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`

const addressLines = ({ street, city, state, postal }: Address, quirks: EquifaxQuirks): string[] =>
  quirks.contact === 'oneLine'
    ? [`${street} ${city}, ${state} ${postal}`]
    : [String(street), `${city}, ${state} ${postal}`]

const statusWords: Partial<Record<PayToken, string>> = {
  OK: 'Pays As Agreed',
  '30': '30 Days Past Due',
  '60': '60 Days Past Due',
  '90': '90 Days Past Due',
  '120': 'Over 120 Days Past Due',
  '150': '150 Days Past Due',
  '180': '180 Days Past Due',
  CO: 'Charge Off',
  COL: 'Collection Account',
  REPO: 'Repossession',
  FC: 'Foreclosure',
  VS: 'Voluntary Surrender',
  BK: 'Included in Bankruptcy',
  U: 'Unrated',
}

const activityWords: Readonly<Record<string, string>> = {
  Paid: 'Paid and Closed',
  Closed: 'Closed',
  Transferred: 'Transfer/Sold',
}

const ownerWords: Readonly<Record<string, string>> = {
  Individual: 'Individual Account',
  Joint: 'Joint Account',
  'Authorized user': 'Authorized User',
}

const narrativeCodes: Readonly<Record<string, string>> = {
  Closed: '065',
  'Charged off as bad debt': '067',
  'Account information disputed by consumer': '167',
  'Placed for collection': '094',
}

/** A remark's narrative code, as printed beside its words. */
export const narrativeCode = (text: string): string => narrativeCodes[text] ?? '999'

/** The words for an account's state: its activity, else its status. */
export const conditionWords = (row: Account): string | null =>
  activityWords[row.condition ?? ''] ?? (row.payStatus === null ? null : (statusWords[row.payStatus] ?? null))

const gridMarks: Partial<Record<PayToken, string>> = {
  OK: tick,
  CO: 'CO',
  COL: 'C',
  REPO: 'R',
  FC: 'F',
  VS: 'V',
  BK: 'B',
  U: 'TN',
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const gridCells = (first: string, cells: readonly string[]): PrintedCell[] => [
  { x: 0, width: 30, text: first },
  ...cells.map((text, index) => ({ x: 50 + index * 38, width: 36, text })),
]

const legendRows = (quirks: EquifaxQuirks): PrintedRow[] => {
  const drawn = (mark: string) => (quirks.legend === 'drawn' ? mark : '')
  return quirks.legend === 'none'
    ? []
    : [
        {
          gap: 4,
          cells: [
            { x: 0, width: 10, text: drawn(tick) },
            { x: 12, width: 60, text: 'Paid on Time' },
            { x: 90, width: 90, text: '30 30 Days Past Due' },
            { x: 190, width: 90, text: '60 60 Days Past Due' },
            { x: 290, width: 90, text: 'CO Charge-Off' },
          ],
        },
        {
          cells: [
            { x: 90, width: 90, text: 'C Collection Account' },
            { x: 178, width: 10, text: drawn(box) },
            { x: 190, width: 90, text: 'No Data Available' },
            { x: 290, width: 90, text: 'TN Too New to Rate' },
          ],
        },
      ]
}

/** A row a year, newest first: between the first and last month each one has a mark. */
const historyRows = ({ paymentHistory }: Account, quirks: EquifaxQuirks): PrintedRow[] => {
  const marks = new Map(paymentHistory.map(({ date, status }) => [date, gridMarks[status] ?? status]))
  const [first, last] = [paymentHistory[0]?.date ?? '', paymentHistory.at(-1)?.date ?? '']
  const years = [...new Set(paymentHistory.map(({ date }) => Number(date.slice(0, 4))))]
  const all =
    years.length === 0
      ? []
      : Array.from(
          { length: Math.max(...years) - Math.min(...years) + 1 },
          (_, at) => Math.max(...years) - at,
        )
  return all.length === 0
    ? []
    : [
        line('Payment History', { gap: 4 }),
        { cells: gridCells('Year', months) },
        ...all.map(year => ({
          cells: gridCells(
            String(year),
            months.map((_, index) => {
              const month = `${year}-${String(index + 1).padStart(2, '0')}`
              return marks.get(month) ?? (month > first && month < last ? box : '')
            }),
          ),
        })),
        ...legendRows(quirks),
      ]
}

const accountRows = (row: Account, quirks: EquifaxQuirks): PrintedRow[] => {
  const said = (value: string | null | undefined) => value ?? quirks.nothing
  const isAdverse = !['OK', 'U', null].includes(row.payStatus)
  const status = row.payStatus === null ? null : (statusWords[row.payStatus] ?? null)
  const marked = status !== null && isAdverse && quirks.adverseMarks ? `>${status}<` : status
  const packed = (...pieces: string[]) => line(pieces.join(' | '))
  const three = (...texts: string[]): PrintedRow =>
    quirks.columns
      ? { cells: texts.map((text, index) => ({ x: index * 182, width: 176, text })) }
      : line(texts.join(' '))
  const contact = [
    ...(row.address === null ? [] : addressLines(row.address, quirks)),
    ...(row.creditorPhone === null ? [] : [phone(row.creditorPhone) ?? '']),
  ]
  const suffix = row.openClosed === null ? '' : ` - ${row.openClosed}`
  return [
    line(`${row.creditorNameReported}${suffix}`, { size: 11, gap: 14 }),
    ...(quirks.contact === 'oneLine'
      ? contact.length > 0
        ? [packed(...contact)]
        : []
      : contact.map(text => line(text))),
    packed(
      `Date Reported: ${said(showDate(row.lastReported))}`,
      `Balance: ${said(money(row.currentBalance))}`,
    ),
    packed(
      `Account Number: ${said(row.accountNumber && printedNumber(row.accountNumber, 'equifax-pdf'))}`,
      `Owner: ${said(ownerWords[row.responsibility ?? ''])}`,
    ),
    packed(`Credit Limit: ${said(money(row.creditLimit))}`, `High Credit: ${said(money(row.highBalance))}`),
    packed(`Loan/Account Type: ${said(row.accountTypeDetail)}`, `Status: ${said(marked)}`),
    three(
      `Date Opened: ${said(showDate(row.dateOpened))}`,
      `Date of 1st Delinquency: ${said(showDate(row.dateFirstDelinquency))}`,
      'Terms Frequency: Monthly',
    ),
    three(
      `Date of Last Activity: ${said(showDate(row.dateLastActive))}`,
      `Date Major Delinquency 1st Reported: ${quirks.nothing}`,
      `Months Reviewed: ${said(row.monthsReviewed?.toString())}`,
    ),
    three(
      `Scheduled Payment Amount: ${said(money(row.monthlyPayment))}`,
      `Amount Past Due: ${said(money(row.amountPastDue))}`,
      `Deferred Payment Start Date: ${quirks.nothing}`,
    ),
    three(
      `Actual Payment Amount: ${quirks.nothing}`,
      `Charge Off Amount: ${said(money(row.chargeOffAmount))}`,
      `Balloon Payment Amount: ${quirks.nothing}`,
    ),
    three(
      `Date of Last Payment: ${said(showDate(row.dateLastPayment))}`,
      `Date Closed: ${said(showDate(row.dateClosed))}`,
      `Balloon Payment Date: ${quirks.nothing}`,
    ),
    three(
      `Term Duration: ${said(row.termLength === null ? null : `${row.termLength} Months`)}`,
      `Activity Designator: ${said(activityWords[row.condition ?? ''])}`,
      `Narrative Code(s): ${said(row.remarks.map(({ text }) => narrativeCode(text)).join(', ') || null)}`,
    ),
    ...(row.remarks.length === 0 ? [] : [line('Narrative Code Description')]),
    ...row.remarks.map(({ text }) => line(`${narrativeCode(text)} ${text}`)),
    ...historyRows(row, quirks),
  ]
}

const personRows = (person: PersonalInfo, quirks: EquifaxQuirks): PrintedRow[] => {
  const under = (label: string, texts: readonly string[]): PrintedRow[] => [
    line(`${label} ${texts[0] ?? quirks.nothing}`),
    ...texts.slice(1).map(text => line(text)),
  ]
  const addressText = (address: Address) => addressLines(address, { ...quirks, contact: 'oneLine' })
  return [
    line(`Name: ${person.name ?? quirks.nothing}`),
    ...under('Address:', person.currentAddress === null ? [] : addressText(person.currentAddress)),
    line(`Social Security Number: XXX-XX-${person.ssnLastFour}`),
    line(`Date of Birth: ${showDate(person.dob) ?? quirks.nothing}`),
    ...under('Former Name(s):', person.aliases),
    ...under('Employment:', person.employers),
    line('Consumer File Notices: You currently do not have any notices on your file.'),
    ...under('Former Address(es):', person.previousAddresses.flatMap(addressText)),
    ...under(
      'Phone:',
      person.phones.flatMap(number => phone(number) ?? []),
    ),
    line(`Consumer Statement: ${person.consumerStatements[0] ?? 'No Statement on file.'}`),
  ]
}

const inquiryRows = (inquiries: readonly Inquiry[], quirks: EquifaxQuirks): PrintedRow[] => {
  const groups = new Map<string, Inquiry[]>()
  inquiries.forEach((inquiry, index) => {
    const { company, kind, address } = inquiry
    const key = quirks.joinDates ? JSON.stringify([company, kind, address]) : String(index)
    groups.set(key, [...(groups.get(key) ?? []), inquiry])
  })
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (first === undefined) return []
    const dates = group.map(({ date }) => showDate(date)).join(', ')
    return [
      {
        gap: 4,
        cells: [
          { x: 0, width: 240, text: first.company },
          { x: 260, width: 60, text: first.kind === 'hard' ? 'Hard' : 'Soft' },
          { x: 340, width: 110, text: dates },
        ],
      },
      ...(first.address === null ? [] : addressLines(first.address, quirks).map(text => line(text))),
      line('Phone: (800) 555-0100'),
    ]
  })
}

const recordRows = (record: PublicRecord, { nothing }: EquifaxQuirks): PrintedRow[] => [
  line(`Reference Number: ${record.caseNumber ?? nothing} | Status: ${record.disposition ?? nothing}`, {
    gap: 6,
  }),
  line(`Date Filed: ${showDate(record.filed) ?? nothing} | Type: ${record.type}`),
  line(`Verified Date: ${nothing} | Filer: Individual | Subject: Subject`),
  line(`Liability: ${nothing} | Court: ${record.court ?? nothing}`),
  line(`Exempt Amount: ${nothing} | Asset Amount: ${nothing} | Prior Disposition: ${nothing}`),
  line(`Comments: ${nothing}`),
]

const named = (label: string, row: Account | undefined): PrintedRow[] =>
  row?.dateOpened == null
    ? []
    : [
        line(
          `${label} ${row.creditorNameReported} | ${showMonthWords(row.dateOpened.slice(0, 7), { month: 'short', year: 'numeric' })}`,
        ),
      ]

const summaryRows = ({ accounts, reportDate }: Report): PrintedRow[] => {
  const byAge = accounts.toSorted((a, b) => ((a.dateOpened ?? '') < (b.dateOpened ?? '') ? -1 : 1))
  return [
    line(`Report Date ${showDate(reportDate)}`),
    line('Average Account Age 4 Years, 2 Months'),
    line('Length of Credit History 9 Years, 1 Month'),
    ...named('Oldest Account', byAge[0]),
    ...named('Most Recent Account', byAge.at(-1)),
  ]
}

export const equifaxRows = (report: Report, quirks: EquifaxQuirks): PrintedRow[] => {
  let number = 0
  const heading = (text: string): PrintedRow => {
    number += 1
    return line(quirks.numberedHeadings ? `${number}. ${text}` : text, { size: 14, gap: 20 })
  }
  const none = (what: string) => line(`You currently do not have any ${what} in your file.`)
  const { accounts, inquiries, publicRecords, personal } = report
  return [
    line(`Prepared for: ${report.subject.name}`, { gap: 20 }),
    line('Date: November 14, 2026'),
    line('Confirmation # 1234567890'),
    heading('Summary'),
    ...summaryRows(report),
    heading('Personal Information'),
    ...personal.flatMap(person => personRows(person, quirks)),
    heading('Credit Accounts'),
    ...(quirks.push === 0 ? [] : [line('Your accounts follow.', { gap: quirks.push })]),
    ...(accounts.length === 0
      ? [none('Credit Accounts')]
      : accounts.flatMap(row => accountRows(row, quirks))),
    heading('Inquiries'),
    ...(inquiries.length === 0
      ? [none('Inquiries')]
      : [
          {
            cells: [
              { x: 0, width: 240, text: 'Company Information' },
              { x: 260, width: 70, text: 'Inquiry Type' },
              { x: 340, width: 100, text: 'Inquiry Date(s)' },
            ],
          },
          ...inquiryRows(inquiries, quirks),
        ]),
    heading('Public Records'),
    ...(publicRecords.length === 0
      ? [none('Bankruptcies')]
      : [line('Bankruptcies'), ...publicRecords.flatMap(record => recordRows(record, quirks))]),
    heading('A Summary of Your Rights Under the Fair Credit Reporting Act'),
    line('You have the right to know what is in your file.'),
  ]
}

/** The drawing in the place of a mark's word. */
const drawingOf = (word: Word, marks: EquifaxQuirks['marks']): Shape[] => {
  const isTick = word.text === tick
  const { page, x, y, size } = word
  const place = {
    page,
    x,
    y: y - size * 0.7,
    width: size * (isTick ? 0.7 : 0.8),
    height: size * (isTick ? 0.5 : 0.8),
  }
  if (marks === 'image') return [{ ...place, kind: 'image', color: null }]
  if (marks !== 'stroke') return []
  return [{ ...place, kind: isTick ? 'stroke' : 'fill', color: isTick ? '#00a651' : '#c8c8c8' }]
}

const characters = { character: ['\u2713', '\u25a0'], icon: ['\ue001', '\ue002'] } as const

const writtenAs = (word: Word, marks: EquifaxQuirks['marks']): Word[] => {
  if (word.text !== tick && word.text !== box) return [word]
  if (marks !== 'character' && marks !== 'icon') return []
  return [{ ...word, x2: word.x + word.size * 0.6, text: characters[marks][word.text === tick ? 0 : 1] }]
}

const pageWords = (text: string, page: number, y: number): Word[] => {
  let x = 29
  return text.split(' ').map(word => {
    const placed = { page, x, x2: x + word.length * 4, y, size: 8, text: word }
    x = placed.x2 + 2.4
    return placed
  })
}

/** The words and drawings of the print; `change`: what to alter in its rows before. */
export const equifaxPages = (
  report: Report,
  quirks: EquifaxQuirks = usualEquifax,
  options: Partial<PagesOptions> = {},
  change: (rows: PrintedRow[]) => PrintedRow[] = rows => rows,
): PagesText => {
  const placed = toPagesText(change(equifaxRows(report, quirks)), {
    title: 'Credit Report',
    address: 'about:blank',
    ...options,
    headerFooter: false,
  })
  const count = placed.pages.length
  const furniture = placed.pages.flatMap(({ height }, index) => [
    ...pageWords(`Prepared for: ${report.subject.name} Confirmation # 1234567890`, index + 1, 15),
    ...pageWords(`1234567890-DISC Page ${index + 1} of ${count}`, index + 1, height - 10),
  ])
  return {
    ...placed,
    words: [...furniture, ...placed.words.flatMap(word => writtenAs(word, quirks.marks))],
    shapes: placed.words.flatMap(word =>
      word.text === tick || word.text === box ? drawingOf(word, quirks.marks) : [],
    ),
  }
}
