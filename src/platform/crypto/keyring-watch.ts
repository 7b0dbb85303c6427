import { statSync } from 'node:fs'
import { ConfigError } from '../config/config.ts'
import type { Log } from '../telemetry/log.ts'
import { type KeySet, readKeyringFile } from './keyring.ts'

/** The keyring as it is at the moment of use. */
export type KeySource = {
  current: () => KeySet
  /** Reads the file at once: something names a key that is not known here yet. */
  reload: () => KeySet
}

/** Keys that do not change. */
export const staticKeySource = (keySet: KeySet): KeySource => ({
  current: () => keySet,
  reload: () => keySet,
})

/** How often the file is looked at, while keys are used. */
const LOOK_EVERY_MS = 1_000

/** What changes whenever a file is replaced, written or given away; empty while there is none. */
const fileStamp = (file: string) => {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join() : ''
}

const rootKeyIds = ({ roots }: KeySet) => roots.map(({ id, from }) => `${id} ${from}`).join()

/** Only root keys are exchanged while a server runs; with others nobody would be found any more. */
const hasSameIndexKeys = (one: KeySet, other: KeySet) =>
  (['phoneIndex', 'ssnIndex', 'emailIndex', 'wordIndex', 'code', 'csrf', 'pepper'] as const).every(name =>
    one[name].equals(other[name]),
  )

/**
 * A keyring that follows its file, so that every server on it takes over a new root key within a second and without a
 * restart (docs/decisions/0024-key-rotation.md). A file that is missing, half written or of another installation changes
 * nothing and is logged.
 */
export const watchKeyringFile = (file: string, first: KeySet, log: Log | null): KeySource => {
  let held = first
  let seen: string | null = null
  let lookedAt = 0
  const again = () => {
    seen = fileStamp(file)
    try {
      const found = readKeyringFile(file)
      if (!found || !hasSameIndexKeys(found, held)) throw new ConfigError('not the keyring of this server')
      if (rootKeyIds(found) !== rootKeyIds(held)) log?.info('the keyring has changed')
      held = found
    } catch (error) {
      log?.error('the keyring could not be read again', { error })
    }
    return held
  }
  return {
    current: () => {
      if (Date.now() - lookedAt < LOOK_EVERY_MS) return held
      lookedAt = Date.now()
      return fileStamp(file) === seen ? held : again()
    },
    reload: again,
  }
}
