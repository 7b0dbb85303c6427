import { AppError } from '#api/errors.ts'
import { addressVersion, disputesVersion } from '#features/findings/comparison-data.ts'
import type { OpenDispute } from '#features/findings/ranking.ts'
import type { FindingsDeps } from '#features/findings/server/routes.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import { requireUser, type UserRecord } from '#features/identity/server/store.ts'
import type { LastPull } from '#features/reports/refresh-rules.ts'
import { findNewest, listReportSummaries, loadReportView } from '#features/reports/server/store.ts'
import { type Handlers, PreparedJson } from '#platform/http/handler.ts'
import { readyAnswers } from '#platform/http/ready-answers.ts'
import { isBytes, reportThreads } from '#platform/threads.ts'
import type { Bureau } from '#values/bureau.ts'
import { analyticsWithoutReport, type PartnerOffer } from '../analytics.ts'
import type { credit } from '../contract.ts'
import { buildHistory } from '../history.ts'
import type * as computed from './computed.ts'
import { pullToShow } from './store.ts'

type CreditDeps = FindingsDeps & {
  /** Set by an operator. */
  partner: PartnerOffer | null
}

const requireInPlan = ({ plan }: UserRecord, bureau: Bureau | undefined) => {
  if (bureau && !bureausInPlan(plan).includes(bureau)) throw new AppError('plan_required')
}

const analyticsBody = reportThreads.define<typeof computed.analyticsBody>(
  new URL('./computed.ts', import.meta.url),
  'analyticsBody',
  isBytes,
)

export const creditRoutes = (deps: CreditDeps): Handlers<typeof credit> => {
  const { db, keyring, timeZone, partner } = deps
  const ready = readyAnswers(keyring)

  const answerFor = async (
    person: UserRecord,
    pull: LastPull | null,
    open: readonly OpenDispute[],
  ): Promise<Buffer> => {
    const packed = await loadReportView(db, keyring, person)
    if (packed === null) throw new Error('a report vanished between two reads')
    return Buffer.from(await analyticsBody({ ...packed, openDisputes: open, pull, partner }))
  }

  return {
    analytics: async ({ principal, query }) => {
      const person = await requireUser(db, keyring, principal.userId)
      requireInPlan(person, query.bureau)
      const newest = await findNewest(db, person.id)
      const pull = pullToShow(person, newest)
      if (newest.report === null) return analyticsWithoutReport(pull)
      const open = await deps.openDisputes(deps, person.id)
      const version = [
        newest.report.id,
        person.plan,
        addressVersion(person),
        disputesVersion(open),
        ...(pull ? [pull.id, pull.state] : []),
      ].join('|')
      return new PreparedJson(await ready.of(db, person.id, version, () => answerFor(person, pull, open)))
    },

    history: async ({ principal, query, now }) => {
      const person = await requireUser(db, keyring, principal.userId)
      requireInPlan(person, query.bureau)
      const reports = await listReportSummaries(db, keyring, person.id)
      return buildHistory({ reports, plan: person.plan, bureau: query.bureau ?? null, now, timeZone })
    },
  }
}
