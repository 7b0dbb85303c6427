import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { createClock } from './clock.ts'
import { type Config, ConfigError } from './config/config.ts'
import { createKeyring, type Keyring } from './crypto/encryption.ts'
import { createKeyringFile, readKeyringFile, watchKeyringFile } from './crypto/keyring.ts'
import { lockDataDir } from './db/data-lock.ts'
import {
  type Database,
  migrateDatabase,
  type OpenDatabase,
  openEmbedded,
  openPostgres,
} from './db/database.ts'
import { copyEmptyDatabase } from './db/empty-database.ts'
import { keyCanary } from './db/tables.ts'
import type { Log } from './telemetry/log.ts'

const CANARY = 'the right keyring opens this'
const place = { table: 'key_canary', column: 'sealed', row: '1' }

/**
 * Opens the keyring: a new database gets a new one; an existing one must decrypt the canary, or startup
 * stops before anything is changed. Then watches the file. Throws ConfigError.
 */
export const openKeyring = async (
  db: Database,
  keyringFile: string,
  log: Log | null = null,
): Promise<Keyring> => {
  const [canary] = await db.select().from(keyCanary).where(eq(keyCanary.id, 1))
  const found = readKeyringFile(keyringFile)
  if (canary && !found) {
    throw new ConfigError(
      `KEYRING_FILE: ${keyringFile} is missing, and the database was encrypted with it; restore the keyring`,
    )
  }
  const keySet = found ?? createKeyringFile(keyringFile)
  const keyring = createKeyring(keySet, watchKeyringFile(keyringFile, keySet, log))
  if (!canary)
    await db
      .insert(keyCanary)
      .values({ id: 1, sealed: keyring.system.encrypt(place, CANARY) })
      .onConflictDoNothing()
  return verifyCanary(db, keyring, keyringFile)
}

/** Reads the canary back: of two processes that created a keyring at the same moment only one may continue. */
const verifyCanary = async (db: Database, keyring: Keyring, keyringFile: string): Promise<Keyring> => {
  const [canary] = await db.select().from(keyCanary).where(eq(keyCanary.id, 1))
  try {
    if (canary && keyring.system.decrypt(place, canary.sealed) === CANARY) return keyring
  } catch {
    throw new ConfigError(
      `KEYRING_FILE: ${keyringFile} is not the keyring that this database was encrypted with`,
    )
  }
  throw new ConfigError(`KEYRING_FILE: ${keyringFile} could not be checked against the database`)
}

export type OpenServer = {
  database: OpenDatabase
  keyring: Keyring
  clock: ReturnType<typeof createClock>
  close: () => Promise<void>
}

/** Opens the database, the keyring and the clock; `say` reports the long steps. */
export const boot = async (config: Config, log: Log, say: (step: string) => void): Promise<OpenServer> => {
  const onLost = (error: Error) => log.warn('database connection lost', { error })
  const lock = config.databaseUrl === null ? lockDataDir(config.dataDir) : null
  try {
    say(config.databaseUrl === null ? 'Opening the embedded database' : 'Connecting to PostgreSQL')
    const folder = join(config.dataDir, 'pg')
    if (config.databaseUrl === null) copyEmptyDatabase(folder)
    const database =
      config.databaseUrl === null
        ? await openEmbedded({ folder }, onLost)
        : await openPostgres(config.databaseUrl, onLost)
    const close = async () => {
      await database.close()
      lock?.release()
    }
    try {
      say('Bringing the schema up to date')
      await migrateDatabase(database)
      return {
        database,
        keyring: await openKeyring(database.db, config.keyringFile, log),
        clock: createClock(config.clock, database.now),
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
