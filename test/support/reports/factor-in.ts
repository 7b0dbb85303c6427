import type { Factor } from '#features/credit/contract.ts'
import { computeFactors } from '#features/credit/factors.ts'
import { type CreditFacts, collectFacts } from '#features/credit/facts.ts'
import type { Plan } from '#features/identity/plan.ts'
import type { Report } from '#features/reports/canonical.ts'
import { buildReportView } from '#features/reports/report-view.ts'

export const factsIn = (report: Report, plan: Plan = 'max'): CreditFacts =>
  collectFacts(buildReportView(report, plan).fullReport, report.reportDate)

export const factorsIn = (report: Report, plan: Plan = 'max'): Factor[] =>
  computeFactors(factsIn(report, plan))

/** One factor; undefined when it is left out. */
export const factorIn = (id: Factor['id'], report: Report, plan: Plan = 'max'): Factor | undefined =>
  factorsIn(report, plan).find(found => found.id === id)

/** Whether a shown text (`64%`, `9.6%`, `Under 1%`, `Just under 10%`, `5.8 years`) is a correctly rounded number. */
export const isNearest = (text: string, exact: number): boolean => {
  const [, words = '', number = '', decimals = ''] =
    /^(\D*)(\d+(?:\.(\d+))?)(?:%| years)$/.exec(text.replaceAll(',', '')) ?? []
  const off = exact - Number(number)
  if (words === 'Under ') return off < 0 && exact > 0
  if (words === 'Just under ') return off < 0 && off > -0.1
  return words === '' && number !== '' && Math.abs(off) <= 0.5 / 10 ** decimals.length + 1e-9
}
