import { statSync } from 'node:fs'
import { ConfigError } from '../config/config.ts'
import type { Log } from '../telemetry/log.ts'
import { type Keyring, readKeyring } from './keyring.ts'

/** The keyring as it is at the moment of use. */
export type Keys = {
  now: () => Keyring
  /** Reads the file at once: something names a key that is not known here yet. */
  again: () => Keyring
}

/** Keys that do not change. */
export const fixedKeys = (keyring: Keyring): Keys => ({ now: () => keyring, again: () => keyring })

/** How often the file is looked at, while keys are used. */
const LOOK_EVERY_MS = 1_000

/** What changes whenever a file is replaced, written or given away; empty while there is none. */
const stampOf = (file: string) => {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join() : ''
}

const idsOf = ({ roots }: Keyring) => roots.map(({ id, from }) => `${id} ${from}`).join()

/** Only root keys are exchanged while a server runs; with others nobody would be found any more. */
const isSameBut = (one: Keyring, other: Keyring) =>
  (['phoneIndex', 'ssnIndex', 'emailIndex', 'wordIndex', 'code', 'csrf', 'pepper'] as const).every(name =>
    one[name].equals(other[name]),
  )

/**
 * A keyring that follows its file, so that every server on it takes over a new root key within a second and without a
 * restart (docs/decisions/0024-key-rotation.md). A file that is missing, half written or of another installation changes
 * nothing and is logged.
 */
export const liveKeyring = (file: string, first: Keyring, log: Log | null): Keys => {
  let held = first
  let seen: string | null = null
  let lookedAt = 0
  const again = () => {
    seen = stampOf(file)
    try {
      const found = readKeyring(file)
      if (!found || !isSameBut(found, held)) throw new ConfigError('not the keyring of this server')
      if (idsOf(found) !== idsOf(held)) log?.info('the keyring has changed')
      held = found
    } catch (error) {
      log?.error('the keyring could not be read again', { error })
    }
    return held
  }
  return {
    now: () => {
      if (Date.now() - lookedAt < LOOK_EVERY_MS) return held
      lookedAt = Date.now()
      return stampOf(file) === seen ? held : again()
    },
    again,
  }
}
