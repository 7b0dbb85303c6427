import type * as computed from '#features/credit/server/computed.ts'
import type { CreditDeps } from '#features/credit/server/routes.ts'
import { loadReportInput } from '#features/credit/server/store.ts'
import { requireUser, type UserRecord } from '#features/identity/server/store.ts'
import { findNewest } from '#features/reports/server/store.ts'
import { apart, isBytes } from '#platform/apart.ts'
import { type Handlers, PreparedJson } from '#platform/http/handler.ts'
import { readyAnswers } from '#platform/http/ready-answers.ts'
import type { findings } from '../contract.ts'
import { buildFindingsResponse } from '../find.ts'
import { addressVersion, disputesVersion } from '../known.ts'
import type { OpenDispute } from '../ranking.ts'

const findingsBody = apart<typeof computed.findingsBody>(
  new URL('../../credit/server/computed.ts', import.meta.url),
  'findingsBody',
  isBytes,
)

export const findingsRoutes = (deps: CreditDeps): Handlers<typeof findings> => {
  const { db, keyring } = deps
  const ready = readyAnswers(keyring)

  const answerFor = async (person: UserRecord, open: readonly OpenDispute[]): Promise<Buffer> =>
    Buffer.from(await findingsBody({ ...(await loadReportInput(db, keyring, person)).of, disputed: open }))

  return {
    list: async ({ principal }) => {
      const person = await requireUser(db, keyring, principal.userId)
      const { report } = await findNewest(db, person.id)
      if (report === null) return buildFindingsResponse(null)
      const open = await deps.openDisputes(deps, person.id)
      const version = [
        'findings',
        report.id,
        person.plan,
        addressVersion(person),
        disputesVersion(open),
      ].join('|')
      return new PreparedJson(await ready.of(db, person.id, version, () => answerFor(person, open)))
    },
  }
}
