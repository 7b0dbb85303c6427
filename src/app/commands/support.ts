/**
 * What support does at the command line (docs/guides/operating.md).
 *
 * `npm run support -- unlock <phone> --reason <ticket>` lets a phone sign in again that wrong codes have locked or switched
 * off (NIST SP 800-63B-4 section 3.2.2). `npm run support -- confirm <phone> --reason <ticket>` notes that the monitoring
 * company confirmed who the person is, since a real one has no call to tell us by.
 * `npm run support -- audit [--head <head>]` looks whether the audit log is as it was written, and has the head of the server's checkpoint or the given one.
 */
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { z } from 'zod'
import { unlockPhone } from '#features/identity/server/phone-lock-out.ts'
import { parsePhoneNumber } from '#features/identity/server/phone-numbers.ts'
import { findUserIdByPhone, markIdentityVerified } from '#features/identity/server/store.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import { openCheckpointFile } from '#platform/audit/checkpoint.ts'
import { type AuditFaultKind, verifyAuditLog } from '#platform/audit/verify.ts'
import { boot, type OpenServer } from '#platform/boot.ts'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { createLog, type Log } from '#platform/telemetry/log.ts'
import { exitWithError } from './refused.ts'

const USAGE =
  'Say what, whom and why: npm run support -- unlock | confirm <phone number> --reason <ticket>, or audit [--head <number>:<link>]. The audit log keeps the reason, so it is a number or a word of up to 60 letters, digits, dots, dashes, # or _, no name, and no number of nine to eleven digits, as people have'

const Help = z.strictObject({
  act: z.enum(['unlock', 'confirm']),
  number: z.string(),
  /** The trail keeps codes, never a text that could tell of a person, as a number of a phone or of Social Security would. */
  reason: z.string().regex(/^(?![_.#-]*(?:\d[_.#-]*){9,11}$)[\w.#-]{1,60}$/),
})
const Audit = z.strictObject({
  act: z.literal('audit'),
  head: z
    .string()
    .regex(/^\d{1,15}:[\da-f]{64}$/)
    .optional(),
})
type Help = z.output<typeof Help>
type Order = Help | z.output<typeof Audit>

const orderIn = (): Order => {
  const { values, positionals } = parseArgs({
    options: { reason: { type: 'string' }, head: { type: 'string' } },
    allowPositionals: true,
  })
  const [act, number, ...more] = positionals
  const order = z
    .union([Help, Audit])
    .safeParse({ act, ...(number === undefined ? {} : { number }), ...values })
  if (!order.success || more.length > 0) throw new ConfigError(USAGE)
  return order.data
}

const help = async (
  { act, number, reason }: Help,
  { database, keyring, clock }: OpenServer,
): Promise<string> => {
  const phone = parsePhoneNumber(number)
  return database.db.transaction(async tx => {
    const now = clock()
    if (act === 'unlock') {
      const userId = await unlockPhone(tx, keyring.phoneIndex(phone))
      await recordSystemAudit(tx, keyring, 'phone_unlocked', { objectId: reason, userId }, now)
      return userId ? 'This phone can sign in again.' : 'No account uses this phone; it can be texted again.'
    }
    const userId = await findUserIdByPhone(tx, keyring, phone)
    if (userId === null) throw new ConfigError('No account uses this phone number')
    await markIdentityVerified(tx, userId)
    await recordSystemAudit(tx, keyring, 'identity_confirmed', { objectId: reason, userId }, now)
    return 'This person counts as verified.'
  })
}

const faults: Readonly<Record<AuditFaultKind, string>> = {
  changed: 'is not as a server wrote it',
  foreign: 'was written by no server',
  missing: 'was taken away before its time',
  broken: 'does not follow from the one before: something was taken out, put in or moved here',
  cut: 'is where the trail ends, or differs from then: a head that it had once is not in it',
}

const audit = async (
  given: string | undefined,
  { database, keyring, clock }: OpenServer,
  { dataDir, log }: { dataDir: string; log: Log },
): Promise<string> => {
  const kept = openCheckpointFile(dataDir).read() ?? { head: null, unmarked: 0 }
  const known = given === undefined ? kept : { ...kept, head: given }
  const client = await database.pool.connect()
  try {
    // Of a long trail everything is looked at.
    await client.query("set statement_timeout = '10min'")
    const state = await verifyAuditLog(drizzle(client), keyring, clock(), known)
    const unmarked =
      state.unmarked === 0
        ? ''
        : ` ${state.unmarked} of the first release have no MAC, which nobody can check.`
    const counted = `${state.chained} rows are sealed, ${state.waiting} wait to be.${unmarked}`
    if (state.fault === null) return `${counted} Nothing is wrong. Head: ${state.head ?? 'none'}`
    const { fault, number, eventId } = state.fault
    process.exitCode = 1
    const code = [fault, number, eventId].filter(part => part !== null).join(' ')
    log.error('the audit log is not as it was written', { code })
    return `Row ${number ?? 'not sealed yet'}, ${eventId ?? 'the last'}, ${faults[fault]}. ${counted}`
  } finally {
    client.release(true)
  }
}

process.umask(0o077)
try {
  const order = orderIn()
  const config = readConfig(process.env)
  const log = createLog(config.logLevel, process.stderr)
  const opened = await boot(config, log, () => undefined)
  try {
    const { dataDir } = config
    const done = order.act === 'audit' ? audit(order.head, opened, { dataDir, log }) : help(order, opened)
    console.log(await done)
  } finally {
    await opened.close()
  }
} catch (error) {
  exitWithError(error)
}
