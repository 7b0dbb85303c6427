import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { type Config, ConfigError } from '#platform/config/config.ts'
import { lockDataDir } from '#platform/db/data-lock.ts'
import { pack, unpack } from './archive.ts'
import { RESTORED } from './restored-mark.ts'

/**
 * Copies of the embedded database and of all else in the data folder (documents' files too), as one file that is encrypted.
 * The folder is locked meanwhile, so that the copy is of one moment. With `DATABASE_URL` the database has its own tools for this.
 */

type Data = Pick<Config, 'dataDir' | 'databaseUrl' | 'keyringFile'>

/** Folders of an earlier restore, and its working folder: never part of a copy. */
const REPLACED = 'replaced-'
const INCOMING = 'incoming-'
const LOCK = 'lock.json'
const DATABASE = join('pg', 'PG_VERSION')

/**
 * Writes a copy to `file`, sealed for `backupRecipients`. The keyring, without which nothing sealed in the copy can be read,
 * is inside only `withKeyring`. Throws ConfigError when a server is running, the file is there already, there is nothing to
 * copy, or it would be plain in production.
 */
export const backUp = async (
  data: Data & Pick<Config, 'backupRecipients' | 'production'>,
  file: string,
  { withKeyring }: { withKeyring: boolean },
): Promise<void> => {
  requireEmbedded(data, 'pg_dump')
  if (data.production && data.backupRecipients.length === 0)
    throw new ConfigError(
      'BACKUP_RECIPIENTS: is needed in production; make a key elsewhere: npm run backup -- --make-key <file>',
    )
  const target = resolve(file)
  if (existsSync(target)) throw new ConfigError(`${target} is there already; choose another name`)
  if (isInside(data.dataDir, target))
    throw new ConfigError('the backup cannot lie inside the data folder itself')
  if (!existsSync(join(data.dataDir, DATABASE)))
    throw new ConfigError(`DATA_DIR: ${data.dataDir} holds no database`)
  if (withKeyring && !isInside(data.dataDir, data.keyringFile)) {
    throw new ConfigError(`the keyring lies outside the data folder; copy ${data.keyringFile} yourself`)
  }
  const keyring = relative(data.dataDir, data.keyringFile)
  const left = [
    LOCK,
    RESTORED,
    `${REPLACED}*`,
    `${INCOMING}*`,
    // A draft of one whose writer was killed, and whatever else an operator put beside it.
    `${keyring}.*`,
    ...(withKeyring ? [] : [keyring]),
  ]
  const lock = lockDataDir(data.dataDir)
  const partial = `${target}.partial`
  try {
    const excludes = left.map(name => `--exclude=./${name}`)
    await pack(partial, [...excludes, '-C', data.dataDir, '.'], data.backupRecipients)
    renameSync(partial, target)
  } finally {
    rmSync(partial, { force: true })
    lock.release()
  }
}

/** What a restore did beside putting the data in place. */
export type Restored = { replaced: string | null; keyring: 'restored' | 'kept' | 'missing' }

/**
 * Puts a copy, opened by the key in `keyFile`, in place of the data folder's contents. With `force` what was there is moved into a folder
 * `replaced-<time>` beside it; without, existing data is a ConfigError, as is a running server or a file that is no
 * backup, was changed, or is of another key. A keyring stays unless the copy brings one.
 */
export const restore = async (
  data: Data,
  file: string,
  { force, keyFile, now }: { force: boolean; keyFile: string | null; now: Date },
): Promise<Restored> => {
  requireEmbedded(data, 'pg_restore')
  const source = resolve(file)
  if (!statSync(source, { throwIfNoEntry: false })?.isFile()) throw new ConfigError(`${source} is not a file`)
  const lock = lockDataDir(data.dataDir)
  const incoming = mkdtempSync(join(data.dataDir, INCOMING))
  try {
    if (existsSync(join(data.dataDir, 'pg')) && !force) {
      throw new ConfigError(`DATA_DIR: ${data.dataDir} holds data; --force moves it aside and restores`)
    }
    await unpack(source, incoming, keyFile)
    if (!existsSync(join(incoming, DATABASE)))
      throw new ConfigError(`${source} is not a backup of Fairfile's data`)
    const entries = readdirSync(incoming)
    // Inside the data folder the keyring may stand in a folder of its own; null where it stands elsewhere.
    const keyring = isInside(data.dataDir, data.keyringFile) ? relative(data.dataDir, data.keyringFile) : null
    const brought = keyring !== null && existsSync(join(incoming, keyring))
    const stays = (name: string) =>
      name === LOCK ||
      name === basename(incoming) ||
      name.startsWith(REPLACED) ||
      (name === keyring && !brought)
    const present = readdirSync(data.dataDir).filter(name => !stays(name))
    const replaced =
      present.length > 0 ? join(data.dataDir, REPLACED + now.toISOString().replaceAll(':', '-')) : null
    if (replaced) move(present, data.dataDir, replaced)
    // Before the data: should this end in between, a mark without a copy does no harm.
    writeFileSync(join(data.dataDir, RESTORED), `${now.toISOString()}\n`)
    move(entries, incoming, data.dataDir)
    if (brought) return { replaced, keyring: 'restored' }
    if (keyring !== null && replaced !== null && existsSync(join(replaced, keyring)))
      move([basename(keyring)], dirname(join(replaced, keyring)), dirname(data.keyringFile))
    return { replaced, keyring: existsSync(data.keyringFile) ? 'kept' : 'missing' }
  } finally {
    rmSync(incoming, { recursive: true, force: true })
    lock.release()
  }
}

const move = (names: readonly string[], from: string, to: string) => {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of names) renameSync(join(from, name), join(to, name))
}

const requireEmbedded = ({ databaseUrl }: Data, tool: string) => {
  if (databaseUrl)
    throw new ConfigError(
      `DATABASE_URL is set: use ${tool} for that database, and copy the keyring and the folder files of DATA_DIR yourself`,
    )
}

const isInside = (folder: string, file: string) => {
  const way = relative(folder, file)
  return !way.startsWith('..') && !isAbsolute(way)
}
