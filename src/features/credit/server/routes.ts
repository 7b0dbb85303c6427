import { gzipSync } from 'node:zlib'
import { Refusal } from '#api/errors.ts'
import { bureausOf } from '#features/identity/plan.ts'
import { type Person, signedInPerson } from '#features/identity/server/store.ts'
import { currentReportId, currentReportOf } from '#features/reports/server/store.ts'
import { type Answers, ReadyBody } from '#server/answer.ts'
import type { Database } from '#server/database.ts'
import type { Vault } from '#server/sealed.ts'
import { analyticsOf, analyticsWithoutReport } from '../analytics.ts'
import { Analytics, type credit } from '../contract.ts'
import { readyAnswers } from './ready-answers.ts'

export type CreditDeps = { db: Database; vault: Vault }

export const creditRoutes = ({ db, vault }: CreditDeps): Answers<typeof credit> => {
  const ready = readyAnswers(vault)

  /** Makes a person's answer from the report: shown, checked against the contract, gzipped. */
  const answerFor = async ({ id, plan }: Person): Promise<Buffer> => {
    const stored = await currentReportOf(db, vault, id)
    if (!stored) throw new Error('a report vanished between two reads')
    const { report, ...came } = stored
    const meta = { id: came.id, origin: came.origin, receivedAt: came.receivedAt.toISOString() }
    return gzipSync(JSON.stringify(Analytics.parse(analyticsOf({ report, meta, plan }))))
  }

  return {
    analytics: async ({ caller, query }) => {
      const person = await signedInPerson(db, vault, caller.userId)
      if (query.bureau && !bureausOf(person.plan).includes(query.bureau)) throw new Refusal('plan_required')
      const reportId = await currentReportId(db, person.id)
      if (reportId === null) return analyticsWithoutReport
      return new ReadyBody(
        await ready.of(db, person.id, `${reportId}|${person.plan}`, () => answerFor(person)),
      )
    },
  }
}
