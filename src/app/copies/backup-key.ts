import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { ConfigError } from '#platform/config/config.ts'
import { errorCode } from '#platform/error-code.ts'

/**
 * Keys of backups: pairs of age (age-encryption.org/v1), so that a server that makes backups cannot read them, and that they
 * can be read without this product (docs/decisions/0031-backups-under-another-key.md).
 */

/** Makes a key in a new file that only its owner may read, as `age-keygen` writes it. Gives what backups are sealed for. */
export const makeBackupKey = async (file: string, now: Date): Promise<string> => {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const text = `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n`
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    const code = errorCode(error) || 'refused'
    throw new ConfigError(
      code === 'EEXIST' ? `${file} is there already` : `${file} could not be written (${code})`,
    )
  }
  return recipient
}

/** What seals a copy for each of some recipients. Throws ConfigError when one is none. */
export const sealingFor = (recipients: readonly string[]): Encrypter => {
  const sealing = new Encrypter()
  for (const recipient of recipients)
    try {
      sealing.addRecipient(recipient)
    } catch {
      throw new ConfigError(`BACKUP_RECIPIENTS: ${recipient} is not the public half of a key of age`)
    }
  return sealing
}

/** What opens copies by the keys in a file, one a line. Throws ConfigError when it holds none. */
export const openingBy = (file: string): Decrypter => {
  if (!existsSync(file)) throw new ConfigError(`${file} does not exist`)
  const lines = readFileSync(file, 'utf8').split('\n')
  const keys = lines.map(line => line.trim()).filter(line => line !== '' && !line.startsWith('#'))
  if (keys.length === 0) throw new ConfigError(`${file} holds no key`)
  const opening = new Decrypter()
  for (const key of keys)
    try {
      opening.addIdentity(key)
    } catch {
      throw new ConfigError(`${file} holds something else than keys of age`)
    }
  return opening
}
