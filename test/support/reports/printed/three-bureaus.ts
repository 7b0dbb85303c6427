import type { Account, PayToken, Report, ReportedAddress } from '#features/reports/canonical.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { addMonths, showDate } from '#values/dates.ts'
import { line, type PrintedCell, type PrintedRow } from './page-rows.ts'

/** Prints of the report pages of IdentityIQ, SmartCredit and MyFreeScoreNow as rows (docs/reference/report-formats.md). */

export type ThreeBureauFormat = 'identityiq-pdf' | 'smartcredit-pdf' | 'myfreescorenow-pdf'

const left: Readonly<Record<Bureau, number>> = { TransUnion: 130, Experian: 262, Equifax: 394 }
const width = 126

const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** `none`: what is printed for an amount that is not reported. */
export const money = (amount: string | null, none: string): string =>
  amount === null ? none : `${Number(amount) < 0 ? '-' : ''}$${amounts.format(Math.abs(Number(amount)))}`

/** The words of all three services for a payment status. */
export const statusWords: Readonly<Record<PayToken, string>> = {
  OK: 'Current',
  '30': 'Late 30 Days',
  '60': 'Late 60 Days',
  '90': 'Late 90 Days',
  '120': 'Late 120 Days',
  '150': 'Late 150 Days',
  '180': 'Late 180 Days',
  CO: 'Collection/Chargeoff',
  COL: 'Collection/Chargeoff',
  REPO: 'Repossession/Foreclosure',
  FC: 'Repossession/Foreclosure',
  VS: 'Voluntary Surrender',
  BK: 'Wage Earner or Similar Plan',
  U: 'Unknown',
}

const marks: Readonly<Record<PayToken, string>> = {
  OK: 'OK',
  '30': '30',
  '60': '60',
  '90': '90',
  '120': '120',
  '150': '150',
  '180': '180',
  CO: 'CO',
  COL: 'CO',
  REPO: 'RF',
  FC: 'RF',
  VS: 'VS',
  BK: 'PP',
  U: '',
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A row of values; lines of one cell are stacked. */
const valueRows = (label: string, cellsOf: (bureau: Bureau) => readonly string[]): PrintedRow[] => {
  const lines = bureaus.map(bureau => ({ bureau, texts: cellsOf(bureau) }))
  const most = Math.max(1, ...lines.map(({ texts }) => texts.length))
  return Array.from({ length: most }, (_, at) => ({
    cells: [
      ...(at === 0 ? [{ x: 0, width: 125, text: label }] : []),
      ...lines.flatMap(({ bureau, texts }): PrintedCell[] =>
        (texts[at] ?? '') === '' ? [] : [{ x: left[bureau], width, text: texts[at] ?? '' }],
      ),
    ],
  })).filter(({ cells }) => cells.length > 0)
}

const heading = (text: string): PrintedRow => line(text, { size: 11, gap: 8 })

export const printThreeBureaus = (report: Report, format: ThreeBureauFormat): PrintedRow[] => {
  const isIdentityIq = format === 'identityiq-pdf'
  const colon = format === 'smartcredit-pdf' ? '' : ':'
  const none = isIdentityIq ? '-' : format === 'smartcredit-pdf' ? '—' : '--'
  const nameOf = (bureau: Bureau) => {
    if (isIdentityIq) return bureau
    if (format === 'smartcredit-pdf') return `${bureau}®`
    return bureau === 'TransUnion' ? 'Transunion' : bureau
  }
  const header: PrintedRow = {
    cells: bureaus.map(bureau => ({ x: left[bureau], width, text: nameOf(bureau) })),
    gap: 4,
  }
  const at = (bureau: Bureau) => report.personal.find(one => one.bureau === bureau)
  const scoreAt = (bureau: Bureau) => report.scores.find(one => one.bureau === bureau)
  const date = (reported: string | null | undefined) => showDate(reported ?? null) ?? none
  const addressLines = ({ street, city, state, postal, reported }: ReportedAddress): string[] =>
    isIdentityIq
      ? [street ?? '', `${city ?? ''}, ${state ?? ''}`, postal ?? '', showDate(reported) ?? '']
      : [street ?? '', `${city ?? ''}, ${state ?? ''} ${postal ?? ''}`]
  const orNone = (texts: readonly string[]) => (texts.length === 0 ? [none] : texts)
  const reportDate = (bureau: Bureau) =>
    isIdentityIq
      ? at(bureau) === undefined
        ? none
        : date(report.reportDate)
      : date(scoreAt(bureau)?.dateReported)
  const dob = (bureau: Bureau) => {
    const born = at(bureau)?.dob ?? null
    return isIdentityIq ? date(born) : (born?.slice(0, 4) ?? none)
  }
  const current = (bureau: Bureau) =>
    [at(bureau)?.currentAddress ?? null].flatMap(one => (one === null ? [] : [one]))
  const personal = isIdentityIq
    ? [
        ...valueRows('Credit Report Date:', bureau => [reportDate(bureau)]),
        ...valueRows('Name:', bureau => [at(bureau)?.name ?? none]),
        ...valueRows('Also Known As:', bureau => orNone(at(bureau)?.aliases ?? [])),
        ...valueRows('Former:', () => [none]),
        ...valueRows('Date of Birth:', bureau => [dob(bureau)]),
        ...valueRows('Current Address(es):', bureau => orNone(current(bureau).flatMap(addressLines))),
        ...valueRows('Previous Address(es):', bureau =>
          orNone((at(bureau)?.previousAddresses ?? []).flatMap(addressLines)),
        ),
        ...valueRows('Employers:', bureau => orNone(at(bureau)?.employers ?? [])),
      ]
    : [
        ...valueRows('Credit Report Date', bureau => [reportDate(bureau)]),
        ...valueRows('Name', bureau => [at(bureau)?.name ?? none]),
        ...valueRows(`Also Known As${colon}`, bureau => orNone(at(bureau)?.aliases ?? [])),
        ...valueRows('Date of Birth', bureau => [dob(bureau)]),
        ...valueRows('Current Address', bureau => orNone(current(bureau).flatMap(addressLines))),
        ...valueRows('Previous Address', bureau =>
          orNone((at(bureau)?.previousAddresses ?? []).flatMap(addressLines)),
        ),
        ...valueRows('Employer', bureau =>
          orNone((at(bureau)?.employers ?? []).flatMap(name => [name, 'Date Updated: 05/01/2024'])),
        ),
      ]

  const count = (bureau: Bureau, rows: readonly { bureau: Bureau }[]) =>
    at(bureau) === undefined ? none : String(rows.filter(one => one.bureau === bureau).length)
  const summary = [
    ...valueRows(`Total Accounts${colon}`, bureau => [count(bureau, report.accounts)]),
    ...valueRows(`Open Accounts${colon}`, () => ['2']),
    ...valueRows(`Public Records${colon}`, bureau => [count(bureau, report.publicRecords)]),
    ...valueRows(isIdentityIq ? 'Inquiries(2 years):' : `Inquiries (2 years)${colon}`, bureau => [
      count(bureau, report.inquiries),
    ]),
  ]

  const fields: readonly (readonly [label: string, text: (account: Account) => string])[] = isIdentityIq
    ? [
        ['Account #:', one => one.accountNumber ?? none],
        ['Account Type:', one => one.accountType],
        ['Account Type - Detail:', one => one.accountTypeDetail ?? none],
        ['Bureau Code:', one => one.responsibility ?? none],
        ['Account Status:', one => one.condition ?? none],
        ['Monthly Payment:', one => money(one.monthlyPayment, none)],
        ['Date Opened:', one => date(one.dateOpened)],
        ['Balance:', one => money(one.currentBalance, none)],
        ['No. of Months (terms):', one => String(one.termLength ?? none)],
        ['High Credit:', one => money(one.highBalance, none)],
        ['Credit Limit:', one => money(one.creditLimit, none)],
        ['Past Due:', one => money(one.amountPastDue, none)],
        ['Payment Status:', one => (one.payStatus === null ? none : statusWords[one.payStatus])],
        ['Last Reported:', one => date(one.lastReported)],
        ['Comments:', one => one.remarks.map(({ text }) => text).join(' ') || none],
        ['Date Last Active:', one => date(one.dateStatus)],
        ['Date of Last Payment:', one => date(one.dateLastPayment)],
      ]
    : [
        [format === 'smartcredit-pdf' ? 'Account Number' : 'Account #', one => one.accountNumber ?? none],
        [`High Balance${colon}`, one => money(one.highBalance, none)],
        [`Last Verified${colon}`, () => none],
        [`Date of Last Activity${colon}`, one => date(one.dateStatus)],
        [`Date Reported${colon}`, one => date(one.lastReported)],
        [`Date Opened${colon}`, one => date(one.dateOpened)],
        [`Balance Owed${colon}`, one => money(one.currentBalance, none)],
        [`Closed Date${colon}`, one => date(one.dateClosed)],
        [`Account Rating${colon}`, one => one.condition ?? none],
        [`Account Description${colon}`, one => one.responsibility ?? none],
        [
          `Dispute Status${colon}`,
          one => (one.disputed === true ? 'Account disputed' : 'Account not disputed'),
        ],
        [`Creditor Type${colon}`, one => one.industry ?? none],
        [`Account Status${colon}`, one => one.openClosed ?? none],
        [`Payment Status${colon}`, one => (one.payStatus === null ? none : statusWords[one.payStatus])],
        [`Creditor Remarks${colon}`, one => one.remarks.map(({ text }) => text).join(' ') || none],
        ['Original Creditor', one => one.originalCreditor ?? none],
        [`Payment Amount${colon}`, one => money(one.monthlyPayment, none)],
        [`Last Payment${colon}`, one => date(one.dateLastPayment)],
        [`Term Length${colon}`, one => (one.termLength === null ? none : `${one.termLength} Month(s)`)],
        [`Past Due Amount${colon}`, one => money(one.amountPastDue, none)],
        [`Account Type${colon}`, one => one.accountTypeDetail ?? none],
        [`Payment Frequency${colon}`, () => 'Monthly (every month)'],
        [`Credit Limit${colon}`, one => money(one.creditLimit, none)],
      ]

  const history = (rows: readonly Account[]): PrintedRow[] => {
    const newest = rows
      .flatMap(({ paymentHistory }) => paymentHistory.at(-1)?.date ?? [])
      .sort()
      .at(-1)
    const months = Array.from({ length: 24 }, (_, index) => addMonths(newest ?? '2026-11', -index))
    const cells = (name: string, text: (month: string) => string): PrintedRow => ({
      size: 5,
      cells: [
        { x: 0, width: 50, text: name },
        ...months.flatMap((month, index) =>
          text(month) === '' ? [] : [{ x: 55 + index * 19.5, width: 19, text: text(month) }],
        ),
      ],
    })
    if (!isIdentityIq)
      return [
        line('Payment History - Last 2 Years'),
        ...bureaus.flatMap(bureau => {
          const own = rows.find(one => one.bureau === bureau)
          return own === undefined || own.paymentHistory.length === 0
            ? [line(nameOf(bureau)), line('None Reported')]
            : [
                line(nameOf(bureau)),
                cells('', month =>
                  month.endsWith('-01')
                    ? `'${month.slice(2, 4)}`
                    : (monthNames[Number(month.slice(5)) - 1] ?? ''),
                ),
              ]
        }),
        line('Days Late - Last 7 Years'),
      ]
    return [
      line('Two-Year payment history'),
      cells('Month', month => monthNames[Number(month.slice(5)) - 1] ?? ''),
      cells('Year', month => month.slice(2, 4)),
      ...bureaus.map(bureau => {
        const own = rows.find(one => one.bureau === bureau)
        return cells(bureau, month => {
          const token = own?.paymentHistory.find(one => one.date === month)?.status
          return token === undefined ? '' : marks[token]
        })
      }),
    ]
  }

  const account = (rows: readonly Account[]): PrintedRow[] => {
    const [first] = rows
    const suffix =
      isIdentityIq && first?.accountType === 'Collection'
        ? ` (Original Creditor: ${first.originalCreditor ?? ''})`
        : ''
    return [
      line(`${first?.creditorName ?? ''}${suffix}`, { gap: 6 }),
      header,
      ...fields.flatMap(([label, text]) =>
        valueRows(label, bureau => {
          const one = rows.find(row => row.bureau === bureau)
          return [one === undefined ? (isIdentityIq ? '' : none) : text(one)]
        }),
      ),
      ...history(rows),
    ]
  }

  const inquiryColumns = isIdentityIq ? [0, 180, 330, 430] : [0, 0, 240, 400]
  const inquiryRow = (texts: readonly string[]): PrintedRow => ({
    cells: texts.flatMap((text, index) =>
      text === '' ? [] : [{ x: inquiryColumns[index] ?? 0, width: index === 0 ? 170 : 95, text }],
    ),
  })
  const newestFirst = report.inquiries.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
  const inquiries =
    newestFirst.length === 0
      ? [line('None Reported')]
      : [
          inquiryRow([
            'Creditor Name',
            isIdentityIq ? 'Type of Business' : '',
            'Date of inquiry',
            'Credit Bureau',
          ]),
          ...newestFirst.map(one =>
            inquiryRow([one.company, isIdentityIq ? (one.industry ?? none) : '', date(one.date), one.bureau]),
          ),
        ]

  const records = report.publicRecords.flatMap(one => {
    const own = (text: string | null) => (bureau: Bureau) => [bureau === one.bureau ? (text ?? none) : '']
    return [
      line('Bankruptcy', { gap: 6 }),
      header,
      ...valueRows(`Type${colon}`, own(one.type)),
      ...valueRows(`Status${colon}`, own(one.disposition)),
      ...valueRows(`Date Filed/Reported${colon}`, own(date(one.filed))),
      ...valueRows(`Reference#${colon}`, own(one.caseNumber)),
      ...valueRows(`Closing Date${colon}`, own(date(one.disposed))),
      ...valueRows(`Asset Amount${colon}`, own(none)),
      ...valueRows(`Court${colon}`, own(one.court)),
      ...valueRows(`Liability${colon}`, own(money(one.amount, none))),
    ]
  })

  const groups = [...Map.groupBy(report.accounts, one => one.id).values()]
  const scores: PrintedRow[] = isIdentityIq
    ? [
        header,
        ...valueRows('Credit Score:', bureau => [String(scoreAt(bureau)?.score ?? 'Score Not Reported')]),
        ...valueRows('Score Scale:', () => ['300-850']),
      ]
    : [
        header,
        {
          cells: bureaus.map(bureau => ({
            x: left[bureau],
            width,
            text: String(scoreAt(bureau)?.score ?? none),
          })),
        },
      ]
  return [
    line(isIdentityIq ? 'Three Bureau Credit Report' : '3B Report & Scores', { size: 14 }),
    ...(isIdentityIq ? [] : [heading('Credit Scores'), ...scores]),
    line('*VantageScore® 3.0 credit score'),
    heading('Personal Information'),
    header,
    ...personal,
    ...(isIdentityIq ? [heading('Credit Score'), ...scores] : []),
    heading('Summary'),
    header,
    ...summary,
    heading('Account History'),
    ...(groups.length === 0 ? [line('None Reported')] : groups.flatMap(account)),
    ...(isIdentityIq
      ? []
      : [heading('Public Information'), ...(records.length === 0 ? [line('None Reported')] : records)]),
    heading('Inquiries'),
    ...inquiries,
    ...(isIdentityIq
      ? [heading('Public Information'), ...(records.length === 0 ? [line('None Reported')] : records)]
      : []),
    heading('Creditor Contacts'),
    line('MAPLE BANK PO BOX 1 SALEM, VA 02415'),
  ]
}
