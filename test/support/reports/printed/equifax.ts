import type {
  Account,
  Address,
  Inquiry,
  PersonalInfo,
  PublicRecord,
  Report,
} from '#features/reports/canonical.ts'
import type { PagesText, Shape, Word } from '#features/reports/readers/pdf/pages-text.ts'
import { showDate, showMonthWords } from '#values/dates.ts'
import {
  accountRows,
  addressLines,
  box,
  type EquifaxQuirks,
  phone,
  tick,
  usualEquifax,
} from './equifax-accounts.ts'
import { line, type PagesOptions, type PrintedRow, toPagesText } from './page-rows.ts'

/** Prints a known report like Equifax at annualcreditreport.com. */

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

/** The drawing that replaces a mark's word. */
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

/** The words and shapes of the print; `change` can alter its rows first. */
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
