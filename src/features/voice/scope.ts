import { restrictDropOffs } from '#features/credit/drop-offs.ts'
import { computeFactors } from '#features/credit/factors.ts'
import { type CreditFacts, collectFacts } from '#features/credit/facts.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import { findNewestPart } from '#features/reports/parts.ts'
import { bureaus as allBureaus, type Bureau } from '#values/bureau.ts'
import type { ReportData, VisibleData } from './answer.ts'
import { findUnknownWords } from './recognition/concepts.ts'
import { lenders } from './recognition/features.ts'
import type { ParsedQuestion } from './recognition/parse-question.ts'
import { normalizeWords } from './recognition/words.ts'

const keep = <Row extends { bureau: Bureau }>(rows: readonly Row[], bureaus: readonly Bureau[]): Row[] =>
  rows.filter(({ bureau }) => bureaus.includes(bureau))

const toReportData = (known: VisibleData): ReportData | null => {
  const { fullReport, report } = known.analytics
  if (fullReport === null || report === null) return null
  const { reportDate, parts } = report
  return { ...known, report: fullReport, facts: collectFacts(fullReport, reportDate, { parts }), reportDate }
}

/** The same data with a part of the report and the figures counted from it. */
const withReport = (
  known: ReportData,
  report: ReportData['report'],
  bureaus: readonly Bureau[],
): ReportData => {
  const { figures, report: shown } = known.analytics
  const facts: CreditFacts = {
    ...collectFacts(report, known.reportDate, shown ?? {}),
    asOf: known.facts.asOf,
  }
  return {
    ...known,
    report,
    facts,
    analytics: {
      ...known.analytics,
      fullReport: report,
      creditFactors: computeFactors(facts),
      figures: figures && {
        ...figures,
        dropOffs: restrictDropOffs(figures.dropOffs, {
          bureaus,
          accounts: report.accountInformation,
          records: report.publicRecords,
          inquiries: report.creditInquiries,
        }),
      },
    },
  }
}

const restrictToBureaus = (whole: ReportData, bureaus: readonly Bureau[]): ReportData => {
  const { report, findings, analytics } = whole
  const parts = keep(analytics.report?.parts ?? [], bureaus)
  const reportDate = parts.length === 0 ? whole.reportDate : (findNewestPart(parts)?.reportDate ?? null)
  const known = {
    ...whole,
    reportDate,
    facts: { ...whole.facts, asOf: reportDate ?? whole.facts.asOf },
    analytics: { ...analytics, report: analytics.report && { ...analytics.report, parts } },
  }
  const part = withReport(
    known,
    {
      creditScores: keep(report.creditScores, bureaus),
      otherScores: keep(report.otherScores, bureaus),
      scoreExclusions: keep(report.scoreExclusions, bureaus),
      accountInformation: keep(report.accountInformation, bureaus),
      creditInquiries: keep(report.creditInquiries, bureaus),
      publicRecords: keep(report.publicRecords, bureaus),
      personalInformation: keep(report.personalInformation, bureaus),
      fileStatuses: keep(report.fileStatuses, bureaus),
    },
    bureaus,
  )
  return {
    ...part,
    findings: findings.filter(finding => finding.bureaus.some(bureau => bureaus.includes(bureau))),
  }
}

/** Disputes with letters to these bureaus, without their other letters. */
const filterDisputes = (
  disputes: VisibleData['disputes'],
  bureaus: readonly Bureau[],
): VisibleData['disputes'] =>
  disputes
    .map(dispute => ({
      ...dispute,
      letters: dispute.letters.filter(({ bureau }) => bureau !== null && bureaus.includes(bureau)),
    }))
    .filter(({ letters }) => letters.length > 0)

/** Words that many company names share, or that mean something else in questions: H&R Accounts, Medical Payment Data. */
const genericWords = new Set(
  'bank banks card cards credit creditor union federal national american auto finance financial loan loans mortgage services service corp company trust group student store first city capital home line lending recovery collections collection solutions associates mobile wireless account accounts payment payments debt debts medical report reports'.split(
    ' ',
  ),
)

/** The word that identifies a company. */
export const distinctiveWord = (name: string): string | undefined =>
  normalizeWords(name).find(word => word.length >= 4 && !genericWords.has(word))

const isNamed = (name: string, named: ReadonlySet<string>): boolean => {
  const word = distinctiveWord(name)
  return word !== undefined && named.has(word)
}

export type NamedCompanies = {
  accounts: ReadonlySet<string>
  inquiries: ReadonlySet<string>
  companies: string[]
}

/** Creditors, collectors and companies that inquired. */
const findNamedCompanies = ({ report }: ReportData, words: readonly string[]): NamedCompanies => {
  const named = new Set(words)
  const accounts = report.accountInformation.filter(({ creditorName }) => isNamed(creditorName, named))
  const inquiries = report.creditInquiries.filter(({ company }) => isNamed(company, named))
  const companies = [...accounts.map(row => row.creditorName), ...inquiries.map(row => row.company)]
  return {
    accounts: new Set(accounts.map(({ id }) => id)),
    inquiries: new Set(inquiries.map(({ id }) => id)),
    companies: [...new Set(companies)],
  }
}

export const restrictToCompanies = (
  known: ReportData,
  { accounts, inquiries, companies }: NamedCompanies,
): ReportData => {
  const { report, findings, disputes } = known
  const named = new Set(companies.flatMap(normalizeWords))
  const part = withReport(
    known,
    {
      ...report,
      creditScores: [],
      accountInformation: report.accountInformation.filter(({ id }) => accounts.has(id)),
      creditInquiries: report.creditInquiries.filter(({ id }) => inquiries.has(id)),
      publicRecords: [],
    },
    allBureaus,
  )
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
          ? isNamed(item.creditorName, named)
          : 'company' in item && isNamed(item.company, named),
      ),
    ),
  }
}

/** The scope of a question besides its kind: the answer covers nothing else. */
export type Scope = {
  known: VisibleData
  /** The part of the report that the question is about; null without a report. */
  part: ReportData | null
  /** The named bureaus that the plan shows. `outside`: only other bureaus were named. */
  bureaus: readonly Bureau[]
  outside: boolean
  /** Companies are looked up in the whole report. */
  named: NamedCompanies | null
}

export const findScope = (all: VisibleData, { bureaus: asked, words }: ParsedQuestion): Scope => {
  // Letters are sent to every bureau, regardless of the plan.
  const known = asked.length === 0 ? all : { ...all, disputes: filterDisputes(all.disputes, asked) }
  const whole = toReportData(known)
  const shown = bureausInPlan(known.plan)
  const bureaus = asked.filter(bureau => shown.includes(bureau))
  const outside = asked.length > 0 && bureaus.length === 0
  const companies = whole === null ? null : findNamedCompanies(whole, words)
  const named = companies === null || companies.companies.length === 0 ? null : companies
  const isPart = bureaus.length > 0 && bureaus.length < shown.length
  return {
    known,
    part: whole !== null && isPart ? restrictToBureaus(whole, bureaus) : whole,
    bureaus,
    outside,
    named,
  }
}

/** Words that precede a company. */
const prepositions = new Set(['with', 'to', 'from', 'at', 'by', 'owe', 'for', 'my', 'on', 'con', 'a', 'de'])

/**
 * Whether a question names a company that is not in the report. The general answer would be mistaken for one about that
 * company.
 */
export const namesUnknownCompany = ({ words }: ParsedQuestion): boolean => {
  const strange = new Set(findUnknownWords(words).filter(word => word.length >= 3 && !genericWords.has(word)))
  return words.some(
    (word, at) => prepositions.has(words[at - 1] ?? '') && (strange.has(word) || lenders.has(word)),
  )
}
