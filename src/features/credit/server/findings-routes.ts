import { findingsAnswer } from '#features/findings/answer.ts'
import type { findings } from '#features/findings/contract.ts'
import type { OpenDispute } from '#features/findings/in-dispute.ts'
import { type Person, signedInPerson } from '#features/identity/server/store.ts'
import { newestOf } from '#features/reports/server/store.ts'
import { apart, isBytes } from '#server/apart.ts'
import { type Answers, ReadyBody } from '#server/requests/answer.ts'
import { disputesVersion, homeOf } from '../known.ts'
import type * as computed from './computed.ts'
import { readyAnswers } from './ready-answers.ts'
import type { CreditDeps } from './routes.ts'
import { reportToShow } from './store.ts'

const findingsBody = apart<typeof computed.findingsBody>(
  new URL('./computed.ts', import.meta.url),
  'findingsBody',
  isBytes,
)

/** What looks wrong in what the plan shows; it stands here because here is the one exit for credit data. */
export const findingsRoutes = (deps: CreditDeps): Answers<typeof findings> => {
  const { db, vault } = deps
  const ready = readyAnswers(vault)

  const answerFor = async (person: Person, open: readonly OpenDispute[]): Promise<Buffer> =>
    Buffer.from(await findingsBody({ ...(await reportToShow(db, vault, person)).of, disputed: open }))

  return {
    list: async ({ caller }) => {
      const person = await signedInPerson(db, vault, caller.userId)
      const { report } = await newestOf(db, person.id)
      if (report === null) return findingsAnswer(null)
      const open = await deps.openDisputes(deps, person.id)
      const version = ['findings', report.id, person.plan, homeOf(person), disputesVersion(open)].join('|')
      return new ReadyBody(await ready.of(db, person.id, version, () => answerFor(person, open)))
    },
  }
}
