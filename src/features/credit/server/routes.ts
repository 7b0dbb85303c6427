import { gzipSync } from 'node:zlib'
import { Refusal } from '#api/errors.ts'
import { bureausOf } from '#features/identity/plan.ts'
import { type Person, signedInPerson } from '#features/identity/server/store.ts'
import type { LastPull } from '#features/reports/refresh-rules.ts'
import { currentReportOf, earlierReportsOf, newestOf, summariesOf } from '#features/reports/server/store.ts'
import type { Database } from '#server/database/database.ts'
import type { Vault } from '#server/keys/sealed.ts'
import { type Answers, ReadyBody } from '#server/requests/answer.ts'
import type { Bureau } from '#values/bureau.ts'
import { analyticsOf, analyticsWithoutReport, type PartnerOffer, withOffer } from '../analytics.ts'
import { Analytics, type credit } from '../contract.ts'
import { historyOf } from '../history.ts'
import { homeOf, knownOf } from '../known.ts'
import { readyAnswers } from './ready-answers.ts'
import { metaOf, pullTold } from './store.ts'

export type CreditDeps = {
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

export const creditRoutes = ({ db, vault, timeZone, partner }: CreditDeps): Answers<typeof credit> => {
  const ready = readyAnswers(vault)

  /** Makes a person's answer from the report: shown, checked against the contract, gzipped. */
  const answerFor = async (person: Person, pull: LastPull | null): Promise<Buffer> => {
    const { id, plan } = person
    const stored = await currentReportOf(db, vault, id)
    if (!stored) throw new Error('a report vanished between two reads')
    const meta = metaOf(stored)
    const known = knownOf(person, await earlierReportsOf(db, vault, id))
    const answer = analyticsOf({ report: stored.report, meta, plan, pull, known })
    return gzipSync(JSON.stringify(Analytics.parse(withOffer(answer, partner))))
  }

  return {
    analytics: async ({ caller, query }) => {
      const person = await signedInPerson(db, vault, caller.userId)
      requireInPlan(person, query.bureau)
      const newest = await newestOf(db, person.id)
      const pull = pullTold(person, newest)
      if (newest.report === null) return analyticsWithoutReport(pull)
      const version = [
        newest.report.id,
        person.plan,
        homeOf(person),
        ...(pull ? [pull.id, pull.state] : []),
      ].join('|')
      return new ReadyBody(await ready.of(db, person.id, version, () => answerFor(person, pull)))
    },

    history: async ({ caller, query, now }) => {
      const person = await signedInPerson(db, vault, caller.userId)
      requireInPlan(person, query.bureau)
      const reports = await summariesOf(db, vault, person.id)
      return historyOf({ reports, plan: person.plan, bureau: query.bureau ?? null, now, timeZone })
    },
  }
}
