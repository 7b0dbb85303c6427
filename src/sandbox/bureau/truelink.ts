import type { PayToken } from '#features/reports/canonical.ts'
import { bureaus } from '#values/bureau.ts'
import { type Company, companyForBureau } from './companies.ts'
import { type BureauFile, type ReportedAccount, type ReportedRecord, remarks } from './held.ts'
import type { Day, Kind, Subject } from './life.ts'
import { countLatePayments, newestFirst, worstPayToken } from './score.ts'
import { borrower, coded, creditAddress, type Json, sourceFrom, subscriberCode } from './truelink-borrower.ts'

/** One account at one bureau as a TrueLink Tradeline. */

const types = {
  R: ['R', 'Revolving Account', 'Revolving'],
  I: ['I', 'Installment Account', 'Installment'],
  M: ['M', 'Mortgage Account', 'Mortgage'],
  O: ['O', 'Open Account', 'Open'],
  Y: ['Y', 'Collection Account', 'Collection'],
} as const

/** The credit type, and the loan type in TransUnion's code. */
const kinds: Readonly<Record<Kind, readonly [keyof typeof types, string, string]>> = {
  card: ['R', 'CC', 'Credit Card'],
  'secured card': ['R', 'SC', 'Secured Credit Card'],
  'store card': ['R', 'CH', 'Charge Account'],
  'auto loan': ['I', 'AU', 'Automobile'],
  'student loan': ['I', 'ST', 'Student Loan'],
  'personal loan': ['I', 'US', 'Unsecured Loan'],
  mortgage: ['M', 'CV', 'Conventional Real Estate Mortgage'],
  rent: ['O', 'RA', 'Rental Agreement'],
  collection: ['Y', 'AG', 'Collection'],
}

const payCodes: Partial<Record<PayToken, readonly [string, string]>> = {
  OK: ['C', 'Current'],
  30: ['1', 'Late 30 Days'],
  60: ['2', 'Late 60 Days'],
  90: ['3', 'Late 90 Days'],
  120: ['4', 'Late 120 Days'],
  150: ['5', 'Late 150 Days'],
  180: ['6', 'Late 180 Days'],
  BK: ['7', 'Bankruptcy'],
  REPO: ['8', 'Repossession'],
  CO: ['9', 'Collection/Chargeoff'],
  COL: ['9', 'Collection/Chargeoff'],
}

const payCode = (token: PayToken): readonly [string, string] => payCodes[token] ?? ['U', 'Unknown']

const conditions: Readonly<Record<ReportedAccount['condition'], string>> = {
  Open: 'O',
  Closed: 'C',
  Paid: 'P',
  Derogatory: 'F',
}

const designators = { Individual: 'I', Joint: 'J', 'Authorized user': 'A' } as const

const money = (dollars: number | null): string => (dollars === null ? '' : String(dollars))

/** The element in which a partition states its type. */
const buildPartition = (kind: Kind): { [key: string]: Json } => {
  const [symbol, description, abbreviation] = types[kinds[kind][0]]
  return {
    '@accountTypeSymbol': symbol,
    '@accountTypeAbbreviation': abbreviation,
    '@accountTypeDescription': description,
  }
}

/** The listed months end before the reported month, which PayStatus rates. */
const historyOf = ({ history, reported }: ReportedAccount) =>
  newestFirst(history.filter(({ date }) => date !== reported.slice(0, 7)))

const payStatusHistory = (account: ReportedAccount): { [key: string]: Json } => {
  const months = historyOf(account)
  const day = account.reported.slice(8) < '28' ? account.reported.slice(8) : '28'
  const [newest] = months
  if (newest === undefined) return {}
  return {
    PayStatusHistory: {
      '@startDate': `${newest.date}-${day}`,
      '@status': months.map(({ status }) => payCode(status)[0]).join(''),
      MonthlyPayStatus: months.map(({ date, status }) => ({
        '@date': `${date}-${day}`,
        '@status': payCode(status)[0],
      })),
    },
  }
}

const grantedTrade = (account: ReportedAccount): Json => {
  const [type, loan, loanWords] = kinds[account.kind]
  const { late30, late60, late90 } = countLatePayments(account.history)
  return {
    '@monthlyPayment': money(account.payment),
    '@termMonths': String(account.term ?? 0),
    '@amountPastDue': money(account.pastDue),
    '@monthsReviewed': String(historyOf(account).length),
    '@late30Count': String(late30),
    '@late60Count': String(late60),
    '@late90Count': String(late90),
    '@collateral': '',
    '@dateLastPayment': account.lastPayment ?? '',
    ...(type === 'R' && account.limit === null ? {} : { CreditLimit: { $: money(account.limit ?? 0) } }),
    AccountType: coded(loan, loanWords),
    CreditType: coded(type, types[type][1]),
    PaymentFrequency: type === 'R' ? {} : coded('M', 'Monthly'),
    WorstPayStatus: coded(payCode(worstPayToken(account.history))[0], ''),
    ...payStatusHistory(account),
  }
}

const collectionTrade = ({ originalCreditor }: ReportedAccount): Json => ({
  '@originalCreditor': originalCreditor ?? '',
  '@actualPaymentAmount': '0',
  creditType: coded('Y', 'Collection Account'),
})

const remarkOf = ({ remark, bureau }: ReportedAccount): { [key: string]: Json } => {
  if (remark === null) return {}
  const [code, words] = remarks[remark][bureau]
  const symbol = bureau === 'TransUnion' ? `T00${code}` : code
  return { Remark: { RemarkCode: coded(symbol, words), '@customRemark': '' } }
}

/** `day`: the report date. */
const tradeline = (account: ReportedAccount, day: Day): Json => {
  const { bureau, company, condition, rating, responsibility } = account
  return {
    '@creditorName': companyForBureau(company, bureau),
    '@accountNumber': account.number,
    '@bureau': bureau,
    '@subscriberCode': subscriberCode(company.codes[bureau]),
    '@currentBalance': money(account.balance),
    '@highBalance': money(account.highBalance),
    '@dateOpened': account.opened,
    '@dateReported': account.reported,
    '@dateVerified': account.reported,
    '@dateAccountStatus': account.status,
    ...(account.closed === null ? {} : { '@dateClosed': account.closed }),
    Source: sourceFrom(bureau, day),
    OpenClosed: account.closed === null ? coded('O', 'Open') : coded('C', 'Closed'),
    AccountCondition: coded(conditions[condition], condition),
    PayStatus: coded(...payCode(rating)),
    AccountDesignator: coded(designators[responsibility], responsibility),
    IndustryCode: coded(/^[A-Z]/.exec(company.codes.TransUnion)?.[0] ?? '', company.industry),
    DisputeFlag: coded('F', 'Account not disputed'),
    ...remarkOf(account),
    ...(account.kind === 'collection'
      ? { CollectionTrade: collectionTrade(account), GrantedTrade: {} }
      : { GrantedTrade: grantedTrade(account) }),
  }
}

/** A month's files as a TrueLink bundle with one merged three-bureau report, in JSON. */

const partitionsOf = (files: readonly BureauFile[], day: Day): Json => {
  const accounts = files.flatMap(file => file.accounts)
  const byKey = Map.groupBy(accounts, ({ key }) => key)
  return [...byKey.values()].flatMap(rows => {
    const [first] = rows
    return first === undefined
      ? []
      : [{ ...buildPartition(first.kind), Tradeline: rows.map(row => tradeline(row, day)) }]
  })
}

const inquiriesOf = ({ bureau, inquiries }: BureauFile, day: Day): Json[] =>
  inquiries.map(({ company, on }) => ({
    Inquiry: {
      '@subscriberName': companyForBureau(company, bureau),
      '@subscriberNumber': subscriberCode(company.codes[bureau]),
      '@inquiryDate': on,
      '@inquiryType': 'I',
      '@bureau': bureau,
      IndustryCode: coded(/^[A-Z]/.exec(company.codes.TransUnion)?.[0] ?? '', company.industry),
      Source: sourceFrom(bureau, day),
    },
  }))

const recordOf = (record: ReportedRecord, { bureau }: BureauFile, day: Day): Json => ({
  PublicRecord: {
    '@bureau': bureau,
    '@courtName': record.court,
    '@referenceNumber': record.caseNumber,
    '@dateFiled': record.filed,
    Classification: coded('B', 'Bankruptcy'),
    Type: coded('7D', 'Chapter 7 bankruptcy'),
    Status: coded('D', 'Discharged'),
    AccountDesignator: coded('I', 'Individual'),
    Bankruptcy: { '@dateResolved': record.discharged, '@liabilityAmount': String(record.owed) },
    Source: sourceFrom(bureau, day),
  },
})

const subscribersOf = (files: readonly BureauFile[]): Json => {
  const companies = new Set<Company>(
    files.flatMap(({ accounts, inquiries }) => [...accounts, ...inquiries].map(({ company }) => company)),
  )
  return [...companies].flatMap(company =>
    bureaus.map(bureau => ({
      '@subscriberCode': subscriberCode(company.codes[bureau]),
      '@name': company.name,
      '@telephone': company.phone,
      CreditAddress: creditAddress(company.place),
    })),
  )
}

/** `day`: the report date. A frozen bureau has only `SB168Frozen`. */
export const truelinkDocument = (all: readonly BureauFile[], subject: Subject, day: Day): string => {
  const files = all.filter(({ frozen }) => !frozen)
  const isFrozen = all.map(({ bureau, frozen }) => [`@${bureau.toLowerCase()}`, String(frozen)] as const)
  const report: Json = {
    '@SafetyCheckPassed': 'true',
    '@FraudIndicator': 'false',
    '@DeceasedIndicator': 'false',
    Borrower: borrower(files, subject, day),
    TradeLinePartition: partitionsOf(files, day),
    InquiryPartition: files.flatMap(file => inquiriesOf(file, day)),
    PulblicRecordPartition: files.flatMap(file => file.records.map(record => recordOf(record, file, day))),
    Subscriber: subscribersOf(files),
    SB168Frozen: Object.fromEntries<Json>(isFrozen),
    Sources: files.map(({ bureau }) => ({ Source: sourceFrom(bureau, day) })),
  }
  const component = { Type: { $: 'MergeCreditReports' }, TrueLinkCreditReportType: report }
  return JSON.stringify({ BundleComponents: { BundleComponent: [component] } })
}
