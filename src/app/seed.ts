import { storeAlertsOnReport } from '#features/alerts/server/on-report.ts'
import type { Plan } from '#features/identity/plan.ts'
import type { Profile } from '#features/identity/registration-rules.ts'
import { agreementTextsOf } from '#features/identity/server/agreements.ts'
import { createConfirmIdentity } from '#features/identity/server/assurance.ts'
import { saveConsents } from '#features/identity/server/consents.ts'
import { createUser, findUserIdByPhone } from '#features/identity/server/store.ts'
import { legalPagesOf } from '#features/legal/server/routes.ts'
import { OLD_REPORT_DAYS } from '#features/reports/refresh-rules.ts'
import { receivePastReport } from '#features/reports/server/past-pulls.ts'
import { findManagerByEmail, lockRoster, saveManager } from '#features/staff/server/managers.ts'
import type { Passwords } from '#features/staff/server/password-hash.ts'
import { listLinesOnOffer } from '#features/tradelines/server/inventory.ts'
import { importFeedFile } from '#features/tradelines/server/sync.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import type { OpenServer } from '#platform/boot.ts'
import { defaultOperator, type OperatorSettings } from '#platform/config/operator-settings.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import { type Database, withStartupLock } from '#platform/db/database.ts'
import { advisoryLocks } from '#platform/db/locks.ts'
import { newId } from '#platform/ids.ts'
import type { CreditData } from '#providers/credit-data/port.ts'
import { sandboxCreditData } from '#sandbox/providers/credit-data.ts'
import { sandboxTradelineFeed } from '#sandbox/providers/tradeline-feed.ts'
import { addMonthsToDay, dayIn } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { demoManager } from './demo-manager.ts'

/** The demo people who exist while every provider is a sandbox. Development, tests and e2e tests share them. */

/** `confirmed`: the identity is confirmed and reports are pulled; otherwise the user skipped that and imported them. */
type DemoPerson = {
  profile: Profile & { birthDate: string }
  ssn: string
  plan: Plan
  confirmed: boolean
  about: string
}

const demoProfiles: readonly DemoPerson[] = [
  {
    profile: {
      firstName: 'Maya',
      lastName: 'Brooks',
      middleName: null,
      email: 'maya.brooks@mail.example',
      phoneNumber: '+12025550143',
      birthDate: '1990-04-27',
      ssnLastFour: '4417',
      address: { street: '2210 Mission Oak Drive, Apt 4', city: 'Pasadena', state: 'CA', postal: '91106' },
      goal: 'Fix errors',
      goalTargetPeriod: '12 months',
    },
    ssn: '666344417',
    plan: 'max',
    confirmed: true,
    about: 'Max Plan, three bureaus, a collection and other items to check',
  },
  {
    profile: {
      firstName: 'Daniel',
      lastName: 'Ortiz',
      middleName: null,
      email: 'daniel.ortiz@mail.example',
      phoneNumber: '+12025550178',
      birthDate: '2001-09-12',
      ssnLastFour: '7730',
      address: { street: '118 Harbor Street, Apt 2B', city: 'Baltimore', state: 'MD', postal: '21230' },
      goal: 'Get a credit card',
      goalTargetPeriod: '6 months',
    },
    ssn: '666527730',
    plan: 'free',
    confirmed: false,
    about: 'Free Plan, a thin file, imported; verification skipped',
  },
]

const seedManager = async (
  { database: { db }, keyring, clock }: Omit<OpenServer, 'close'>,
  passwords: Passwords,
): Promise<void> => {
  const { password, ...manager } = demoManager
  const isThere = async (tx: Database) =>
    (await findManagerByEmail(tx, keyring.emailIndex(manager.email))) !== null
  if (await isThere(db)) return
  const passwordHash = await passwords.hash(password)
  await db.transaction(async tx => {
    // Another server on this database may be starting at the same time.
    await lockRoster(tx)
    if (await isThere(tx)) return
    await saveManager(tx, keyring, { ...manager, id: newId(), passwordHash, totp: null, now: clock() })
  })
}

/** The demo people as shown at startup and in the README. */
export const demoPeople = demoProfiles.map(({ profile, about }) => ({
  firstName: profile.firstName,
  lastName: profile.lastName,
  phone: showPhone(profile.phoneNumber),
  about,
}))

/** The initial monthly reports of a demo person, the newest from today. */
const MONTHS = 7

/**
 * The times of the monthly pulls up to now, oldest first. Earlier ones are at noon in New York, because the current hour
 * could fall on the next day across a daylight saving change.
 */
const monthlyUpTo = (now: Date, timeZone: string, months: number): Date[] => {
  const today = dayIn(timeZone, now)
  const before = Array.from({ length: months - 1 }, (_unused, index) =>
    addMonthsToDay(today, index + 1 - months),
  )
  return [...before.map(day => new Date(`${day}T17:00:00Z`)), now]
}

/** Sandbox tradelines are offered from the start, unless a real supplier is configured. */
const seedTradelines = async (
  { db, keyring }: { db: Database; keyring: Keyring },
  { timeZone, now }: { timeZone: string; now: Date },
) => {
  if ((await listLinesOnOffer(db)).length > 0) return
  const bytes = await sandboxTradelineFeed(timeZone).fetch(now)
  const audit = (tx: Database) => recordSystemAudit(tx, keyring, 'tradelines_synced', {}, now)
  await importFeedFile({ db, timeZone }, { bytes, now, audit })
}

/** Dependencies of seeding besides the open server; tests pass a faster password hash, and most want few reports. */
type SeedOptions = {
  timeZone: string
  operator?: OperatorSettings
  passwords: Passwords
  tradelineFeed?: object | null
  months?: number
}

/** No limits are needed for the demo people's few reports. */
const most = Number.POSITIVE_INFINITY
const bounds = {
  limits: { accounts: most, inquiries: most, publicRecords: most },
  quota: { reports: most, bytes: most },
  joinDays: OLD_REPORT_DAYS,
}

/**
 * Creates the demo manager and the demo people that do not exist yet, each with monthly reports of the sandbox bureau,
 * stored like any pulled or imported report.
 */
export const seedDemo = async (
  opened: Omit<OpenServer, 'close'>,
  say: (step: string) => void,
  { timeZone, operator = defaultOperator, passwords, tradelineFeed = null, months = MONTHS }: SeedOptions,
): Promise<void> => {
  const {
    database: { db },
    keyring,
    clock,
  } = opened
  await withStartupLock(opened.database, advisoryLocks.seeding, async () => {
    const creditData: CreditData = sandboxCreditData(timeZone)
    const confirmIdentity = createConfirmIdentity({
      keyring,
      queueEmail: () => Promise.reject(new Error('nobody else has the SSN of a demo person')),
      support: { email: '' },
      onConfirmed: async () => undefined,
    })
    await seedManager(opened, passwords)
    if (tradelineFeed === null) await seedTradelines({ db, keyring }, { timeZone, now: clock() })
    for (const { profile, ssn, plan, confirmed } of demoProfiles) {
      if ((await findUserIdByPhone(db, keyring, profile.phoneNumber)) !== null) continue
      say(`Making the demo person ${profile.firstName} ${profile.lastName}`)
      const [id, now] = [newId(), clock()]
      const person = { id, profile, ssn, plan, enrolled: true, createdAt: now }
      await db.transaction(async tx => {
        await createUser(tx, keyring, person)
        if (confirmed) await confirmIdentity(tx, { userId: id, source: 'sandbox', evidenceId: id }, now)
        await saveConsents(
          tx,
          agreementTextsOf(operator, legalPagesOf(operator).terms),
          id,
          (['reportAccess', 'terms'] as const).map(kind => ({ id: newId(), kind, given: true, at: now })),
        )
        for (const at of monthlyUpTo(now, timeZone, months)) {
          const hear = storeAlertsOnReport(keyring, { read: at < now })
          const keeping = { keyring, bounds, onReport: [hear] }
          const subject = { userId: id, profile, ssn, now: at }
          await receivePastReport(tx, keeping, creditData, subject, confirmed ? 'sandbox' : 'import')
        }
      })
    }
  })
}
