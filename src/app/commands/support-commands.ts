import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { z } from 'zod'
import { type Confirmation, createConfirmIdentity } from '#features/identity/server/assurance.ts'
import { unlockPhone } from '#features/identity/server/lock-out.ts'
import { parsePhoneNumber } from '#features/identity/server/phone-numbers.ts'
import { findUserIdByPhone } from '#features/identity/server/store.ts'
import { emitEvent } from '#features/integrations/server/targets.ts'
import { createRefresh } from '#features/reports/server/refresh.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import { openCheckpointFile } from '#platform/audit/checkpoint.ts'
import { type AuditFaultKind, verifyAuditLog } from '#platform/audit/verify.ts'
import type { OpenServer } from '#platform/boot.ts'
import { type Config, ConfigError } from '#platform/config/config.ts'
import { senderLines } from '#platform/config/operator-settings.ts'
import { withOwnSession } from '#platform/db/pooler.ts'
import { createEmailQueue } from '#platform/email.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/telemetry/log.ts'

const USAGE =
  'Usage: npm run support -- unlock | confirm <phone number> --reason <ticket>, or audit [--head <number>:<link>]. The audit log keeps the reason, so it is a number or a word of up to 60 letters, digits, dots, dashes, # or _, no name, and no number of nine to eleven digits, as people have'

const PhoneCommand = z.strictObject({
  act: z.enum(['unlock', 'confirm']),
  number: z.string(),
  /** The audit log stores codes, never text that could identify a user, such as a phone or Social Security number. */
  reason: z.string().regex(/^(?![_.#-]*(?:\d[_.#-]*){9,11}$)[\w.#-]{1,60}$/),
})
const AuditCommand = z.strictObject({
  act: z.literal('audit'),
  head: z
    .string()
    .regex(/^\d{1,15}:[\da-f]{64}$/)
    .optional(),
})
type SupportCommand = z.output<typeof PhoneCommand> | z.output<typeof AuditCommand>

/** Parses the command line. Throws ConfigError with the usage. */
export const parseSupportCommand = (args: readonly string[]): SupportCommand => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { reason: { type: 'string' }, head: { type: 'string' } },
    allowPositionals: true,
  })
  const [act, number, ...more] = positionals
  const command = z
    .union([PhoneCommand, AuditCommand])
    .safeParse({ act, ...(number === undefined ? {} : { number }), ...values })
  if (!command.success || more.length > 0) throw new ConfigError(USAGE)
  return command.data
}

type Context = Pick<OpenServer, 'database' | 'keyring' | 'clock'> &
  Pick<Config, 'dataDir' | 'timeZone' | 'support' | 'operator' | 'modes'> & { log: Log }

type SupportResult = { text: string; exitCode: 0 | 1 }

const unlock = (phone: string, reason: string, { database, keyring, clock }: Context): Promise<string> =>
  database.db.transaction(async tx => {
    const userId = await unlockPhone(tx, keyring.phoneIndex(phone))
    await recordSystemAudit(tx, keyring, 'phone_unlocked', { objectId: reason, userId }, clock())
    return userId ? 'This phone can sign in again.' : 'No account uses this phone; it can be texted again.'
  })

/** Confirms an identity as staff; the ticket is the evidence. The queue of the running servers does the rest. */
const confirm = async (phone: string, reason: string, context: Context): Promise<string> => {
  const { database, keyring, clock, log, timeZone, support, operator } = context
  const isOff = context.modes['credit-data'] === 'off'
  const { db } = database
  const metrics = { ended: () => undefined }
  const jobs = await openJobs({ database, clock, log, metrics, timeZone })
  try {
    const confirmIdentity = createConfirmIdentity({
      keyring,
      queueEmail: createEmailQueue({ keyring, clock, enqueue: jobs.enqueue, footer: senderLines(operator) }),
      support,
      onConfirmed: async (tx, userId, now) => {
        await emitEvent(tx, { type: 'identity.confirmed', clientId: userId, at: now })
        await createRefresh({ db, enqueue: jobs.enqueue, timeZone, isOff }).startIfDue(tx, userId, now)
      },
    })
    return await db.transaction(async tx => {
      const userId = await findUserIdByPhone(tx, keyring, phone)
      if (userId === null) throw new ConfigError('No account uses this phone number')
      const outcome = await confirmIdentity(tx, { userId, source: 'staff', evidenceId: reason }, clock())
      return confirmations[outcome]
    })
  } finally {
    await jobs.stop(0)
  }
}

const confirmations: Readonly<Record<Confirmation, string>> = {
  confirmed: 'This client counts as verified.',
  unchanged: 'Nothing changed: this client was verified before, is being deleted, or this ticket was used.',
  conflict: 'Nothing changed: another verified client has the same Social Security number.',
}

const runPhoneCommand = (
  { act, number, reason }: z.output<typeof PhoneCommand>,
  context: Context,
): Promise<string> => {
  const phone = parsePhoneNumber(number)
  return act === 'unlock' ? unlock(phone, reason, context) : confirm(phone, reason, context)
}

const faults: Readonly<Record<AuditFaultKind, string>> = {
  changed: 'is not as a server wrote it',
  foreign: 'was written by no server',
  missing: 'was taken away before its time',
  broken: 'does not follow from the one before: something was taken out, put in or moved here',
  cut: 'is where the audit log ends, or differs from then: an earlier head is not in it',
}

const verifyAudit = async (
  givenHead: string | undefined,
  { database, keyring, clock, dataDir, log }: Context,
): Promise<SupportResult> => {
  const checkpoint = openCheckpointFile(dataDir).read() ?? { head: null, unmarked: 0 }
  const known = givenHead === undefined ? checkpoint : { ...checkpoint, head: givenHead }
  // Reading a long log takes longer than a request may.
  return withOwnSession(database, "set statement_timeout = '10min'", async client => {
    const state = await verifyAuditLog(drizzle(client), keyring, clock(), known)
    const unmarked =
      state.unmarked === 0
        ? ''
        : ` ${state.unmarked} of the first release have no MAC, which nobody can check.`
    const counted = `${state.chained} rows are in the hash chain, ${state.waiting} are not yet.${unmarked}`
    if (state.fault === null)
      return { text: `${counted} Nothing is wrong. Head: ${state.head ?? 'none'}`, exitCode: 0 }
    const { fault, number, eventId } = state.fault
    const code = [fault, number, eventId].filter(part => part !== null).join(' ')
    log.error('the audit log is not as it was written', { code })
    return {
      text: `Row ${number ?? 'not in the chain yet'}, ${eventId ?? 'the last'}, ${faults[fault]}. ${counted}`,
      exitCode: 1,
    }
  })
}

export const runSupportCommand = async (command: SupportCommand, context: Context): Promise<SupportResult> =>
  command.act === 'audit'
    ? verifyAudit(command.head, context)
    : { text: await runPhoneCommand(command, context), exitCode: 0 }
