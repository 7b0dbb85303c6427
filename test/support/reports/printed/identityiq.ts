import type { Account, PayToken, PublicRecord, Report, ReportedAddress } from '#features/reports/canonical.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { addMonths, monthsBetween, showDate } from '#values/dates.ts'
import { escapeHtml } from './print.ts'
import { money, statusWords } from './three-bureaus.ts'

/**
 * The report page of IdentityIQ and MyScoreIQ as saved by a browser, element by element like its template
 * (docs/reference/report-formats.md): repeated children, hidden dashes, comments of the framework.
 */

export type IdentityIqQuirks = {
  /** Columns in this order; omitted ones are hidden in the page. */
  columns?: readonly Bureau[]
  colons?: boolean
  /** False: the page as sent by the server, before the browser fills it. */
  filled?: boolean
  /** The page's rendering of another source's data: one dash if a bureau does not report, other status words. */
  otherSource?: boolean
  /** Labels of accounts to leave out, to print twice, or to add with a value. */
  leftOut?: string
  doubled?: string
  added?: string
  /** How many accounts were rendered when the page was saved: they appear on scrolling. */
  shown?: number
  /** Addresses and phones of creditors; omitted by default, since they are by name and not by bureau. */
  contacts?: boolean
}

const classOf: Readonly<Record<Bureau, string>> = { TransUnion: 'TUC', Experian: 'EXP', Equifax: 'EQF' }
const rowClass: Readonly<Record<Bureau, string>> = {
  TransUnion: 'tuc_header',
  Experian: 'exp_header',
  Equifax: 'eqf_header',
}

const date = (reported: string | null): string => showDate(reported) ?? '-'

const otherWords: Partial<Record<PayToken, string>> = {
  OK: 'CURRENT',
  '30': '30Late',
  '60': '60Late',
  '90': '90Late',
  '120': '120PlusLate',
}

const marks: Readonly<Record<PayToken, readonly [text: string, className: string]>> = {
  OK: ['OK', 'ok'],
  '30': ['30', '30'],
  '60': ['60', '60'],
  '90': ['90', '90'],
  '120': ['120', '120'],
  '150': ['150', '150'],
  '180': ['180', '180'],
  CO: ['CO', 'other'],
  COL: ['CO', 'other'],
  REPO: ['RF', 'other'],
  FC: ['RF', 'other'],
  VS: ['VS', 'other'],
  BK: ['PP', 'other'],
  U: ['', 'unknown'],
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A cell's content: text is escaped by its caller. */
type Cell = string

const value = (text: string): Cell => `
<ng-repeat ng-repeat="tradeline in tdls" class="ng-binding ng-scope">
    ${escapeHtml(text)}
  </ng-repeat><!-- end ngRepeat: tradeline in tdls -->
`

/** Items of a personal fact; the dash next to them is hidden, or shown alone. */
const listed = (items: readonly Cell[]): Cell => `
          <!-- ngRepeat: item in items -->${items
            .map(
              item => `<ng-repeat ng-repeat="item in items" class="ng-scope"><div>${item}</div></ng-repeat>`,
            )
            .join('')}
          <ng ng-show="items.length==0"${items.length > 0 ? ' class="ng-hide"' : ''}>-</ng>
        `

const page = (content: string): string => `<!DOCTYPE html>
<!-- saved from url=(0046)https://www.identityiq.com/CreditReport.aspx -->
<html lang="en" class="ng-scope"><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<title>Credit Report</title><script src="./report_files/angular.js"></script><style>.ng-hide{display:none}</style></head>
<body><div id="ctrlCreditReport" ng-controller="CreditReportController" class="ng-scope"><transunion-report>
${content}
</transunion-report></div>
<noscript><img src="./report_files/pixel.gif"></noscript>
</body></html>`

export const printIdentityIq = (report: Report, quirks: IdentityIqQuirks = {}): string => {
  const { columns = bureaus, colons = true, filled = true, otherSource = false, shown = 10_000 } = quirks
  const order = [...columns, ...bureaus.filter(bureau => !columns.includes(bureau))]
  const hidden = (bureau: Bureau) => (columns.includes(bureau) ? '' : ' ng-hide')

  const section = (id: string, title: string, body: string) => `
<div class="rpt_content_wrapper">
  <div class="rpt_fullReport_header" id="${id}">
    <span class="return_topSpan"><a href="javascript:void(0);" class="moreAboutLink"><img src="./report_files/back_icon.gif">Back to Top </a></span>${title}
  </div>
  <table class="help_text"><tbody><tr><td class="help_text_img"><img src="./report_files/info_icon.gif"></td><td>About this section.</td></tr></tbody></table>
  ${body}
</div>
<div class="content_divider"></div>`

  const none =
    '<table class="rpt_content_table rpt_content_header"><tbody><tr><td class="info">None Reported</td></tr></tbody></table>'

  const row = (label: string, cell: (bureau: Bureau) => Cell) => `
      <tr class="rowAlt">
        <td class="label">${colons ? label : label.replace(/:$/, '')}</td>
        ${order.map(bureau => `<td class="info ng-binding${hidden(bureau)}">${filled ? cell(bureau) : '{{value||"-"}}'}</td>`).join('\n        ')}
      </tr>`

  const table = (rows: readonly string[]) => `
    <table class="rpt_content_table rpt_content_header rpt_table4column"><tbody>
      <tr><th></th>${order.map(bureau => `<th class="header${classOf[bureau]}${hidden(bureau)}">${bureau}</th>`).join('')}</tr>${rows.join('')}
    </tbody></table>`

  const at = (bureau: Bureau) => report.personal.find(one => one.bureau === bureau)

  const addressCell = ({ street, city, state, postal, reported }: ReportedAddress): Cell =>
    [
      street === null ? '' : `<ng-if class="ng-binding ng-scope">${escapeHtml(street)}<br></ng-if>`,
      city === null && state === null
        ? ''
        : `<ng-if class="ng-binding ng-scope">${escapeHtml(city ?? '')},&nbsp;${escapeHtml(state ?? '')}<br></ng-if>`,
      postal === null ? '' : `<ng-if class="ng-binding ng-scope">${postal}</ng-if>`,
      reported === null ? '' : `<div class="ng-binding ng-scope">${showDate(reported.slice(0, 7))}</div>`,
    ].join('\n')

  const nameCell = (name: string): Cell =>
    name
      .split(' ')
      .map(word => `<ng-if class="ng-binding ng-scope">${escapeHtml(word)}&nbsp;</ng-if>`)
      .join('\n')

  const personal = table([
    row('Credit Report Date:', bureau =>
      listed(at(bureau) === undefined || report.reportDate === null ? [] : [date(report.reportDate)]),
    ),
    row('Name:', bureau =>
      listed([at(bureau)?.name ?? null].flatMap(name => (name === null ? [] : [nameCell(name)]))),
    ),
    row('Also Known As:', bureau => listed((at(bureau)?.aliases ?? []).map(nameCell))),
    row('Former:', () => listed([])),
    row('Date of Birth:', bureau =>
      listed([at(bureau)?.dob ?? null].flatMap(dob => (dob === null ? [] : [date(dob)]))),
    ),
    row('Current Address(es):', bureau =>
      listed([at(bureau)?.currentAddress ?? null].flatMap(one => (one === null ? [] : [addressCell(one)]))),
    ),
    row('Previous Address(es):', bureau => listed((at(bureau)?.previousAddresses ?? []).map(addressCell))),
    row('Employers:', bureau =>
      listed(
        (at(bureau)?.employers ?? []).map(name => `<ng-if class="ng-scope">${escapeHtml(name)}<br></ng-if>`),
      ),
    ),
  ])

  const scoreAt = (bureau: Bureau) => report.scores.find(one => one.bureau === bureau)
  const score = `${table([
    row('Credit Score:', bureau => String(scoreAt(bureau)?.score ?? 'Score Not Reported')),
    row('Lender Rank:', bureau => (scoreAt(bureau) === undefined ? '-' : 'Good')),
    row('Score Scale:', () => '300-850'),
  ])}
  <div><div class="sub_header">Risk Factors</div>
  <table class="rpt_content_table rpt_content_header rpt_content_contacts extra_info riskfactors"><tbody>${order
    .map(
      bureau => `<tr class="${hidden(bureau).trim()}"><td class="${rowClass[bureau]}">${bureau}:</td><td colspan="3" class="info">
      <div class="ng-scope">${(scoreAt(bureau)?.factors ?? [])
        .map(
          ({ text }) =>
            `<div class="descriptionTxt ng-scope"><ng><b class="ng-binding ng-scope">${escapeHtml(text)}.</b> <a href="#"><ng class="ng-hide">[-]</ng><ng>[+]</ng></a><div class="ng-hide"><span>What this means and what you can do.</span></div></ng></div>`,
        )
        .join('')}</div></td></tr>`,
    )
    .join('')}
    <tr><td colspan="4" class="info"><div class="descriptionTxt"><p>The score(s) on your IdentityIQ credit report (using the VantageScore® 3.0 model) are provided as a tool.</p></div></td></tr>
  </tbody></table></div>`

  const rowsAt = (bureau: Bureau) => report.accounts.filter(one => one.bureau === bureau)
  const count = (number: number) => (otherSource && number === 0 ? '-' : String(number))
  const has = (bureau: Bureau) => at(bureau) !== undefined
  const total = (bureau: Bureau, number: number) => (has(bureau) ? count(number) : '-')
  const summary = table([
    row('Total Accounts:', bureau => total(bureau, rowsAt(bureau).length)),
    row('Open Accounts:', bureau =>
      total(bureau, rowsAt(bureau).filter(one => one.accountStatus === 'Open').length),
    ),
    row('Collection:', bureau => count(rowsAt(bureau).filter(one => one.isCollection).length)),
    row('Balances:', bureau => (has(bureau) ? '$12,345.00' : '-')),
    row('Public Records:', bureau =>
      total(bureau, report.publicRecords.filter(one => one.bureau === bureau).length),
    ),
    row('Inquiries(2 years):', bureau =>
      total(bureau, report.inquiries.filter(one => one.bureau === bureau).length),
    ),
  ])

  const status = (token: PayToken | null) =>
    token === null ? '-' : ((otherSource ? otherWords[token] : undefined) ?? statusWords[token])

  const fields: readonly (readonly [label: string, text: (account: Account) => string])[] = [
    ['Account #:', one => one.accountNumber ?? '-'],
    ['Account Type:', one => one.accountType],
    ['Account Type - Detail:', one => one.accountTypeDetail ?? '-'],
    ['Bureau Code:', one => one.responsibility ?? '-'],
    ['Account Status:', one => one.condition ?? '-'],
    ['Monthly Payment:', one => money(one.monthlyPayment, '-')],
    ['Date Opened:', one => date(one.dateOpened)],
    ['Balance:', one => money(one.currentBalance, '-')],
    ['No. of Months (terms):', one => (one.termLength === null ? '-' : String(one.termLength))],
    ['High Credit:', one => money(one.highBalance, '-')],
    ['Credit Limit:', one => money(one.creditLimit, '-')],
    ['Past Due:', one => money(one.amountPastDue, '-')],
    ['Payment Status:', one => status(one.payStatus)],
    ['Last Reported:', one => date(one.lastReported)],
    ['Comments:', () => ''],
    ['Date Last Active:', one => date(one.dateStatus)],
    ['Date of Last Payment:', one => date(one.dateLastPayment)],
  ]

  const remarks = (account: Account): string =>
    account.remarks.length === 0
      ? '<ng class="ng-scope">-</ng>'
      : account.remarks
          .map(
            ({ text }) =>
              `<div ng-repeat="remark in remarks" class="ng-binding ng-scope">${escapeHtml(text)} &nbsp;</div>`,
          )
          .join('')

  const history = (rows: readonly Account[]): string => {
    const newest = rows
      .flatMap(({ paymentHistory }) => paymentHistory.at(-1)?.date ?? [])
      .sort()
      .at(-1)
    const months = Array.from({ length: 24 }, (_, index) => addMonths(newest ?? '2026-11', -index))
    const cells = (text: (month: string) => readonly [string, string]) =>
      months
        .map(month => {
          const [mark, className] = text(month)
          return `<td class="info ng-binding ng-scope ${className}">${mark}</td>`
        })
        .join('')
    const marksOf = (bureau: Bureau) => (month: string) => {
      // For several tradelines the page shows the last one's months.
      const own = rows.findLast(one => one.bureau === bureau)
      const token = own?.paymentHistory.find(one => one.date === month)?.status
      const [text, className] = token === undefined ? marks.U : marks[token]
      return [text, `hstry-${className}`] as const
    }
    return `<div class="hstry-header hstry-header-2yr">Two-Year payment history <img src="./report_files/legend-icon.gif"></div>
    <table cellpadding="0" class="rpt_content_table addr_hsrty"><tbody>
      <tr><td class="label leftHeader rowAlt">Month</td>${cells(month => [monthNames[Number(month.slice(5)) - 1] ?? '', ''])}</tr>
      <tr><td class="label leftHeader">Year</td>${cells(month => [month.slice(2, 4), ''])}</tr>
      ${order.map(bureau => `<tr class="${hidden(bureau).trim()}"><td class="label leftHeader">${bureau}</td>${cells(marksOf(bureau))}</tr>`).join('\n')}
    </tbody></table>`
  }

  const accountRow = (label: string, rows: readonly Account[], text: (account: Account) => string) =>
    row(label, bureau => {
      const own = rows.filter(one => one.bureau === bureau)
      if (label === 'Comments:' && otherSource)
        return own
          .flatMap(one => one.remarks)
          .map(
            ({ text: remark }) => `<ng-repeat class="ng-scope"><div>${escapeHtml(remark)}</div></ng-repeat>`,
          )
          .join('')
      if (label === 'Comments:')
        return own.map(one => `<ng-repeat class="ng-scope">${remarks(one)}</ng-repeat>`).join('')
      if (own.length === 0 && otherSource) return value('-')
      return own.map(one => value(text(one))).join('')
    })

  const account = (rows: readonly Account[]): string => {
    const [first] = rows
    const original = first?.originalCreditor ?? null
    const isCollection = first?.accountType === 'Collection'
    const lines = fields
      .filter(([label]) => label !== quirks.leftOut)
      .flatMap(([label, text]) => {
        const line = accountRow(label, rows, text)
        return label === quirks.doubled ? [line, accountRow(label, rows, () => '99')] : [line]
      })
    const added = quirks.added === undefined ? [] : [accountRow(quirks.added, rows, () => 'Something new')]
    return `<address-history><table class="crPrint" style="width:100%"><tbody><tr><td>
    <div class="sub_header ng-binding ng-scope">
      ${escapeHtml(first?.creditorName ?? '')}
      ${isCollection ? `<ng class="ng-binding ng-scope">&nbsp;(Original Creditor: ${escapeHtml(original ?? '')})</ng>` : ''}
    </div>${table([...lines, ...added])}
    ${history(rows)}</td></tr></tbody></table></address-history>`
  }

  const groups = [...Map.groupBy(report.accounts, one => one.id).values()]
  const accounts = groups.length === 0 ? none : groups.slice(0, shown).map(account).join('\n')

  const grid = (headings: readonly string[], lines: readonly (readonly string[])[]) => `
    <table class="rpt_content_table rpt_content_header rpt_content_contacts"><tbody>
      <tr>${headings.map(heading => `<th class="tbheader">${heading}</th>`).join('')}</tr>
      ${lines.map(cells => `<tr class="ng-scope">${cells.map(cell => `<td class="info ng-binding">${cell}</td>`).join('')}</tr>`).join('\n')}
    </tbody></table>`

  const newestFirst = report.inquiries.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
  const inquiries =
    newestFirst.length === 0
      ? none
      : grid(
          ['Creditor Name', 'Type of Business', 'Date of inquiry', 'Credit Bureau'],
          newestFirst.map(one => [
            escapeHtml(one.company),
            escapeHtml(one.industry ?? '-'),
            date(one.date),
            one.bureau,
          ]),
        )

  const recordFields: readonly (readonly [label: string, text: (record: PublicRecord) => string])[] = [
    ['Type:', one => one.type],
    ['Status:', one => one.disposition ?? '-'],
    ['Date Filed/Reported:', one => date(one.filed)],
    ['Reference#:', one => one.caseNumber ?? '-'],
    ['Closing Date:', one => date(one.disposed)],
    ['Asset Amount:', () => '-'],
    ['Court:', one => one.court ?? '-'],
    ['Liability:', one => money(one.amount, '-')],
    ['Exempt Amount:', () => '-'],
    ['Remarks:', () => '-'],
  ]
  const emptyKind = (kind: string) =>
    `<div class="ng-hide"><div class="sub_header">${kind}</div>${table([])}</div>`
  const records =
    report.publicRecords.length === 0
      ? none
      : `<ng class="ng-scope"><div><div class="sub_header">Bankruptcy</div>${table(
          recordFields.map(([label, text]) =>
            row(label, bureau =>
              report.publicRecords
                .filter(one => one.bureau === bureau)
                .map(one => value(text(one)))
                .join(''),
            ),
          ),
        )}</div>${emptyKind('Legal Item')}${emptyKind('Tax Lien')}</ng>`

  const contacts = grid(
    ['Creditor Name', 'Address', 'Phone Number'],
    (quirks.contacts === true ? report.accounts : []).map(one => [
      escapeHtml(one.creditorName),
      `${escapeHtml(one.address?.street ?? '')}<br> ${escapeHtml(one.address?.city ?? '')}
       <span class="ng-scope">,&nbsp;</span>${escapeHtml(one.address?.state ?? '')}&nbsp;${one.address?.postal ?? ''}`,
      (one.creditorPhone ?? '-').replace(/^\+1(\d{3})(\d{3})/, '($1) $2-'),
    ]),
  )

  const stated = report.personal.filter(one => one.consumerStatements.length > 0)
  const statements = `<div class="${stated.length === 0 ? 'ng-hide' : ''}"><div class="rpt_content_wrapper">
  <div class="rpt_fullReport_header" style="display: block;">Customer Statement</div>
  <table class="rpt_content_table rpt_content_header rpt_content_contacts extra_info"><tbody>${order
    .map(
      bureau =>
        `<tr class="${hidden(bureau).trim()}"><td class="${rowClass[bureau]}">${bureau}:</td><td colspan="3" class="info">${listed((at(bureau)?.consumerStatements ?? []).map(escapeHtml))}</td></tr>`,
    )
    .join('')}</tbody></table></div></div>`

  const frozen = report.files.filter(one => /freeze/i.test(one.text ?? ''))
  const freezeClass = { TransUnion: 'tranUnionClr', Experian: 'experianClr', Equifax: 'equifaxClr' }
  const freeze =
    frozen.length === 0
      ? ''
      : `<div class="ng-scope"><table class="help_text"><tbody><tr><td><font color="red"><b>***SECURITY FREEZE: </b></font>THE FOLLOWING CREDIT BUREAUS REPORT THAT YOU HAVE PLACED A SECURITY FREEZE OR LOCK ON THIS FILE<br><b>${frozen
          .map(({ bureau }) => `<span class="${freezeClass[bureau]} ng-scope">${bureau.toUpperCase()}</span>`)
          .join(', ')}</b></td></tr></tbody></table></div>`

  return page(`
<div class="rpt_content_wrapper" id="reportTop">
  <div class="reportTopHeader${columns.length > 1 ? '' : ' ng-hide'}">Three Bureau Credit Report</div>
  <div class="reportTopHeader${columns.length > 1 ? ' ng-hide' : ''}">One Bureau Credit Report</div>
  <table id="reportTop" class="reportTop_content"><tbody><tr>
    <td class="label">Reference #</td><td class="ng-binding">${report.sourceReportId ?? ''}</td>
    <td class="label">Report Date:</td><td><ng class="ng-binding ng-scope">${filled ? date(report.reportDate) : '{{reportDates[0]}}'}</ng></td>
  </tr></tbody></table>
</div>
${freeze}
${statements}
<div class="rpt_content_wrapper">
  <div class="rpt_fullReport_header" style="display: block;">Personal Information</div>
  ${personal}
</div>
${section('CreditScore', 'Credit Score', score)}
${section('Summary', 'Summary', summary)}
${section('AccountHistory', 'Account History', accounts)}
${section('Inquiries', 'Inquiries', inquiries)}
${section('PublicInformation', 'Public Information', records)}
${section('CreditorContacts', 'Creditor Contacts', contacts)}
<div id="HistoryLegendDiv" class="legend"><table class="legendInfo"><tbody><tr><td class="clr hstry-ok">OK</td><td class="desc">Current</td><td class="clr hstry-other">CO</td><td class="desc">Chargeoff or Collection</td></tr></tbody></table></div>`)
}

/** Months that the page can show for an account: the twenty-four up to the newest of any bureau. */
export const shownMonths = (rows: readonly Account[]): Account[] => {
  const newest = rows
    .flatMap(({ paymentHistory }) => paymentHistory.at(-1)?.date ?? [])
    .sort()
    .at(-1)
  return rows.map(row => ({
    ...row,
    paymentHistory: row.paymentHistory.filter(
      ({ date: month, status: token }) =>
        token !== 'U' && newest !== undefined && monthsBetween(month, newest) < 24,
    ),
  }))
}
