/**
 * `npm run support -- unlock <phone> --reason <ticket>` lets a phone sign in again that wrong codes have locked or switched
 * off (NIST SP 800-63B-4 section 3.2.2). `npm run support -- confirm <phone> --reason <ticket>` notes that the monitoring
 * company confirmed who the person is, since a real one has no call to tell us by (docs/operating.md).
 */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { Refusal } from '#api/errors.ts'
import { unlockPhone } from '#features/identity/server/phone-guards.ts'
import { phoneNumberOf } from '#features/identity/server/phone-numbers.ts'
import { confirmIdentity, userIdByPhone } from '#features/identity/server/store.ts'
import { noteOwnAct } from './audit.ts'
import { boot, type Opened } from './boot.ts'
import { ConfigError, readConfig } from './config.ts'
import { logTo } from './log.ts'

const USAGE =
  'Say what, whom and why: npm run support -- unlock | confirm <phone number> --reason <ticket>. The audit trail keeps the reason, so it is a number or a word of up to 60 letters, digits, dots, dashes, # or _, no name, and no number of nine to eleven digits, as people have'

const Order = z.object({
  act: z.enum(['unlock', 'confirm']),
  number: z.string(),
  /** The trail keeps codes, never a text that could tell of a person, as a number of a phone or of Social Security would. */
  reason: z.string().regex(/^(?![_.#-]*(?:\d[_.#-]*){9,11}$)[\w.#-]{1,60}$/),
})
type Order = z.output<typeof Order>

const orderIn = (): Order => {
  const { values, positionals } = parseArgs({
    options: { reason: { type: 'string' } },
    allowPositionals: true,
  })
  const [act, number, ...more] = positionals
  const order = Order.safeParse({ act, number, reason: values.reason })
  if (!order.success || more.length > 0) throw new ConfigError(USAGE)
  return order.data
}

const obey = async ({ act, number, reason }: Order, { database, vault, clock }: Opened): Promise<string> => {
  const phone = phoneNumberOf(number)
  return database.db.transaction(async tx => {
    const now = clock()
    if (act === 'unlock') {
      const userId = await unlockPhone(tx, vault.phoneIndex(phone))
      await noteOwnAct(tx, 'phone_unlocked', { objectId: reason, ...(userId ? { userId } : {}) }, now)
      return userId ? 'This phone can sign in again.' : 'No account uses this phone; it can be texted again.'
    }
    const userId = await userIdByPhone(tx, vault, phone)
    if (userId === null) throw new ConfigError('No account uses this phone number')
    await confirmIdentity(tx, userId)
    await noteOwnAct(tx, 'identity_confirmed', { objectId: reason, userId }, now)
    return 'This person counts as verified.'
  })
}

process.umask(0o077)
try {
  const order = orderIn()
  const config = readConfig(process.env)
  const opened = await boot(config, logTo(config.logLevel, process.stderr), () => undefined)
  try {
    console.log(await obey(order, opened))
  } finally {
    await opened.close()
  }
} catch (error) {
  const isUsage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (!(error instanceof ConfigError || error instanceof Refusal || isUsage)) throw error
  console.error(`Fairfile: ${error.message}`)
  process.exitCode = 78
}
