import { computeFactors } from '#features/credit/factors.ts'
import { type CreditFacts, collectFacts } from '#features/credit/facts.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import type { Bureau } from '#values/bureau.ts'
import type { ReportData, VisibleData } from './answer.ts'
import { normalizeWords } from './plain-words.ts'
import type { ParsedQuestion } from './question.ts'
import { findUnknownWords } from './recognition/score.ts'

/** What a question is about beside its kind: the bureaus and the companies that it names. An answer speaks of nothing else. */

const keep = <Row extends { bureau: Bureau }>(rows: readonly Row[], bureaus: readonly Bureau[]): Row[] =>
  rows.filter(({ bureau }) => bureaus.includes(bureau))

/** The report of what is known, with its facts; null when there is none. */
const reportOf = (known: VisibleData): ReportData | null => {
  const { fullReport, report } = known.analytics
  if (fullReport === null || report === null) return null
  const { reportDate } = report
  return { ...known, report: fullReport, facts: collectFacts(fullReport, reportDate), reportDate }
}

/** The same known of another part of the report, with the figures that are counted from it. */
const withPart = (known: ReportData, report: ReportData['report']): ReportData => {
  const facts: CreditFacts = { ...collectFacts(report, known.reportDate), asOf: known.facts.asOf }
  return {
    ...known,
    report,
    facts,
    analytics: { ...known.analytics, fullReport: report, creditFactors: computeFactors(facts) },
  }
}

/** What is known of some bureaus alone. */
const ofBureaus = (known: ReportData, bureaus: readonly Bureau[]): ReportData => {
  const { report, findings } = known
  const part = withPart(known, {
    creditScores: keep(report.creditScores, bureaus),
    otherScores: keep(report.otherScores, bureaus),
    scoreExclusions: keep(report.scoreExclusions, bureaus),
    accountInformation: keep(report.accountInformation, bureaus),
    creditInquiries: keep(report.creditInquiries, bureaus),
    publicRecords: keep(report.publicRecords, bureaus),
    personalInformation: keep(report.personalInformation, bureaus),
    fileStatuses: keep(report.fileStatuses, bureaus),
  })
  return {
    ...part,
    findings: findings.filter(finding => finding.bureaus.some(bureau => bureaus.includes(bureau))),
  }
}

/** The disputes with letters to some bureaus, and these letters alone. */
const disputesAt = (disputes: VisibleData['disputes'], bureaus: readonly Bureau[]): VisibleData['disputes'] =>
  disputes
    .map(dispute => ({ ...dispute, letters: keep(dispute.letters, bureaus) }))
    .filter(({ letters }) => letters.length > 0)

/** Words of company names that name no company. */
const general = new Set(
  'bank banks card cards credit creditor union federal national american auto finance financial loan loans mortgage services service corp company trust group student store first city capital home line lending recovery collections collection solutions associates mobile wireless'.split(
    ' ',
  ),
)

/** Whether the words of a question name a company: by the first word of its name that is no everyday word of banking. */
const isNamed = (name: string, said: ReadonlySet<string>): boolean => {
  const first = normalizeWords(name).find(word => word.length >= 4 && !general.has(word))
  return first !== undefined && said.has(first)
}

/** The rows of companies that a question names. */
export type NamedCompanies = {
  accounts: ReadonlySet<string>
  inquiries: ReadonlySet<string>
  companies: string[]
}

/** Finds the companies of a report that a question names: creditors, collectors and those who inquired. */
const namedIn = ({ report }: ReportData, words: readonly string[]): NamedCompanies => {
  const said = new Set(words)
  const accounts = report.accountInformation.filter(({ creditorName }) => isNamed(creditorName, said))
  const inquiries = report.creditInquiries.filter(({ company }) => isNamed(company, said))
  const companies = [...accounts.map(row => row.creditorName), ...inquiries.map(row => row.company)]
  return {
    accounts: new Set(accounts.map(({ id }) => id)),
    inquiries: new Set(inquiries.map(({ id }) => id)),
    companies: [...new Set(companies)],
  }
}

/** What is known of the companies named alone. */
export const restrictToCompanies = (
  known: ReportData,
  { accounts, inquiries, companies }: NamedCompanies,
): ReportData => {
  const { report, findings, disputes } = known
  const said = new Set(companies.flatMap(normalizeWords))
  const part = withPart(known, {
    ...report,
    creditScores: [],
    accountInformation: report.accountInformation.filter(({ id }) => accounts.has(id)),
    creditInquiries: report.creditInquiries.filter(({ id }) => inquiries.has(id)),
    publicRecords: [],
  })
  return {
    ...part,
    findings: findings.filter(
      ({ accountId, inquiryId }) =>
        (accountId !== undefined && accounts.has(accountId)) ||
        (inquiryId !== undefined && inquiries.has(inquiryId)),
    ),
    disputes: disputes.filter(({ items }) =>
      items.some(item =>
        'creditorName' in item
          ? isNamed(item.creditorName, said)
          : 'company' in item && isNamed(item.company, said),
      ),
    ),
  }
}

/** What is known, what a question is about, and what of it is shown. */
export type Scope = {
  known: VisibleData
  /** The part of the report that the question is about; null when there is no report. */
  part: ReportData | null
  /** The bureaus named that the plan shows; whether others were named and none of these. */
  bureaus: readonly Bureau[]
  outside: boolean
  /** The companies named, wherever they are in the report, and those rows that are in the part. */
  named: NamedCompanies | null
}

/** What a question is about. */
export const findScope = (all: VisibleData, { bureaus: asked, words }: ParsedQuestion): Scope => {
  // Letters go to any bureau, whatever the plan shows.
  const known = asked.length === 0 ? all : { ...all, disputes: disputesAt(all.disputes, asked) }
  const whole = reportOf(known)
  const shown = bureausInPlan(known.plan)
  const bureaus = asked.filter(bureau => shown.includes(bureau))
  const outside = asked.length > 0 && bureaus.length === 0
  const companies = whole === null ? null : namedIn(whole, words)
  const named = companies === null || companies.companies.length === 0 ? null : companies
  const isPart = bureaus.length > 0 && bureaus.length < shown.length
  return {
    known,
    part: whole !== null && isPart ? ofBureaus(whole, bureaus) : whole,
    bureaus,
    outside,
    named,
  }
}

/** Words after which a question names a company. */
const beforeCompany = new Set(['with', 'to', 'from', 'at', 'by', 'owe', 'for', 'my', 'on', 'con', 'a', 'de'])

/** Well-known lenders whose names are, or look like, words of ours. */
const lenders = new Set(['chase', 'discover', 'ally', 'citi', 'target', 'apple', 'best', 'capital'])

/**
 * Whether a question names a company that the report does not have: after such a word stands one that is neither ours nor an
 * everyday one. The answer about everything would then be taken for one about that company.
 */
export const namesUnknownCompany = ({ words }: ParsedQuestion): boolean => {
  const strange = new Set(findUnknownWords(words).filter(word => word.length >= 3 && !general.has(word)))
  return words.some(
    (word, at) => beforeCompany.has(words[at - 1] ?? '') && (strange.has(word) || lenders.has(word)),
  )
}
