import { requireCaller } from '#features/identity/server/authenticate.ts'
import type { UserRecord } from '#features/identity/server/store.ts'
import { findNewest, loadReportView } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { type Handlers, PreparedJson } from '#platform/http/handler.ts'
import { readyAnswers } from '#platform/http/ready-answers.ts'
import { isBytes, reportThreads } from '#platform/threads.ts'
import { addressVersion, disputesVersion } from '../comparison-data.ts'
import type { findings } from '../contract.ts'
import { buildFindingsResponse } from '../find.ts'
import type { DisputeRecord } from '../item-state.ts'
import type * as computed from './computed.ts'

/** Loads the user's disputes item by item, at the bureaus of the plan. */
type LoadDisputeRecords = (
  deps: { db: Database; keyring: Keyring; timeZone: string },
  user: Pick<UserRecord, 'id' | 'plan'>,
  now: Date,
) => Promise<DisputeRecord[]>

export type FindingsDeps = {
  disputeRecords: LoadDisputeRecords
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

  const answerFor = async (user: UserRecord, disputes: readonly DisputeRecord[]): Promise<Buffer> => {
    const packed = await loadReportView(db, keyring, user)
    if (packed === null) throw new Error('a report vanished between two reads')
    return Buffer.from(await findingsBody({ ...packed, disputes }))
  }

  return {
    list: async ({ principal, now }) => {
      const user = await requireCaller(db, keyring, principal)
      const [{ report }, disputes] = await Promise.all([
        findNewest(db, user.id),
        deps.disputeRecords(deps, user, now),
      ])
      if (report === null) return buildFindingsResponse(null)
      const version = [
        'findings',
        report.id,
        report.revision,
        user.plan,
        addressVersion(user),
        disputesVersion(disputes),
      ].join('|')
      return new PreparedJson(await ready.of(db, user.id, version, () => answerFor(user, disputes)))
    },
  }
}
