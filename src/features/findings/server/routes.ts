import { requireUser, type UserRecord } from '#features/identity/server/store.ts'
import { findNewest, loadReportView } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { type Handlers, PreparedJson } from '#platform/http/handler.ts'
import { readyAnswers } from '#platform/http/ready-answers.ts'
import { isBytes, reportThreads } from '#platform/threads.ts'
import { addressVersion, disputesVersion } from '../comparison-data.ts'
import type { findings } from '../contract.ts'
import { buildFindingsResponse } from '../find.ts'
import type { OpenDispute } from '../ranking.ts'
import type * as computed from './computed.ts'

/** The user's disputes that are not closed, item by item. */
type LoadOpenDisputes = (
  deps: { db: Database; keyring: Keyring; timeZone: string },
  userId: string,
) => Promise<OpenDispute[]>

export type FindingsDeps = {
  openDisputes: LoadOpenDisputes
  db: Database
  keyring: Keyring
  timeZone: string
}

const findingsBody = reportThreads.define<typeof computed.findingsBody>(
  new URL('./computed.ts', import.meta.url),
  'findingsBody',
  isBytes,
)

export const findingsRoutes = (deps: FindingsDeps): Handlers<typeof findings> => {
  const { db, keyring } = deps
  const ready = readyAnswers(keyring)

  const answerFor = async (user: UserRecord, openDisputes: readonly OpenDispute[]): Promise<Buffer> => {
    const packed = await loadReportView(db, keyring, user)
    if (packed === null) throw new Error('a report vanished between two reads')
    return Buffer.from(await findingsBody({ ...packed, openDisputes }))
  }

  return {
    list: async ({ principal }) => {
      const user = await requireUser(db, keyring, principal.userId)
      const { report } = await findNewest(db, user.id)
      if (report === null) return buildFindingsResponse(null)
      const open = await deps.openDisputes(deps, user.id)
      const version = [
        'findings',
        report.id,
        report.revision,
        user.plan,
        addressVersion(user),
        disputesVersion(open),
      ].join('|')
      return new PreparedJson(await ready.of(db, user.id, version, () => answerFor(user, open)))
    },
  }
}
