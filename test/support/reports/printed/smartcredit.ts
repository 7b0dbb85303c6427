import type { Account, Address, PayToken, PublicRecord, Report } from '#features/reports/canonical.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { addMonths, showDate } from '#values/dates.ts'
import { escapeHtml } from './print.ts'
import { money, statusWords } from './three-bureaus.ts'

/**
 * The classic view of SmartCredit as saved by a browser, element by element (docs/reference/report-formats.md): grids
 * whose classes position the cells, months as classes, oldest first.
 */

export type SmartCreditQuirks = {
  /** The bureaus' columns on the page, from the left. */
  columns?: readonly Bureau[]
  colons?: boolean
  leftOut?: string
  doubled?: string
  added?: string
  /** Two cells at one position. */
  broken?: boolean
  /** Further accounts of a bureau; the page shows only the first per group. */
  hidden?: number
  contacts?: boolean
}

const codes: Readonly<Record<Bureau, string>> = { TransUnion: 'TUC', Experian: 'EXP', Equifax: 'EQF' }

const date = (reported: string | null): string => showDate(reported) ?? '--'

/** TrueLink's code, and its badge on the page; some codes have none. */
const marks: Readonly<Record<PayToken, readonly [code: string, badge: string]>> = {
  OK: ['C', 'OK'],
  '30': ['1', '30'],
  '60': ['2', '60'],
  '90': ['3', '90'],
  '120': ['4', '120'],
  '150': ['5', '150'],
  '180': ['6', ''],
  CO: ['9', 'CO'],
  COL: ['9', 'CO'],
  REPO: ['8', 'RP'],
  FC: ['8', 'RP'],
  VS: ['J', ''],
  BK: ['7', 'PP'],
  U: ['U', ''],
}

const groups: readonly (readonly [id: string, type: Account['accountType'], title: string])[] = [
  ['m', 'Mortgage', 'Real Estate Accounts'],
  ['r', 'Revolving', 'Revolving Accounts'],
  ['i', 'Installment', 'Installment Accounts'],
  ['o', 'Open', 'Other:'],
  ['c', 'Line of credit', 'Overdraft/reserve checking accounts/ line of credit'],
  ['y', 'Collection', 'Collection'],
  ['u', 'Unknown', 'Unknown'],
]

const months = ['', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Field = readonly [label: string, text: (account: Account) => string]

const fields: readonly Field[] = [
  ['Account #', one => one.accountNumber ?? '--'],
  ['High Balance:', one => money(one.highBalance, '--')],
  ['Last Verified:', () => '--'],
  ['Date of Last Activity:', one => date(one.dateStatus)],
  ['Date Reported:', one => date(one.lastReported)],
  ['Date Opened:', one => date(one.dateOpened)],
  ['Balance Owed:', one => money(one.currentBalance, '--')],
  ['Closed Date:', one => date(one.dateClosed)],
  ['Account Rating:', one => one.condition ?? '--'],
  ['Account Description:', one => one.responsibility ?? '--'],
  [
    'Dispute Status:',
    one => (one.disputed === null ? '--' : one.disputed ? 'Account disputed' : 'Account not disputed'),
  ],
  ['Creditor Type:', one => one.industry ?? '--'],
  ['Account Status:', one => one.openClosed ?? '--'],
  ['Payment Status:', one => (one.payStatus === null ? '--' : statusWords[one.payStatus])],
  ['Creditor Remarks:', () => ''],
]

const loanFields: readonly Field[] = [
  ...fields,
  ['Payment Amount:', one => money(one.monthlyPayment, '--')],
  ['Last Payment:', one => date(one.dateLastPayment)],
  ['Term Length:', one => (one.termLength === null ? '--' : `${one.termLength} Month(s) `)],
  ['Past Due Amount:', one => money(one.amountPastDue, '--')],
  ['Account Type:', one => one.accountTypeDetail ?? '--'],
  ['Payment Frequency:', () => 'Monthly (every month)'],
  ['Credit Limit:', one => money(one.creditLimit, '--')],
]

const collectionFields: readonly Field[] = [
  ...fields,
  ['Original Creditor', one => one.originalCreditor ?? '--'],
  ['Last Payment:', one => date(one.dateLastPayment)],
  ['Past Due Amount:', one => money(one.amountPastDue, '--')],
  ['Account Type:', one => one.accountTypeDetail ?? '--'],
]

export const printSmartCredit = (report: Report, quirks: SmartCreditQuirks = {}): string => {
  const { columns = bureaus, colons = true } = quirks
  const cell = (row: number, column: number, more: string, content: string) =>
    `<p class="grid-cell px-1 ${more} col-start-${column} row-start-${row}">${content}</p>`

  /** Labels first, then column by column. */
  const grid = (
    labels: readonly string[],
    at: (label: string, bureau: Bureau, index: number) => string,
    name: (bureau: Bureau) => string = bureau => bureau.toLowerCase(),
  ) => `
  <div class="d-grid grid-cols-4 my-1"><div class="d-contents grid-rows-23 labels">
    ${labels.map((label, index) => cell(index + 2, 1, 'fw-bold border-l', ` ${colons ? label : label.replace(/:$/, '')} `)).join('\n    ')}
  </div>${bureaus
    .map(bureau => {
      const column = columns.indexOf(bureau) + 2
      return `<div class="d-contents grid-rows-23">
    ${cell(1, column, `bg-${name(bureau)} text-white fw-bold text-capitalize`, `${bureau.toLowerCase()}<sup>®</sup>`)}
    ${labels.map((label, index) => cell(index + 2, column, '', at(label, bureau, index))).join('\n    ')}
  </div>`
    })
    .join('')}${quirks.broken === true ? cell(2, 2, '', 'twice') : ''}</div>`

  const at = (bureau: Bureau) => report.personal.find(one => one.bureau === bureau)
  const scoreAt = (bureau: Bureau) => report.scores.find(one => one.bureau === bureau)
  const has = (bureau: Bureau) => at(bureau) !== undefined

  const addressOf = ({ street, city, state, postal }: Address) =>
    `${escapeHtml(street ?? '')}<br>${escapeHtml(city ?? '')}, ${escapeHtml(state ?? '')} ${postal ?? ''}`

  const span = (html: string) => `<span>${html}</span>`
  const personal = grid(
    [
      'Credit Report Date',
      'Name<br> Also Known As:',
      'Date of Birth',
      'Current Address',
      'Previous Address',
      'Employer',
    ],
    (label, bureau) => {
      const person = at(bureau)
      if (person === undefined) return span('--')
      switch (label) {
        case 'Credit Report Date':
          return span(date(scoreAt(bureau)?.dateReported ?? null))
        case 'Date of Birth':
          return span(person.dob?.slice(0, 4) ?? '--')
        case 'Current Address':
          return span(person.currentAddress === null ? '--' : addressOf(person.currentAddress))
        case 'Previous Address':
          return span(person.previousAddresses.map(addressOf).join('<br><br>') || '--')
        case 'Employer':
          return span(
            person.employers
              .map(name => `${escapeHtml(name)}<br> Date Updated: 05/01/2024`)
              .join('<br><br>') || '--',
          )
        default:
          return span([person.name ?? '', ...person.aliases].map(name => `${escapeHtml(name)}<br>`).join(''))
      }
    },
  )

  const rowsAt = (bureau: Bureau) => report.accounts.filter(one => one.bureau === bureau)
  const total = (bureau: Bureau, number: number) => (has(bureau) ? String(number) : '--')
  const summary = grid(
    [
      'Total Accounts',
      'Open Accounts:',
      'Closed Accounts:',
      'Delinquent:',
      'Derogatory:',
      'Balances:',
      'Payments:',
      'Public Records:',
      'Inquiries (2 years):',
    ],
    (label, bureau) => {
      if (label === 'Total Accounts') return total(bureau, rowsAt(bureau).length + (quirks.hidden ?? 0))
      if (label === 'Public Records:')
        return total(bureau, report.publicRecords.filter(one => one.bureau === bureau).length)
      if (label.startsWith('Inquiries'))
        return total(bureau, report.inquiries.filter(one => one.bureau === bureau).length)
      return has(bureau) ? '3' : '--'
    },
    bureau => codes[bureau],
  )

  const history = (rows: readonly Account[]) =>
    bureaus
      .map(bureau => {
        const own = rows.find(one => one.bureau === bureau)
        const newest = own?.paymentHistory.at(-1)?.date
        const heading = `<p class="text-${bureau.toLowerCase()} fw-bold payment-history-heading mb-1">${bureau.toLowerCase()}</p>`
        const boxes = Array.from({ length: 24 }, (_, index) => {
          const month = addMonths(newest ?? '2026-11', index - 23)
          const token = own?.paymentHistory.find(one => one.date === month)?.status ?? 'U'
          const [code, badge] = marks[token]
          const label = month.endsWith('-01') ? `'${month.slice(2, 4)}` : months[Number(month.slice(5))]
          return `<div class="status-${code}"><p class="month-badge">${badge}</p><p class="month-label text-center">${label}</p></div>`
        })
        const content =
          newest === undefined
            ? '<p class="fw-bold text-gray-800">NONE REPORTED</p>'
            : `<div class="d-flex gap-1 flex-wrap flex-1">${boxes.join('')}</div>`
        return `<div class="d-flex flex-wrap my-1 payment-history">${heading}${content}</div>`
      })
      .join('\n')

  const late = (rows: readonly Account[]) =>
    `<div class="d-grid grid-cols-3">${bureaus
      .map(bureau => {
        const own = rows.find(one => one.bureau === bureau)
        const line = (days: number, count: number | null | undefined) =>
          `<p> ${days}: <span class="${(count ?? 0) > 0 ? 'late-count-number' : ''}">${count ?? '--'}</span></p>`
        return `<div class="border-right"><p class="text-${bureau.toLowerCase()} fw-bold">${bureau.toLowerCase()}<sup>®</sup></p><div class="d-grid grid-cols-3 bg-gray-100">${line(30, own?.late30)}${line(60, own?.late60)}${line(90, own?.late90)}</div></div>`
      })
      .join('')}</div>`

  const remarks = (account: Account) =>
    account.remarks.length === 0
      ? '--'
      : account.remarks.map(({ text }) => `<div>${escapeHtml(text)}</div>`).join('')

  const account = (rows: readonly Account[]) => {
    const [first] = rows
    const own: readonly Field[] = first?.accountType === 'Collection' ? collectionFields : loanFields
    const shown = own
      .filter(([label]) => label !== quirks.leftOut)
      .flatMap((field): Field[] => (field[0] === quirks.doubled ? [field, [field[0], () => '99']] : [field]))
    const added: readonly Field[] =
      quirks.added === undefined ? shown : [...shown, [quirks.added, () => 'Something new']]
    return `<div class="my-3 border-b border-5"><div><p class="mb-3 h6"><strong>${escapeHtml(first?.creditorName ?? '')}</strong></p>
    ${grid(
      added.map(([label]) => label),
      (label, bureau, index) => {
        const one = rows.find(row => row.bureau === bureau)
        if (one === undefined) return ' -- '
        return label === 'Creditor Remarks:'
          ? remarks(one)
          : ` ${escapeHtml(added[index]?.[1](one) ?? '--')} `
      },
    )}</div>
    <div class="mt-3 p-1 fs-12"><p class="text-gray-800"><strong>Two-Year Payment History</strong></p>${history(rows)}</div>
    <div><p class="text-gray-800"><strong>Days Late - 7 Year History</strong></p>${late(rows)}</div></div>`
  }

  const byId = [...Map.groupBy(report.accounts, one => one.id).values()]
  const accounts = groups
    .map(([id, type, title]) => {
      const own = byId.filter(([first]) => first?.accountType === type)
      return own.length === 0
        ? '<div><!----></div>'
        : `<div class="mb-5"><p id="type-${id}" class="border-b"><strong>${title}</strong></p>${own.map(account).join('\n')}</div>`
    })
    .join('\n')

  const records = (record: PublicRecord) =>
    grid(
      [
        'Type',
        'Status',
        'Date Filed/Reported',
        'Reference#',
        'Closing Date',
        'Asset Amount',
        'Court',
        'Liability',
        'Exempt Amount',
      ],
      (label, bureau) => {
        if (record.bureau !== bureau) return ''
        const values: Record<string, string> = {
          Type: span(escapeHtml(record.type)),
          Status: span(escapeHtml(record.disposition ?? '')),
          'Date Filed/Reported': date(record.filed),
          'Reference#': record.caseNumber ?? '',
          'Closing Date': date(record.disposed),
          Court: escapeHtml(record.court ?? ''),
          Liability: money(record.amount, '--'),
        }
        return values[label] ?? ''
      },
    )

  const three = (cells: readonly string[]) =>
    `<div class="d-grid grid-cols-3 border-b">${cells.map(text => `<p class="grid-cell px-1">${text}</p>`).join('')}</div>`
  const none = '<div>None Reported</div>'

  const statements = bureaus.map(
    bureau =>
      `<div class="d-flex justify-content-start py-2"><div class="flex-25"><p class="text-${bureau.toLowerCase()} fw-bold m-0">${bureau.toLowerCase()}<sup>®</sup></p></div><div><p class="m-0">${escapeHtml(at(bureau)?.consumerStatements[0] ?? 'NONE REPORTED')}</p></div></div>`,
  )

  const frozen = report.files.filter(({ text }) => /freeze/i.test(text ?? ''))
  const freeze =
    frozen.length === 0
      ? '<!---->'
      : `<div class="text-red-600 mt-3"><p><strong>***SECURITY FREEZE:</strong> THE FOLLOWING CREDIT BUREAUS REPORT THAT YOU HAVE PLACED A SECURITY FREEZE</p><ul class="list-unstyled">${frozen.map(({ bureau }) => `<li><span class="text-uppercase">${bureau.toLowerCase()}</span></li>`).join('')}</ul></div>`

  return `<!DOCTYPE html>
<!-- saved from url=(0055)https://www.smartcredit.com/member/credit-report/3b/ -->
<html lang="en"><head><meta charset="UTF-8"><title>SmartCredit</title><link rel="stylesheet" href="./report_files/index.css"></head>
<body><div id="app"><div class="container fadein original-view">
<section class="credit-score-3"><div class="mx-0 py-3"><div class="row container">${bureaus
    .map(
      bureau =>
        `<dl class="col p-0 m-0"><dt class="bg-${bureau.toLowerCase()} text-white">${bureau.toLowerCase()}<sup>®</sup></dt><dd class="flex-1 text-center"><h5 class="fw-bold m-0">${scoreAt(bureau)?.score ?? " can't be calculated "}</h5></dd></dl>`,
    )
    .join(
      '',
    )}</div></div><p class="float-end"><small>*Vantage Score® 3.0 credit score</small></p>${freeze}</section>
<section class="mt-5"><div class="d-flex"><h5 class="m-0 fw-bold"> Personal Information </h5></div>${personal}
<div class="mt-3"><p><strong>Consumer Statement</strong></p>${statements.join('')}</div></section>
<section class="mt-5"><h5 class="fw-bold"> Summary </h5>${summary}</section>
<section class="mt-5"><h5 class="fw-bold"> Account History </h5>
<div class="mt-3"><div class="d-flex payment-history-legend"><div class="status-C"><p class="month-badge"> OK </p><p class="month-label"> Current </p></div><div class="status-9"><p class="month-badge"> CO </p><p class="month-label"> Collection Chargeoff </p></div></div></div>
<div class="mt-5">${byId.length === 0 ? none : accounts}</div></section>
<section class="mt-5"><div class="my-3"><h5 class="fw-bold">Public Information</h5></div>${report.publicRecords.map(records).join('') || none}</section>
<section class="mt-5"><div class="my-3"><h5 class="fw-bold">Inquiries</h5></div>${
    report.inquiries.length === 0
      ? none
      : `<div>${three(['Creditor Name', 'Date of Inquiry', 'Credit Bureau'])}${report.inquiries
          .map(one => three([escapeHtml(one.company), date(one.date), one.bureau]))
          .join('\n')}</div>`
  }</section>
<section class="mt-5"><div class="my-3"><h5 class="fw-bold"> Creditor Contacts <small class="creditor-toggle"><span>Show</span></small></h5></div>
<div class="creditor-contacts">${three(['Creditor Name', 'Address', 'Phone Number'])}${(quirks.contacts ===
  true
    ? report.accounts
    : []
  )
    .map(one =>
      three([
        escapeHtml(one.creditorName),
        span(one.address === null ? '' : addressOf(one.address)),
        one.creditorPhone?.slice(2) ?? '',
      ]),
    )
    .join('')}</div></section>
</div></div></body></html>`
}
