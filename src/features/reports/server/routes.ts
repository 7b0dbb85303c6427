import { AppError, NotOffered } from '#api/errors.ts'
import { isIdentityConfirmed } from '#features/identity/assurance.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import { type PolicyDeps, requireAllowed, requireTerms } from '#features/identity/server/policy-facts.ts'
import { findUser, lockUser, requireUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import { sha256 } from '#platform/crypto/macs.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { Idempotency } from '#platform/http/idempotency.ts'
import { reportThreads } from '#platform/threads.ts'
import { storeEverything } from '#providers/credit-data/port.ts'
import type { Bureau } from '#values/bureau.ts'
import { reports } from '../contract.ts'
import type { ReportBounds } from '../permitted.ts'
import { mayTryAgain } from '../refresh-rules.ts'
import { wholeDocument } from '../storage-policy.ts'
import type { describePackedReading } from './computed.ts'
import { listLastPulls } from './pulls.ts'
import { readReportDocument, storeReport } from './receive.ts'
import type { Refresh } from './refresh.ts'
import { removeReport } from './removal.ts'
import { createStepHandlers, type StepDeps } from './step-routes.ts'
import type { OnReport } from './store.ts'

type RefreshDeps = PolicyDeps & { db: Database; keyring: Keyring; refresh: Refresh }

type Refreshing = Pick<Handlers<typeof reports>, 'refreshAll' | 'refreshOne' | 'pullState' | 'pullAgain'>

const requirePulls = ({ isOff }: Refresh) => {
  if (isOff) throw new NotOffered('No credit data provider is set up here, so no report is fetched.')
}

/** Starts a requested pull. Refuses `monthly_limit`. */
const startPull = async (tx: Database, refresh: Refresh, userId: string, now: Date) => {
  const refused = await refresh.refusal(tx, userId, now)
  if (refused !== null) throw refused
  return refresh.start(tx, userId, now)
}

/** Endpoints to start pulls. A pull already open continues; no second one starts. */
const createRefreshHandlers = ({
  db,
  keyring,
  refresh,
  policies,
  agreementTexts,
  findServiceAgreement,
}: RefreshDeps): Refreshing => ({
  refreshAll: async ({ now, audit }) => {
    requirePulls(refresh)
    return { success: true, started: await refresh.startDue(now, audit) }
  },

  refreshOne: async ({ params: { userId }, now, audit }) => {
    requirePulls(refresh)
    const person = await findUser(db, keyring, userId)
    if (!person) throw new AppError('not_found')
    if (!person.enrolled) throw new AppError('no_consent')
    if (!isIdentityConfirmed(person))
      throw new AppError('not_verified', {
        message: 'The identity of this person is not confirmed, so no report is fetched.',
      })
    if (person.deletionAskedAt)
      throw new AppError('conflict', {
        message: 'This person has asked for the account to be deleted, so no report is fetched.',
      })
    await requireTerms({ db, policies, agreementTexts }, userId)
    // A pull requested by staff is a service; one requested by the client is not.
    requireAllowed((await findServiceAgreement(db, userId, now)).refusal)
    await db.transaction(async tx => {
      const pullId = await startPull(tx, refresh, userId, now)
      await audit(tx, { userId, ...(pullId === null ? {} : { objectId: pullId }) })
    })
    return { success: true }
  },

  pullState: async ({ principal: { userId } }) => {
    const user = await requireUser(db, keyring, userId)
    const allowed =
      user.enrolled && isIdentityConfirmed(user) && user.deletionAskedAt === null && !refresh.isOff
    return { mayTryAgain: allowed && mayTryAgain(await listLastPulls(db, userId)) }
  },

  pullAgain: async ({ principal: { userId }, now, audit }) => {
    requirePulls(refresh)
    const user = await requireUser(db, keyring, userId)
    if (!user.enrolled) throw new AppError('no_consent')
    if (!isIdentityConfirmed(user)) throw new AppError('not_verified')
    await requireTerms({ db, policies, agreementTexts }, userId)
    await db.transaction(async tx => {
      await lockUser(tx, userId)
      if (user.deletionAskedAt !== null || !mayTryAgain(await listLastPulls(tx, userId)))
        throw new AppError('conflict', {
          message: 'The bureaus cannot be asked again before the next retry.',
        })
      const pullId = await startPull(tx, refresh, userId, now)
      await audit(tx, pullId === null ? {} : { objectId: pullId })
    })
    return { success: true }
  },
})

type ReportsDeps = StepDeps &
  RefreshDeps & {
    idempotency: Idempotency
    onReport: readonly OnReport[]
    reportBounds: ReportBounds
  }

/** A displayable file name, without folders and invalid characters. */
const toFileName = (name: string): string | null => {
  const [last = ''] = name.split(/[\\/]/).slice(-1)
  const plain = last.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return plain === '' ? null : plain.slice(0, 100)
}

const toChoice = (person: string | undefined): number | undefined =>
  person === undefined ? undefined : Number(person)

const digestOf = (bytes: Uint8Array): string => sha256(bytes).toString('hex')

const describeInThread = reportThreads.define<typeof describePackedReading>(
  new URL('./computed.ts', import.meta.url),
  'describePackedReading',
  (value): value is ReturnType<typeof describePackedReading> =>
    typeof value === 'object' && value !== null && 'verdict' in value,
)

export const reportsRoutes = ({
  db,
  keyring,
  idempotency,
  refresh,
  policies,
  agreementTexts,
  findServiceAgreement,
  onReport,
  reportBounds: bounds,
  creditData,
  confirmIdentity,
  identityWays,
}: ReportsDeps): Handlers<typeof reports> => ({
  ...createRefreshHandlers({ db, keyring, refresh, policies, agreementTexts, findServiceAgreement }),
  ...createStepHandlers({ db, keyring, idempotency, refresh, creditData, confirmIdentity, identityWays }),

  remove: async ({ principal: { userId }, params: { reportId }, query: { bureau = null }, audit }) =>
    db.transaction(async tx => {
      await removeReport(tx, keyring, userId, { reportId, bureau }, bounds.joinDays)
      await audit(tx, { objectId: reportId })
      return { success: true as const }
    }),

  checkFile: async ({ principal: { userId }, body: { person }, file, audit }) => {
    const { profile, plan } = await requireUser(db, keyring, userId)
    const { content } = await readReportDocument(file.bytes, profile, bounds.limits, toChoice(person))
    const check = await describeInThread({ content, plan })
    await db.transaction(audit)
    return { reading: digestOf(file.bytes), ...check }
  },

  importFile: async ({
    principal: { userId, impersonation },
    body: { person, confirmed, replaces, removesNewer },
    file,
    now,
    idempotencyKey,
    audit,
  }) => {
    if (removesNewer !== undefined && impersonation !== null) throw new AppError('not_allowed')
    const digest = digestOf(file.bytes)
    const sent = [digest, person, confirmed, replaces, removesNewer]
      .filter(part => part !== undefined)
      .join(' ')
    const request = { scope: `import|${userId}`, key: idempotencyKey, body: sent, owner: userId }
    const read = (value: unknown) => reports.importFile.reply.parse(value)
    const earlier = await idempotency.findResponse(request, read)
    if (earlier) return earlier
    const { profile, plan } = await requireUser(db, keyring, userId)
    const { partial, ...report } = await readReportDocument(
      file.bytes,
      profile,
      bounds.limits,
      toChoice(person),
    )
    const isInPlan = (bureau: Bureau) => bureausInPlan(plan).includes(bureau)
    // No confirmation is required for bureaus outside the plan.
    if (partial.some(isInPlan) && confirmed !== digest) throw new AppError('reading_not_confirmed')
    return idempotency.run(
      request,
      async tx => {
        const received = {
          report,
          documents: wholeDocument(file.bytes),
          policy: storeEverything,
          fileName: toFileName(file.name),
          origin: 'import',
          receivedAt: now,
        } as const
        const replacement = replaces ? { bureau: replaces, removesNewer: removesNewer ?? null } : null
        const kept = await storeReport(tx, { keyring, bounds, onReport }, userId, received, replacement)
        await audit(tx, { objectId: kept.id })
        return {
          success: true as const,
          reportId: kept.id,
          ...kept.importSummaries[plan],
          leftOut: kept.leftOut.filter(({ bureau }) => isInPlan(bureau)),
          newer: kept.newer.filter(({ bureau }) => isInPlan(bureau)),
        }
      },
      read,
    )
  },
})
