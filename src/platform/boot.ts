import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { clockOf } from './clock.ts'
import { type Config, ConfigError } from './config/config.ts'
import { makeKeyring, readKeyring } from './crypto/keyring.ts'
import { liveKeyring } from './crypto/live-keyring.ts'
import { type Vault, vaultOf } from './crypto/sealed.ts'
import { lockData } from './db/data-lock.ts'
import { type Database, migrateUp, type OpenDatabase, openEmbedded, openPostgres } from './db/database.ts'
import { keyCanary } from './db/tables.ts'
import type { Log } from './telemetry/log.ts'

const CANARY = 'the right keyring opens this'
const place = { table: 'key_canary', column: 'sealed', row: '1' }

/**
 * The vault of this database: with a new database the keyring is made too; an existing one must open the
 * canary, else nothing is touched (security-reliability requirement 48). It follows the file from then on, and tells a
 * log. Throws ConfigError.
 */
export const openVault = async (
  db: Database,
  keyringFile: string,
  log: Log | null = null,
): Promise<Vault> => {
  const [canary] = await db.select().from(keyCanary).where(eq(keyCanary.id, 1))
  const found = readKeyring(keyringFile)
  if (canary && !found) {
    throw new ConfigError(
      `KEYRING_FILE: ${keyringFile} is missing, and the database was sealed with it; restore the keyring`,
    )
  }
  const keyring = found ?? makeKeyring(keyringFile)
  const vault = vaultOf(keyring, liveKeyring(keyringFile, keyring, log))
  if (!canary)
    await db
      .insert(keyCanary)
      .values({ id: 1, sealed: vault.system.seal(place, CANARY) })
      .onConflictDoNothing()
  return openedBy(db, vault, keyringFile)
}

/** Reads the canary back: two processes that made a keyring each at the same moment must not both go on. */
const openedBy = async (db: Database, vault: Vault, keyringFile: string): Promise<Vault> => {
  const [canary] = await db.select().from(keyCanary).where(eq(keyCanary.id, 1))
  try {
    if (canary && vault.system.open(place, canary.sealed) === CANARY) return vault
  } catch {
    throw new ConfigError(
      `KEYRING_FILE: ${keyringFile} is not the keyring that this database was sealed with`,
    )
  }
  throw new ConfigError(`KEYRING_FILE: ${keyringFile} could not be checked against the database`)
}

export type Opened = {
  database: OpenDatabase
  vault: Vault
  clock: ReturnType<typeof clockOf>
  close: () => Promise<void>
}

/** Opens everything that the server stands on; `say` is told of the long steps. */
export const boot = async (config: Config, log: Log, say: (step: string) => void): Promise<Opened> => {
  const onLost = (error: Error) => log.warn('database connection lost', { error })
  const lock = config.databaseUrl === null ? lockData(config.dataDir) : null
  try {
    say(config.databaseUrl === null ? 'Opening the embedded database' : 'Connecting to PostgreSQL')
    const database =
      config.databaseUrl === null
        ? await openEmbedded({ folder: join(config.dataDir, 'pg') }, onLost)
        : await openPostgres(config.databaseUrl, onLost)
    const close = async () => {
      await database.close()
      lock?.release()
    }
    try {
      say('Bringing the schema up to date')
      await migrateUp(database)
      return {
        database,
        vault: await openVault(database.db, config.keyringFile, log),
        clock: clockOf(config.clock, database.now),
        close,
      }
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}
