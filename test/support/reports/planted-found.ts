import { runAllRules } from '#features/findings/find.ts'
import type { Finding } from '#features/findings/finding.ts'
import type { Report } from '#features/reports/canonical.ts'
import { companyForBureau } from '#sandbox/bureau/companies.ts'
import { isErrorVisible, type PlantedError } from '#sandbox/bureau/error.ts'
import type { Persona } from '#sandbox/bureau/persona.ts'
import type { Bureau } from '#values/bureau.ts'
import { addMonths, monthsBetween } from '#values/dates.ts'
import { everyNth } from '../chance.ts'
import { bureauReports } from './bureau-report.ts'

/** Measures the finder on the errors planted in the sandbox's people. */

/** Reinserted items are found by dispute outcomes, not by the finder. */
const ofDisputes: ReadonlySet<string> = new Set(['R-01'])

/** The first month of every history, before any date was changed. */
const FIRST = '2026-05'

const companiesOf = ({ life, errors }: Persona, key: string): string[] => {
  const extra = errors.flatMap(({ wrong }) => (wrong.what === 'extra account' ? [wrong.account] : []))
  const company = [...life.accounts, ...extra].find(account => account.key === key)?.company
  const bureaus: Bureau[] = ['TransUnion', 'Experian', 'Equifax']
  return company === undefined ? [] : bureaus.map(bureau => companyForBureau(company, bureau))
}

const isAbout = (persona: Persona, report: Report, error: PlantedError, { subject }: Finding): boolean => {
  if (error.account === null) return subject.kind === (error.rule.startsWith('I') ? 'inquiry' : 'personal')
  const names = companiesOf(persona, error.account)
  return (
    subject.kind === 'account' &&
    report.accounts.some(row => row.id === subject.id && names.includes(row.creditorNameReported))
  )
}

const sharesBureau = (error: PlantedError, { evidence }: Finding): boolean =>
  evidence.some(({ bureau }) => error.bureaus.includes(bureau))

export type Met = {
  month: string
  planted: PlantedError[]
  missed: PlantedError[]
  findings: Finding[]
  /** Findings that no planted error explains. */
  unexplained: Finding[]
}

/**
 * The finder's results for a persona's files of some months, with the planted errors. Each follows a history of every month,
 * or of every second (third, ...), which must include the months.
 */
export const metIn = (persona: Persona, months: readonly string[], every = 1): Met[] => {
  const length = Math.max(...months.map(month => monthsBetween(FIRST, month))) + 1
  const history = everyNth(
    every,
    Array.from({ length }, (_, index) => addMonths(FIRST, index)),
  )
  const reports = bureauReports(persona, history)
  return months.map(month => metAfter(persona, month, reports.slice(0, history.indexOf(month) + 1)))
}

/** The last of `reports` is that of the month. */
const metAfter = (persona: Persona, month: string, reports: readonly Report[]): Met => {
  const report = reports.at(-1)
  if (report === undefined) throw new Error('there is no report of this month')
  const findings = runAllRules(report, { earlierReports: reports.slice(0, -1), ownDetails: null })
  const shown = persona.errors.filter(error =>
    error.bureaus.some(
      bureau =>
        isErrorVisible(error, bureau, month) &&
        report.files.some(file => file.bureau === bureau && file.status === 'hit'),
    ),
  )
  const planted = shown.filter(({ rule }) => !ofDisputes.has(rule))
  const isMet = (error: PlantedError) =>
    findings.some(
      finding =>
        finding.rule === error.rule &&
        isAbout(persona, report, error, finding) &&
        sharesBureau(error, finding),
    )
  return {
    month,
    planted,
    missed: planted.filter(error => !isMet(error)),
    findings,
    unexplained: findings.filter(
      finding =>
        !shown.some(error => isAbout(persona, report, error, finding) && sharesBureau(error, finding)),
    ),
  }
}
