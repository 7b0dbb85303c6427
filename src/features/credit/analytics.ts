import { noComparisonData } from '#features/findings/context.ts'
import type { ShownFinding } from '#features/findings/contract.ts'
import { buildFindingsResponse, listItemStates, runFinder } from '#features/findings/find.ts'
import type { ComparisonData } from '#features/findings/finding.ts'
import type { Plan } from '#features/identity/plan.ts'
import { accountTypes } from '#features/reports/canonical.ts'
import { toArrival } from '#features/reports/parts.ts'
import type { RedactedReport } from '#features/reports/redact-for-plan.ts'
import { isOldPart, type LastPull, noReportMessage, refreshMessage } from '#features/reports/refresh-rules.ts'
import { type ReportMeta, type ReportView, toShownPart } from '#features/reports/report-view.ts'
import { dayIn } from '#values/dates.ts'
import type { AccountKind, Analytics, Figures, History } from './contract.ts'
import { listDropOffs } from './drop-offs.ts'
import { listCardUse, listPayPlans } from './factors/card-use.ts'
import { computeFactors } from './factors.ts'
import { type CreditFacts, collectFacts, isOpenAccount } from './facts.ts'
import { buildHistory, type PastReport } from './history.ts'
import { selectMainAlert } from './main-alert.ts'

/** The kinds of credit, each account once; the most frequent first. */
export const countAccountKinds = ({ accounts }: CreditFacts): AccountKind[] =>
  accountTypes
    .map(type => {
      const alike = accounts.filter(({ latest }) => latest.accountType === type)
      const open = alike.filter(isOpenAccount).length
      return { type, open, notOpen: alike.length - open }
    })
    .filter(({ open, notOpen }) => open + notOpen > 0)
    .toSorted((one, other) => other.open + other.notOpen - one.open - one.notOpen)

const buildFigures = (report: RedactedReport, facts: CreditFacts): Figures => ({
  cards: listCardUse(facts),
  payPlans: listPayPlans(facts),
  mix: countAccountKinds(facts),
  dropOffs: listDropOffs(report, facts),
})

/** The analytics of a report, computed only from what the plan shows. */
export const buildAnalytics = ({
  view: { redacted, fullReport, bureaus, warnings },
  meta,
  pull = null,
  known = noComparisonData,
  today = null,
}: {
  view: ReportView
  meta: ReportMeta
  /** The pull to tell the user about. */
  pull?: LastPull | null
  /** The data that findings are compared with, redacted for the same plan. */
  known?: ComparisonData
  /** The current day, which makes old parts recognizable; null treats all as current. */
  today?: string | null
}): Analytics => {
  const { reportDate, format } = redacted
  const parts = redacted.parts.flatMap(part =>
    toShownPart({ ...part, arrival: part.arrival ?? toArrival(meta, part) }),
  )
  const isOld = today !== null && parts.length > 0 && parts.every(part => isOldPart(part, today))
  const facts = collectFacts(fullReport, reportDate, { parts, oldOn: isOld ? today : null })
  const creditFactors = computeFactors(facts)
  return {
    fullReport,
    creditFactors,
    ...refreshMessage(pull, reportDate),
    mainAlert: selectMainAlert(
      facts,
      creditFactors,
      fullReport,
      runFinder(redacted, known),
      listItemStates(redacted, known),
    ),
    figures: buildFigures(redacted, facts),
    report: { ...meta, reportDate, format, bureaus, parts, warnings },
  }
}

export type PartnerOffer = { text: string; url: string }

/** Signs of identity theft call for calm steps, so they carry no offer. */
export const addPartnerOffer = (answer: Analytics, partner: PartnerOffer | null): Analytics =>
  partner === null || answer.mainAlert.kind === 'identity_theft'
    ? answer
    : {
        ...answer,
        mainAlert: {
          ...answer.mainAlert,
          marketplaceButtonText: partner.text,
          marketplaceUrl: partner.url,
        },
      }

const noReport: Analytics = {
  fullReport: null,
  creditFactors: [],
  isProcessing: false,
  message: noReportMessage,
  mainAlert: {
    kind: 'no_report',
    title: 'Get your credit report',
    recommendation: 'Import a report file from a lender or a monitoring service.',
    explanation:
      'We read the files of lenders, monitoring services and bureaus. Your scores, accounts and factors appear here at once.',
  },
  figures: null,
  report: null,
}

const reportOnItsWay: Analytics = {
  ...noReport,
  mainAlert: {
    kind: 'processing',
    title: 'Your report is on its way',
    recommendation: 'You can leave this page and come back.',
    explanation: 'Your scores, accounts and factors appear here as soon as the bureaus have answered.',
  },
}

/**
 * What a pull waits for: the user's agreement if reports are pulled at all, then a confirmed identity. `confirmed`:
 * nothing.
 */
export type IdentityStage = 'not_agreed' | 'unconfirmed' | 'pending' | 'confirmed'

const beforeIdentity: Readonly<Record<Exclude<IdentityStage, 'confirmed'>, Analytics>> = {
  pending: {
    ...reportOnItsWay,
    isProcessing: true,
    message: 'We are confirming your identity. Then we ask the bureaus for your report.',
  },
  not_agreed: {
    ...noReport,
    mainAlert: {
      ...noReport.mainAlert,
      recommendation: 'Let us get it from the bureaus, or import a report file that you have.',
      explanation:
        'Asking for your own report does not lower your scores. Your scores, accounts and factors appear here once it arrives.',
    },
  },
  unconfirmed: {
    ...noReport,
    mainAlert: {
      ...noReport.mainAlert,
      recommendation: 'Confirm your identity, or import a report file that you have.',
      explanation:
        'You agreed that we get your report from the bureaus. We ask them once we know that you are you.',
    },
  },
}

/** How to get a report, that it is being fetched, or why the bureaus sent none. */
export const analyticsWithoutReport = (
  pull: LastPull | null,
  identity: IdentityStage = 'confirmed',
): Analytics => {
  if (identity !== 'confirmed') return beforeIdentity[identity]
  if (pull === null) return noReport
  const refresh = refreshMessage(pull)
  return { ...(refresh.isProcessing ? reportOnItsWay : noReport), ...refresh }
}

export type CreditSnapshot = {
  analytics: Analytics
  findings: readonly ShownFinding[]
  history: History
}

/** Everything that Overview, Full Report, findings and History show, limited to the plan. */
export const buildCreditSnapshot = ({
  stored,
  reports,
  plan,
  pull,
  identity = 'confirmed',
  known = noComparisonData,
  now,
  timeZone,
}: {
  stored: { view: ReportView; meta: ReportMeta } | null
  /** Newest first, by the time received. */
  reports: readonly PastReport[]
  plan: Plan
  pull: LastPull | null
  identity?: IdentityStage
  known?: ComparisonData
  now: Date
  timeZone: string
}): CreditSnapshot => ({
  analytics:
    stored === null
      ? analyticsWithoutReport(pull, identity)
      : buildAnalytics({ ...stored, pull, known, today: dayIn(timeZone, now) }),
  findings: buildFindingsResponse(stored?.view.redacted ?? null, known).items,
  history: buildHistory({ reports, plan, bureau: null, now, timeZone }),
})
