import { tellAlerts } from '#features/alerts/server/on-report.ts'
import { everyLetter } from '#features/disputes/server/every-letter.ts'
import { letterPress } from '#features/disputes/server/letter-press.ts'
import { picturesWith } from '#features/documents/server/pictures.ts'
import { productionSendRates, sandboxSendRates } from '#features/identity/codes.ts'
import { isSettledIn } from '#features/identity/server/authenticate.ts'
import { confirmIdentity, shownToPortal } from '#features/identity/server/store.ts'
import { mailerWith } from '#features/mailing/server/mailer.ts'
import type { MailBooks } from '#features/mailing/server/worker.ts'
import { type MailTimes, usualTimes } from '#features/mailing/times.ts'
import { refreshWith } from '#features/reports/server/refresh.ts'
import { vouchForStaff } from '#features/staff/server/managers.ts'
import { type Passwords, passwordsWith } from '#features/staff/server/password-hash.ts'
import { unmarkedRows } from '#platform/audit/check.ts'
import { checkpointIn } from '#platform/audit/checkpoint.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { OpenDatabase } from '#platform/db/database.ts'
import { queueEmailWith } from '#platform/email.ts'
import { type LimitProfile, limitsOf, productionLimits, sandboxLimits } from '#platform/http/limits.ts'
import { onceIn } from '#platform/http/once.ts'
import { backgroundOf } from '#platform/jobs/background.ts'
import type { Enqueue } from '#platform/jobs/jobs.ts'
import { type JobTime } from '#platform/jobs/jobs.ts'
import { providerTurns } from '#platform/jobs/provider-turns.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import type { Tracing } from '#platform/telemetry/span.ts'
import type { LetterPost } from '#providers/letters/port.ts'
import { heedRestore } from './copies/restored-mark.ts'
import { demoManager } from './demo-manager.ts'
import { holdingsOf } from './holdings.ts'
import { providersBy } from './providers.ts'
import { heedCopyWith } from './restored-copy.ts'

/** What the server is put together from, and what a test sets in its place. */
export type Given = {
  config: Config
  database: OpenDatabase
  vault: Vault
  clock: Clock
  log: Log
  /** The queue's time, where a test sets it. */
  jobTime?: JobTime
  /** How passwords are hashed, where a test has no time for their full cost. */
  passwords?: Passwords
  /** How often what may be asked, where a measurement asks oftener than any person. */
  limitProfile?: LimitProfile
  /** The post, where a test looks at what goes to it and when. */
  watchPost?: (post: LetterPost) => LetterPost
  watchBooks?: (books: MailBooks) => MailBooks
  /** How long mailing waits for what, where a test has no time for it. */
  mailTimes?: MailTimes
}

/** What features are handed; each takes of it what its own type names. */
export type Parts = Awaited<ReturnType<typeof partsOf>>

/** Chooses the providers, and makes what several features share. Reads what a restore left to heed. */
export const partsOf = async (
  {
    config,
    database,
    vault,
    clock,
    log,
    passwords = passwordsWith(vault),
    limitProfile,
    watchPost = post => post,
    watchBooks = books => books,
    mailTimes = usualTimes,
  }: Given,
  {
    enqueue,
    metrics,
    tracing,
  }: { enqueue: Enqueue; metrics: Pick<Metrics, 'mailAlarm' | 'calls'>; tracing: Tracing | null },
) => {
  const { db, pool } = database
  const { timeZone, publicUrl, support } = config
  const {
    texts,
    post,
    readNotice,
    email,
    portal,
    creditData,
    tradelineFeed,
    language,
    storage,
    sandboxed,
    whole,
  } = providersBy(config, {
    db,
    vault,
    clock,
    enqueue,
    calls: metrics.calls,
    tracing,
  })
  const background = backgroundOf(log)
  const press = letterPress()
  const pictures = picturesWith()
  const holdings = holdingsOf({ press, storage, log, timeZone })
  const refresh = refreshWith({ db, enqueue, timeZone })
  const queueEmail = queueEmailWith({ vault, clock, enqueue })
  const checkpoint = checkpointIn(config.dataDir)
  if (checkpoint.read() === null) {
    // The first start of a release that vouches for managers and gives rows of the trail a MAC: what was there before is taken once.
    const vouched = await db.transaction(tx => vouchForStaff(tx, vault))
    if (vouched > 0) log.warn('managers of an earlier release were vouched for', { code: String(vouched) })
    checkpoint.write({ head: null, unmarked: await unmarkedRows(db) })
  }
  const heedCopy = heedCopyWith({ db, vault, clock, log, checkpoint })
  await heedRestore(config.dataDir, heedCopy)
  const turn = post.sandbox
    ? async () => undefined
    : providerTurns(pool, {
        provider: 'letters',
        count: mailTimes.calls,
        seconds: mailTimes.callsIn / 1_000,
      })
  const mailer = mailerWith({
    db,
    vault,
    clock,
    log,
    background,
    post: watchPost(post),
    turn,
    times: mailTimes,
    timeZone,
    mailCap: config.mailDailyCap,
    lettersToMail: everyLetter,
    watchBooks,
    countAlarm: metrics.mailAlarm,
    heedCopy: () => heedCopy(false),
  })

  const shared = {
    db,
    vault,
    log,
    background,
    once: onceIn(db, vault, clock),
    limits: limitsOf(limitProfile ?? (texts.sandbox ? sandboxLimits : productionLimits), pool),
    queueEmail,
    enqueue,
    timeZone,
    publicUrl,
    support,
    partner: config.partner,
    codes: texts.codes,
    sms: texts.sms,
    readText: texts.readText,
    sendRates: texts.sandbox ? sandboxSendRates : productionSendRates,
    dailyCap: config.smsDailyCap,
    email,
    emailDomain: config.smtp?.from.split('@')[1] ?? 'fairfile.test',
    portal,
    creditData,
    language,
    tradelineFeed,
    managerInbox: config.managerInbox,
    storage,
    pictures,
    refresh,
    onReportAccess: refresh.startIfDue,
    reportBounds: config.reportBounds,
    onReport: [tellAlerts({ vault, queueEmail, publicUrl })],
    press,
    mailer,
    isSettled: isSettledIn(db),
    holdings,
    passwords,
    isAppDue: (emailIndex: Buffer) =>
      config.staffNeedsApp && (config.production || !emailIndex.equals(vault.emailIndex(demoManager.email))),
    readNotice,
    checkpoint,
  }
  const sandboxParts = {
    db,
    box: vault.system,
    active: sandboxed,
    whole,
    publicHost: publicUrl.host,
    sandboxKey: config.sandboxKey,
    keyOnly: config.production,
    portal: {
      db,
      active: portal.sandbox,
      shown: (userId: string) => shownToPortal(db, vault, userId),
      verified: confirmIdentity,
    },
    letters: { db, box: vault.system, active: post.sandbox, enqueue, onNotice: mailer.takeNotice },
  }
  return { ...shared, sandbox: sandboxParts }
}
