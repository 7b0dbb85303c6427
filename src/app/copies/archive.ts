import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createReadStream, createWriteStream, openSync, readSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConfigError } from '#platform/config/config.ts'
import { errorCode } from '#platform/error-code.ts'
import { openingBy, sealingFor } from './backup-key.ts'

/** A folder as one file: a gzipped tar, in an envelope of age where somebody is named who can open it. */

/** How such an envelope begins (age-encryption.org/v1). */
const ENVELOPE = Buffer.from('age-encryption.org/v1\n')

const isSealed = (file: string): boolean => {
  const start = Buffer.alloc(ENVELOPE.length)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, start)
  } finally {
    closeSync(descriptor)
  }
  return start.equals(ENVELOPE)
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What a pipe breaks with because of the one at its other end, who says why himself. */
const GONE = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']

/**
 * Waits until `tar` has ended and all went through its pipe; both, since whoever comes next may take its files away. Throws
 * what broke the pipe, or what `tar` said.
 */
const throughPipe = async (tar: ChildProcess, pipe: Promise<unknown>): Promise<void> => {
  let said = ''
  tar.stderr?.on('data', chunk => {
    said += String(chunk)
  })
  const [piped, closed] = await Promise.allSettled([pipe, once(tar, 'close')])
  if (closed.status === 'rejected') throw closed.reason
  if (piped.status === 'rejected' && !GONE.includes(errorCode(piped.reason))) throw piped.reason
  if (tar.exitCode !== 0) throw new Error(said.trim().split('\n')[0] ?? '')
  if (piped.status === 'rejected') throw piped.reason
}

/**
 * Writes what `tar` is told to take to a new file, on the disk when this resolves. It is sealed for some recipients; none:
 * it is plain. Throws ConfigError.
 */
export const pack = async (
  file: string,
  parameters: readonly string[],
  recipients: readonly string[],
): Promise<void> => {
  const sealing = recipients.length > 0 ? sealingFor(recipients) : null
  const tar = spawn('tar', ['-cz', ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] })
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const write = async () =>
    pipeline(sealing ? await sealing.encrypt(Readable.toWeb(tar.stdout)) : tar.stdout, target)
  await throughPipe(tar, write()).catch((error: unknown) => {
    throw new ConfigError(`${file} could not be written (${wordsOf(error)})`)
  })
}

/**
 * Takes a file apart into an empty folder. What stands there afterwards may be used only if this resolved: a sealed file that
 * was cut off or changed is known by its last byte at the latest. Throws ConfigError when it is sealed and no key is named,
 * sealed for another key, or plain though a key is named: anybody can have put that one there.
 */
export const unpack = async (file: string, folder: string, keyFile: string | null): Promise<void> => {
  const sealed = isSealed(file)
  if (sealed && keyFile === null)
    throw new ConfigError(`${file} is encrypted; name the file of its key: --key <file>`)
  if (!sealed && keyFile !== null)
    throw new ConfigError(`${file} is not an encrypted backup, so no key of yours says whose it is`)
  const source = createReadStream(file)
  const content =
    keyFile === null
      ? source
      : await openingBy(keyFile)
          .decrypt(Readable.toWeb(source))
          .catch((error: unknown) => {
            source.destroy()
            if (error instanceof ConfigError) throw error
            throw new ConfigError(`${file} is not opened by the key in ${keyFile}`)
          })
  const tar = spawn('tar', ['-xz', '-C', folder], { stdio: ['pipe', 'ignore', 'pipe'] })
  await throughPipe(tar, pipeline(content, tar.stdin)).catch((error: unknown) => {
    throw new ConfigError(`${file} is not a backup, or it is damaged (${wordsOf(error)})`)
  })
}
