import { Refusal } from '#api/errors.ts'
import type { OpenDispute } from '#features/findings/in-dispute.ts'
import { disputesVersion, homeOf } from '#features/findings/known.ts'
import { bureausOf } from '#features/identity/plan.ts'
import { type Person, signedInPerson } from '#features/identity/server/store.ts'
import type { LastPull } from '#features/reports/refresh-rules.ts'
import { newestOf, summariesOf } from '#features/reports/server/store.ts'
import { apart, isBytes } from '#platform/apart.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import { type Answers, ReadyBody } from '#platform/http/answer.ts'
import { readyAnswers } from '#platform/http/ready-answers.ts'
import type { Bureau } from '#values/bureau.ts'
import { analyticsWithoutReport, type PartnerOffer } from '../analytics.ts'
import type { credit } from '../contract.ts'
import { historyOf } from '../history.ts'
import type * as computed from './computed.ts'
import { pullTold, reportToShow } from './store.ts'

/** Reads a person's disputes that are not closed, item by item. */
export type ReadOpenDisputes = (
  deps: { db: Database; vault: Vault; timeZone: string },
  userId: string,
) => Promise<OpenDispute[]>

export type CreditDeps = {
  openDisputes: ReadOpenDisputes
  db: Database
  vault: Vault
  timeZone: string
  /** The offer of a partner; null where an operator set none. */
  partner: PartnerOffer | null
}

/** Hints are clamped to the plan; a bureau outside it is refused. */
const requireInPlan = ({ plan }: Person, bureau: Bureau | undefined) => {
  if (bureau && !bureausOf(plan).includes(bureau)) throw new Refusal('plan_required')
}

const analyticsBody = apart<typeof computed.analyticsBody>(
  new URL('./computed.ts', import.meta.url),
  'analyticsBody',
  isBytes,
)

export const creditRoutes = (deps: CreditDeps): Answers<typeof credit> => {
  const { db, vault, timeZone, partner } = deps
  const ready = readyAnswers(vault)

  /** Makes a person's answer from the report. */
  const answerFor = async (
    person: Person,
    pull: LastPull | null,
    open: readonly OpenDispute[],
  ): Promise<Buffer> => {
    const { of, meta } = await reportToShow(db, vault, person)
    return Buffer.from(await analyticsBody({ ...of, disputed: open, meta, pull, partner }))
  }

  return {
    analytics: async ({ caller, query }) => {
      const person = await signedInPerson(db, vault, caller.userId)
      requireInPlan(person, query.bureau)
      const newest = await newestOf(db, person.id)
      const pull = pullTold(person, newest)
      if (newest.report === null) return analyticsWithoutReport(pull)
      const open = await deps.openDisputes(deps, person.id)
      const version = [
        newest.report.id,
        person.plan,
        homeOf(person),
        disputesVersion(open),
        ...(pull ? [pull.id, pull.state] : []),
      ].join('|')
      return new ReadyBody(await ready.of(db, person.id, version, () => answerFor(person, pull, open)))
    },

    history: async ({ caller, query, now }) => {
      const person = await signedInPerson(db, vault, caller.userId)
      requireInPlan(person, query.bureau)
      const reports = await summariesOf(db, vault, person.id)
      return historyOf({ reports, plan: person.plan, bureau: query.bureau ?? null, now, timeZone })
    },
  }
}
