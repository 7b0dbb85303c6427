import { gzipSync } from 'node:zlib'
import { findingsAnswer } from '#features/findings/answer.ts'
import { type findings, ShownFindings } from '#features/findings/contract.ts'
import { type Person, signedInPerson } from '#features/identity/server/store.ts'
import { currentReportOf, earlierReportsOf, newestOf } from '#features/reports/server/store.ts'
import { type Answers, ReadyBody } from '#server/requests/answer.ts'
import { homeOf, knownOf } from '../known.ts'
import { withinPlan } from '../within-plan.ts'
import { readyAnswers } from './ready-answers.ts'
import type { CreditDeps } from './routes.ts'

/** What looks wrong in what the plan shows; it stands here because here is the one exit for credit data. */
export const findingsRoutes = ({ db, vault }: CreditDeps): Answers<typeof findings> => {
  const ready = readyAnswers(vault)

  const answerFor = async (person: Person): Promise<Buffer> => {
    const stored = await currentReportOf(db, vault, person.id)
    if (!stored) throw new Error('a report vanished between two reads')
    const known = knownOf(person, await earlierReportsOf(db, vault, person.id))
    const answer = findingsAnswer(withinPlan(stored.report, person.plan), known)
    return gzipSync(JSON.stringify(ShownFindings.parse(answer)))
  }

  return {
    list: async ({ caller }) => {
      const person = await signedInPerson(db, vault, caller.userId)
      const { report } = await newestOf(db, person.id)
      if (report === null) return findingsAnswer(null)
      const version = ['findings', report.id, person.plan, homeOf(person)].join('|')
      return new ReadyBody(await ready.of(db, person.id, version, () => answerFor(person)))
    },
  }
}
