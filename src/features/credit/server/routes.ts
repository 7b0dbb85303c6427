import { AppError } from '#api/errors.ts'
import { addressVersion, disputesVersion } from '#features/findings/comparison-data.ts'
import type { DisputeRecord } from '#features/findings/item-state.ts'
import type { FindingsDeps } from '#features/findings/server/routes.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import { requireCaller } from '#features/identity/server/authenticate.ts'
import type { UserRecord } from '#features/identity/server/store.ts'
import type { LastPull } from '#features/reports/refresh-rules.ts'
import { findNewest, listReportSummaries, loadReportView } from '#features/reports/server/store.ts'
import { type Handlers, PreparedJson } from '#platform/http/handler.ts'
import { readyAnswers } from '#platform/http/ready-answers.ts'
import { isBytes, reportThreads } from '#platform/threads.ts'
import type { Bureau } from '#values/bureau.ts'
import type { Capabilities } from '#values/capabilities.ts'
import { dayIn } from '#values/dates.ts'
import { analyticsWithoutReport, type PartnerOffer } from '../analytics.ts'
import type { credit } from '../contract.ts'
import { buildHistory } from '../history.ts'
import type * as computed from './computed.ts'
import { findIdentityStage, pullToShow } from './store.ts'

type CreditDeps = FindingsDeps & {
  capabilities: Pick<Capabilities, 'pulls'>
  /** Configured by an operator. */
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
  const { db, keyring, timeZone, partner, capabilities } = deps
  const ready = readyAnswers(keyring)

  const answerFor = async (
    user: UserRecord,
    pull: LastPull | null,
    disputes: readonly DisputeRecord[],
    today: string,
  ): Promise<Buffer> => {
    const packed = await loadReportView(db, keyring, user)
    if (packed === null) throw new Error('a report vanished between two reads')
    return Buffer.from(await analyticsBody({ ...packed, disputes, pull, partner, today }))
  }

  return {
    analytics: async ({ principal, query, now }) => {
      const user = await requireCaller(db, keyring, principal)
      requireInPlan(user, query.bureau)
      const [newest, disputes] = await Promise.all([
        findNewest(db, user.id),
        deps.disputeRecords(deps, user, now),
      ])
      const pull = pullToShow(user, newest)
      if (newest.report === null)
        return analyticsWithoutReport(
          pull,
          await findIdentityStage(db, keyring, user, now, capabilities.pulls),
        )
      // A report ages: what was new in it no longer is.
      const today = dayIn(timeZone, now)
      const version = [
        today,
        newest.report.id,
        newest.report.revision,
        user.plan,
        addressVersion(user),
        disputesVersion(disputes),
        ...(pull ? [pull.id, pull.state] : []),
      ].join('|')
      return new PreparedJson(
        await ready.of(db, user.id, version, () => answerFor(user, pull, disputes, today)),
      )
    },

    history: async ({ principal, query, now }) => {
      const user = await requireCaller(db, keyring, principal)
      requireInPlan(user, query.bureau)
      const reports = await listReportSummaries(db, keyring, user.id)
      return buildHistory({ reports, plan: user.plan, bureau: query.bureau ?? null, now, timeZone })
    },
  }
}
