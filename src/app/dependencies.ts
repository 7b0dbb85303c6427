import { agreementTextsInForce, createFindServiceAgreement } from '#features/agreement/server/agreements.ts'
import { sendAlertsOnReport } from '#features/alerts/server/on-report.ts'
import {
  createCostRefusal,
  createRecordCost,
  letterCosts,
  pullCosts,
  textCosts,
} from '#features/costs/server/cost-book.ts'
import { countMailedLetters } from '#features/disputes/server/mail-routes.ts'
import { createPdfRenderer } from '#features/disputes/server/pdf-renderer.ts'
import { listAllLetters } from '#features/disputes/server/store.ts'
import { createImageProcessor } from '#features/documents/server/pictures.ts'
import { sandboxSmsCodePolicy, smsCodePolicy } from '#features/identity/codes.ts'
import { termsRefusal } from '#features/identity/policies.ts'
import {
  agreementTextsOf,
  recordAgreementText,
  recordAgreementTexts,
} from '#features/identity/server/agreements.ts'
import { createConfirmIdentity, createStorePartnerResult } from '#features/identity/server/assurance.ts'
import { cooldownCheck } from '#features/identity/server/authenticate.ts'
import {
  createStartCheck,
  createStartFirstCheck,
  type IdentityWayPlug,
  lookupWay,
  portalWay,
} from '#features/identity/server/identity-check.ts'
import { hasAcceptedTerms } from '#features/identity/server/policy-facts.ts'
import { findPortalIdentity } from '#features/identity/server/store.ts'
import type { TargetCalls } from '#features/integrations/server/deliver.ts'
import { emitEvent, letterEvents, reportEvents } from '#features/integrations/server/targets.ts'
import { legalPagesOf } from '#features/legal/server/routes.ts'
import { parseEnvelopeAddress } from '#features/mailing/envelope-address.ts'
import { createMailer, createOffMailer } from '#features/mailing/server/mailer.ts'
import type { MailJobRepository } from '#features/mailing/server/process-mail-job.ts'
import { defaultMailTimes, type MailTimes } from '#features/mailing/times.ts'
import { createRefresh } from '#features/reports/server/refresh.ts'
import { vendorWay } from '#features/reports/server/step-routes.ts'
import { listImportedPersonal } from '#features/reports/server/store.ts'
import { acceptClientInvitation } from '#features/staff/server/client-invitations.ts'
import { signExistingManagers } from '#features/staff/server/managers.ts'
import type { Passwords } from '#features/staff/server/password-hash.ts'
import { addressKeyOf } from '#features/verification/mailed-code.ts'
import { listCodeLetters, mailedCodeWayState } from '#features/verification/server/mailed-code.ts'
import { reviewWayState } from '#features/verification/server/reviews.ts'
import { openCheckpointFile } from '#platform/audit/checkpoint.ts'
import { countUnmarkedEvents } from '#platform/audit/verify.ts'
import type { Clock } from '#platform/clock.ts'
import { type Config, ConfigError } from '#platform/config/config.ts'
import { senderLines } from '#platform/config/operator-settings.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import { createSigningKey } from '#platform/crypto/signing-keys.ts'
import type { Database, OpenDatabase } from '#platform/db/database.ts'
import { createEmailQueue } from '#platform/email.ts'
import { openErasureFile } from '#platform/erasures.ts'
import { createIdempotency } from '#platform/http/idempotency.ts'
import {
  createRateLimits,
  productionRateLimits,
  type RateLimitProfile,
  sandboxRateLimits,
  withOperatorRates,
} from '#platform/http/rate-limits.ts'
import type { Enqueue, JobTime } from '#platform/jobs/jobs.ts'
import { createBackground } from '#platform/jobs/loop.ts'
import { createProviderRateLimiter } from '#platform/jobs/provider-rate-limiter.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import type { Tracing } from '#platform/telemetry/tracing.ts'
import { createHttpCall } from '#providers/http-call.ts'
import { identityCallbackReader } from '#providers/identity-check/callback.ts'
import type { LobTimeouts } from '#providers/letters/lob-http.ts'
import type { MailProvider } from '#providers/letters/port.ts'
import { publicLookup } from '#providers/public-address.ts'
import { demoManager } from './demo-manager.ts'
import { personalDataSources } from './personal-data.ts'
import { createProviders } from './providers.ts'
import { createRestoreHandler, handleRestore } from './restored-copy.ts'

/** The input of the server's assembly, and what tests replace. */
export type AppOptions = {
  config: Config
  database: OpenDatabase
  keyring: Keyring
  clock: Clock
  log: Log
  /** The queue's timing, if a test sets it. */
  jobTime?: JobTime
  /** The password hash; tests have no time for its full cost. */
  passwords: Passwords
  /** The rate limits, for measurements that call more often than users do. */
  rateLimitProfile?: RateLimitProfile
  /** Wraps the mail provider, for tests that observe what is sent to it and when. */
  wrapMailProvider?: (provider: MailProvider) => MailProvider
  /** How webhook targets are called, for tests that answer in their place. */
  targetCalls?: TargetCalls
  wrapMailJobs?: (repository: MailJobRepository) => MailJobRepository
  /** Mailing's waits, for tests that have no time for them. */
  mailTimes?: MailTimes
  lobTimeouts?: LobTimeouts
}

/** The dependencies of features; each takes the ones that its own type names. */
export type Dependencies = Awaited<ReturnType<typeof createDependencies>>

/** Chooses the providers, creates what features share, and handles a restored copy. */
export const createDependencies = async (
  {
    config,
    database,
    keyring,
    clock,
    log,
    passwords,
    rateLimitProfile,
    wrapMailProvider = provider => provider,
    wrapMailJobs = repository => repository,
    targetCalls = { call: createHttpCall(publicLookup([])) },
    mailTimes = defaultMailTimes,
    lobTimeouts,
  }: AppOptions,
  {
    enqueue,
    metrics,
    tracing,
    release,
  }: {
    enqueue: Enqueue
    metrics: Pick<Metrics, 'mailAlarm' | 'calls'>
    tracing: Tracing | null
    release: string
  },
) => {
  const { db, pool } = database
  const { timeZone, publicUrl, support } = config
  const background = createBackground(log)
  const recordCost = createRecordCost({ settings: config.operator.costs, timeZone })
  const {
    texts,
    mailProvider,
    readNotice,
    email,
    portal,
    creditData,
    identityCheck,
    tradelineFeed,
    language,
    documentText,
    push,
    storage,
    sandboxed,
    whole,
  } = await createProviders(config, {
    db,
    keyring,
    clock,
    enqueue,
    calls: metrics.calls,
    tracing,
    onText: textCosts({ db, keyring, clock, background, record: recordCost }),
    ...(lobTimeouts && { lobTimeouts }),
  })
  const renderer = createPdfRenderer()
  const pictures = createImageProcessor()
  const personalData = personalDataSources({ renderer, storage, log, timeZone, clock })
  const legalPages = legalPagesOf(config.operator)
  const agreementTexts = agreementTextsOf(config.operator, legalPages.terms)
  await recordAgreementTexts(db, agreementTexts, legalPages.terms, clock())
  const serviceTexts = agreementTextsInForce(config.operator)
  if (serviceTexts !== null) {
    const { hash, ...content } = serviceTexts.contract
    const kept = { kind: 'serviceContract', version: content.version, isOwn: true, content } as const
    await recordAgreementText(db, { ...kept, hash, file: 'legal/agreement.md' }, clock())
  }
  const findServiceAgreement = createFindServiceAgreement(serviceTexts)
  const { policies } = config.operator
  const queueEmail = createEmailQueue({ keyring, clock, enqueue, footer: senderLines(config.operator) })
  const costRefusal = createCostRefusal({
    db,
    keyring,
    log,
    background,
    queueEmail,
    settings: config.operator.costs,
    timeZone,
    publicUrl,
  })
  const refresh = createRefresh({
    db,
    enqueue,
    timeZone,
    isOff: creditData === null,
    refusal: (tx, userId, now) => costRefusal(tx, 'pulls', userId, now),
    mayPull: async (tx, userId) =>
      termsRefusal(policies, { termsAccepted: await hasAcceptedTerms(tx, userId, agreementTexts) }) === null,
  })
  const confirmIdentity = createConfirmIdentity({
    keyring,
    queueEmail,
    support,
    onConfirmed: async (tx, userId, now) => {
      await emitEvent(tx, { type: 'identity.confirmed', clientId: userId, at: now })
      await refresh.startIfDue(tx, userId, now)
    },
  })
  const storePartnerResult = createStorePartnerResult(keyring, confirmIdentity)
  const startCheck = createStartCheck(enqueue)
  const startFirstCheck = createStartFirstCheck(keyring, startCheck)
  const checkpoint = openCheckpointFile(config.dataDir)
  if (checkpoint.read() === null) {
    // Only at the first start of a release that signs managers and audit rows: existing ones are trusted.
    const vouched = await db.transaction(tx => signExistingManagers(tx, keyring))
    if (vouched > 0) log.warn('managers of an earlier release were vouched for', { code: String(vouched) })
    checkpoint.write({ head: null, unmarked: await countUnmarkedEvents(db) })
  }
  const erasureFile = openErasureFile(config.dataDir)
  const onRestore = createRestoreHandler({ db, keyring, clock, log, checkpoint, erasureFile })
  await handleRestore(config.dataDir, onRestore)
  const turn =
    mailProvider === null || mailProvider.sandbox
      ? async () => undefined
      : createProviderRateLimiter(pool, { provider: 'letters', everyMs: mailTimes.callsApart })
  const mailer =
    mailProvider === null
      ? createOffMailer({ db, clock })
      : createMailer({
          db,
          keyring,
          clock,
          log,
          background,
          provider: wrapMailProvider(mailProvider),
          turn,
          times: mailTimes,
          timeZone,
          cap: config.mailDailyCap,
          letters: async from => [...(await listAllLetters(from)), ...(await listCodeLetters(from))],
          wrapRepository: wrapMailJobs,
          countAlarm: metrics.mailAlarm,
          requireMayRequest: async (tx, userId, now) => {
            const refused = await costRefusal(tx, 'letters', userId, now)
            if (refused !== null) throw refused
          },
          onLetter: async (tx, news) => {
            await letterCosts(recordCost)(tx, news)
            await letterEvents(tx, news)
          },
          onRestoredCopy: () => onRestore(false),
        })

  const offeredWays = {
    mailedCode: config.identityChecks.includes('mailed-code') && mailer.offered,
    documents: config.identityChecks.includes('documents'),
  }
  const { name: sender } = config.operator
  const [, ...senderAddress] = senderLines(config.operator)
  const letterSender: readonly [string, ...string[]] =
    // Without an operator only the sandbox mails.
    senderAddress.length > 0
      ? [sender, ...senderAddress]
      : [sender, '1 Sandbox Street', 'Springfield, IL 62701']
  if (offeredWays.mailedCode && 'part' in parseEnvelopeAddress(letterSender))
    throw new ConfigError(
      'OPERATOR_DIR: operator.json: postalAddress: does not fit on an envelope, and IDENTITY_CHECKS has mailed-code; write one or two lines for the street, and a last one like "Springfield, IL 62701"',
    )
  const mailedCodes = {
    db,
    keyring,
    mailer,
    confirmIdentity,
    timeZone,
    publicUrl,
    support,
    letterSender,
    hasReportedAddress: async (from: Database, userId: string, addressKey: string) => {
      const personal = config.identityTrustsFiles ? await listImportedPersonal(from, keyring, userId) : []
      return personal.some(
        ({ currentAddress }) => currentAddress !== null && addressKeyOf(currentAddress) === addressKey,
      )
    },
  }
  const mailedCodeWay: IdentityWayPlug = {
    way: 'mailed-code',
    stateFor: (from, user, now) => mailedCodeWayState(mailedCodes, from, user, now),
  }
  const documentsWay: IdentityWayPlug = {
    way: 'documents',
    stateFor: (from, user, now) => reviewWayState({ keyring }, from, user, now),
  }
  const vendorWays = creditData?.steps ? [vendorWay] : []
  const identityWays = [lookupWay, ...vendorWays, portalWay, mailedCodeWay, documentsWay].filter(
    ({ way }) => config.identityChecks.includes(way) && (way !== 'mailed-code' || offeredWays.mailedCode),
  )

  const shared = {
    db,
    clock,
    letterSender,
    hasReportedAddress: mailedCodes.hasReportedAddress,
    keyring,
    log,
    background,
    idempotency: createIdempotency(db, keyring, clock),
    limits: createRateLimits(
      withOperatorRates(
        rateLimitProfile ?? (texts.sandbox ? sandboxRateLimits : productionRateLimits),
        config.operator.rateLimits,
      ),
      pool,
    ),
    operator: config.operator,
    policies,
    legalPages,
    agreementTexts,
    serviceTexts,
    findServiceAgreement,
    staffWorkRefusal: async (userId: string, now: Date) =>
      (await findServiceAgreement(db, userId, now)).refusal,
    release,
    queueEmail,
    enqueue,
    timeZone,
    publicUrl,
    support,
    partner: config.partner,
    codes: texts.codes,
    sms: texts.sms,
    readText: texts.readText,
    deliveries: texts.deliveries,
    codePolicy: texts.sandbox ? sandboxSmsCodePolicy : smsCodePolicy,
    dailyCap: config.smsDailyCap,
    email,
    emailDomain: config.smtp?.from.split('@')[1] ?? 'fairfile.test',
    portal,
    creditData,
    language,
    documentText,
    push,
    tradelineFeed,
    capabilities: config.capabilities,
    managerInbox: config.managerInbox,
    storage,
    pictures,
    refresh,
    confirmIdentity,
    startCheck,
    identityWays,
    offeredWays,
    fourEyes: config.identityFourEyes,
    identityCheck,
    storePartnerResult,
    readIdentityCallback: identityCallbackReader(config.identityCallbackSecrets),
    acceptInvitation: acceptClientInvitation(keyring),
    onReportAccess: async (tx: Database, userId: string, now: Date) => {
      await refresh.startIfDue(tx, userId, now)
      if (config.identityChecks.includes('lookup')) await startFirstCheck(tx, userId, now)
    },
    reportBounds: config.reportBounds,
    storagePolicy: config.storagePolicy,
    onReport: [sendAlertsOnReport({ keyring, queueEmail, publicUrl }), reportEvents],
    emitEvent,
    targetCalls,
    onPullAccepted: pullCosts(recordCost),
    costSettings: config.operator.costs,
    renderer,
    caseFileKeys: {
      sealing: config.caseFiles.secret === null ? keyring.signing : createSigningKey(config.caseFiles.secret),
      earlier: config.caseFiles.old,
    },
    mailer,
    inCooldown: cooldownCheck(db),
    countMailedLetters,
    personalData,
    passwords,
    isTotpRequired: (emailIndex: Buffer) =>
      config.staffNeedsApp &&
      (config.production || !emailIndex.equals(keyring.emailIndex(demoManager.email))),
    readNotice,
    checkpoint,
    erasureFile,
    database,
    periods: config.operator.retention,
  }
  const sandboxParts = {
    db,
    cipher: keyring.system,
    active: sandboxed,
    whole,
    publicHost: publicUrl.host,
    sandboxKey: config.sandboxKey,
    keyOnly: config.production,
    portal: {
      db,
      active: portal?.sandbox ?? false,
      shown: (userId: string) => findPortalIdentity(db, keyring, userId),
      onResult: storePartnerResult,
    },
    letters: {
      db,
      cipher: keyring.system,
      active: mailProvider?.sandbox ?? false,
      enqueue,
      onNotice: mailer.receiveWebhook,
    },
  }
  return { ...shared, sandbox: sandboxParts }
}
