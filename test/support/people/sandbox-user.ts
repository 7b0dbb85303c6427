import { buildCreditSnapshot } from '#features/credit/analytics.ts'
import type { Plan } from '#features/identity/plan.ts'
import type { Report } from '#features/reports/canonical.ts'
import { assignLastingIds } from '#features/reports/matcher.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { summarizeReport } from '#features/reports/summary.ts'
import type { VisibleData } from '#features/voice/answer.ts'
import { personas } from '#sandbox/bureau/personas.ts'
import { bureauReport } from '../reports/bureau-report.ts'

const timeZone = 'America/New_York'
const today = '2026-11-22'

/**
 * The voice helper's data about a sandbox person on November 22, 2026, after two monthly reports. `asSaved`: the later one
 * as shown by another kind of file.
 */
export const sandboxUser = (
  id: string,
  plan: Plan,
  asSaved: (report: Report, before: Report) => Report = report => report,
): VisibleData => {
  const persona = personas.find(one => one.id === id)
  if (persona === undefined) throw new Error(`nobody in the sandbox is ${id}`)
  const before = bureauReport(persona, '2026-10')
  let next = 0
  const report = asSaved(
    assignLastingIds(bureauReport(persona, '2026-11'), before, () => `new-${next++}`),
    before,
  )
  const earlier = summarizeReport('report-1', before, null)
  const latest = summarizeReport('report-2', report, { report: before, historyId: 'report-1' })
  return {
    ...buildCreditSnapshot({
      stored: {
        view: buildReportView(report, plan),
        meta: { id: 'report-2', origin: 'sandbox', receivedAt: '2026-11-14T15:00:00.000Z' },
      },
      reports: [
        { receivedAt: new Date('2026-11-14T15:00:00Z'), summary: latest },
        { receivedAt: new Date('2026-10-14T15:00:00Z'), summary: earlier },
      ],
      plan,
      pull: null,
      now: new Date(`${today}T15:00:00Z`),
      timeZone,
    }),
    disputes: [],
    plan,
    support: { name: 'Fairfile', email: 'support@fairfile.test', phone: null },
    timeZone,
    today,
  }
}

/** The same person before any report. */
export const sandboxUserWithoutReport = (): VisibleData => ({
  ...buildCreditSnapshot({ stored: null, reports: [], plan: 'free', pull: null, now: new Date(0), timeZone }),
  disputes: [],
  plan: 'free',
  support: { name: 'Fairfile', email: 'support@fairfile.test', phone: null },
  timeZone,
  today,
})
