/**
 * `npm run keys:rotate [-- --lead <minutes>]`, `npm run keys:rotate -- --status` and `npm run keys:rotate -- --retire`:
 * rotates the root key, in steps that each can be run again (docs/guides/operating.md, Keys).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { z } from 'zod'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import type { OpenServer } from '#platform/boot.ts'
import { ConfigError } from '#platform/config/config.ts'
import { activeRootKey, type KeySet, readKeyringFile, replaceKeyringFile } from '#platform/crypto/keyring.ts'
import type { Database } from '#platform/db/database.ts'
import { advisoryLocks } from '#platform/db/locks.ts'
import { withOwnSession } from '#platform/db/pooler.ts'
import {
  addRootKey,
  countKeyUses,
  countValuesToReencrypt,
  keepNewestRootKey,
  newestRootKey,
  reencryptAll,
} from './key-rotation.ts'
import { type CommandContext, runCommand } from './run-command.ts'

const MINUTE = 60_000
/** How long servers have to load a new key before it encrypts; none runs next to the embedded database. */
const LEAD_MINUTES = { postgres: 1, embedded: 0 } as const
/** How long a value encrypted with the old key may still be on its way to the database. */
const SETTLED_AFTER = { postgres: 60 * MINUTE, embedded: 0 } as const
/** The command does not wait for a key that is activated later than this. */
const LONGEST_WAIT = 5 * MINUTE

type Order = { act: 'rotate'; leadMinutes: number | null } | { act: 'status' } | { act: 'retire' }

const Lead = z
  .string()
  .regex(/^\d{1,5}$/, 'is a whole number of minutes')
  .transform(Number)
  .optional()

const parseOrder = (): Order => {
  const { values } = parseArgs({
    options: { status: { type: 'boolean' }, retire: { type: 'boolean' }, lead: { type: 'string' } },
  })
  const lead = Lead.safeParse(values.lead)
  if (!lead.success) throw new ConfigError(`--lead ${lead.error.issues[0]?.message ?? 'is not valid'}`)
  if (values.status) return { act: 'status' }
  if (values.retire) return { act: 'retire' }
  return { act: 'rotate', leadMinutes: lead.data ?? null }
}

/** The database and keyring of this rotation, locked against other processes. */
type RotationContext = Pick<OpenServer, 'clock' | 'keyring'> & {
  db: Database
  kind: OpenServer['database']['kind']
  file: string
  keySet: KeySet
}

const status = async ({ db, keySet }: RotationContext) => {
  const uses = new Map(await countKeyUses(db))
  const active = activeRootKey(keySet, Date.now())
  for (const root of keySet.roots) {
    // A value that names no key is from before the first rotation, so it uses the oldest.
    const unnamed = root === keySet.roots[0] ? (uses.get(null) ?? 0) : 0
    const role = root === active ? 'encrypts' : root.from > active.from ? 'will encrypt' : 'decrypts only'
    const since = root.from === 0 ? '' : ` from ${new Date(root.from).toISOString()}`
    console.log(`${root.id}  ${role}${since}  ${(uses.get(root.id) ?? 0) + unnamed} values`)
  }
}

const begin = async (rotation: RotationContext, leadMinutes: number | null): Promise<KeySet> => {
  const { db, kind, file, keySet, clock, keyring } = rotation
  if (keySet.roots.length > 1) return keySet
  const begun = addRootKey(keySet, Date.now() + (leadMinutes ?? LEAD_MINUTES[kind]) * MINUTE)
  await recordSystemAudit(db, keyring, 'root_key_made', { objectId: newestRootKey(begun).id }, clock())
  replaceKeyringFile(file, begun)
  console.log(
    `${file} has a new root key, ${newestRootKey(begun).id}. Copy the file to where its copy is kept, now.`,
  )
  return begun
}

const rotate = async (rotation: RotationContext, leadMinutes: number | null) => {
  const keySet = await begin(rotation, leadMinutes)
  const { id, from } = newestRootKey(keySet)
  const wait = from - Date.now()
  if (wait > LONGEST_WAIT) {
    console.log(
      `It encrypts from ${new Date(from).toISOString()}. Until then every server must have this file; then run this again.`,
    )
    return
  }
  if (wait > 0) {
    console.log(`It encrypts from ${new Date(from).toISOString()}; waiting.`)
    await delay(wait + 1)
  }
  await reencryptAll(rotation.db, keySet, (column, count) => console.log(`${column}: ${count}`))
  console.log(`Everything is encrypted with ${id}. Retire the old key with: npm run keys:rotate -- --retire`)
}

const retire = async ({ db, kind, file, keySet, clock, keyring }: RotationContext) => {
  const [old, ...newer] = keySet.roots
  if (newer.length === 0) throw new ConfigError('there is one root key, and it is in use')
  const settled = newestRootKey(keySet).from + SETTLED_AFTER[kind]
  if (clock().getTime() < settled)
    throw new ConfigError(
      `servers may still write values encrypted with ${old.id}: retire it after ${new Date(settled).toISOString()}`,
    )
  const left = await countValuesToReencrypt(db, keySet)
  if (left > 0) throw new ConfigError(`${old.id} still encrypts ${left} values: npm run keys:rotate first`)
  await recordSystemAudit(db, keyring, 'root_key_retired', { objectId: old.id }, clock())
  replaceKeyringFile(file, keepNewestRootKey(keySet))
  console.log(
    `${old.id} is retired. Backups from before need the keyring of their time: keep it as long as them.`,
  )
}

/** Uses one advisory lock, so that only one process rotates keys. */
const withRotationLock = async (
  { config, database, clock, keyring }: CommandContext,
  act: (rotation: RotationContext) => Promise<void>,
) => {
  // Counting reads every value.
  await withOwnSession(database, "set statement_timeout = '10min'", async client => {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      advisoryLocks.keyExchange,
    ])
    if (!rows[0]?.got) throw new ConfigError('keys are being rotated by another process')
    const keySet = readKeyringFile(config.keyringFile)
    if (!keySet) throw new ConfigError(`KEYRING_FILE: ${config.keyringFile} is missing`)
    await act({ db: drizzle(client), kind: database.kind, file: config.keyringFile, keySet, clock, keyring })
  })
}

await runCommand(parseOrder, (order, context) =>
  withRotationLock(context, rotation => {
    if (order.act === 'status') return status(rotation)
    return order.act === 'retire' ? retire(rotation) : rotate(rotation, order.leadMinutes)
  }),
)
