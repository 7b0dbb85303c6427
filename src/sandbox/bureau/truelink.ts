import { bureaus } from '#values/bureau.ts'
import { type Company, companyForBureau } from './companies.ts'
import type { BureauFile, ReportedRecord } from './held.ts'
import type { Day, Subject } from './life.ts'
import { buildPartition, tradeline } from './truelink-account.ts'
import { borrower, coded, creditAddress, type Json, sourceFrom, subscriberCode } from './truelink-borrower.ts'

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

/** `day`: the report date. A frozen bureau gives only `SB168Frozen`. */
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
