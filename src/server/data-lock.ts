import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './config.ts'

/**
 * The embedded database has no lock of its own, and two processes on one folder lose data silently. So the
 * folder is locked by a file that names its holder; a holder that no longer lives is replaced.
 */

const Holder = z.object({ pid: z.number(), startedAt: z.string() })

/** When a process started, in ticks since boot, so that a reused process id is not taken for the holder. */
const startOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const lives = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const holderOf = (file: string) => {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Locks a data folder for this process. Throws ConfigError while another process holds it. */
export const lockData = (dataDir: string): { release: () => void } => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'lock.json')
  const holder = holderOf(file)
  if (holder && lives(holder.pid) && startOf(holder.pid) === holder.startedAt) {
    throw new ConfigError(
      `DATA_DIR: ${dataDir} is in use by process ${holder.pid}; the embedded database serves one process at a time`,
    )
  }
  rmSync(file, { force: true })
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) }), {
      flag: 'wx',
      mode: 0o600,
    })
  } catch {
    throw new ConfigError(
      `DATA_DIR: ${dataDir} could not be locked; another process took it, or it cannot be written`,
    )
  }
  return { release: () => rmSync(file, { force: true }) }
}
