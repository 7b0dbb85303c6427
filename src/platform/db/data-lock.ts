import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../config/config.ts'
import { errorCode } from '../error-code.ts'

/**
 * The embedded database has no lock, and two processes on one folder lose data silently. So a file names
 * the holder; a dead holder is replaced. A holder in another container or on another machine cannot be
 * checked: it touches the file to show that it is alive.
 */

const Holder = z.object({ pid: z.number(), startedAt: z.string(), where: z.string().optional() })
type Holder = z.output<typeof Holder>

const TOUCH_EVERY_MS = 5_000
/** A lock untouched for this long is stale; a statement of the embedded database may delay touching it. */
const SILENT_MS = 60_000

/** The scope of process ids: one boot of a machine, and one container on it. */
const processNamespace = (): string => {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** The state and start time of a process, in ticks since boot, from Linux's procfs; null if unavailable. */
const readProcessStat = (pid: number): { state: string; startedAt: string } | null => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' }
  } catch {
    return null
  }
}

const processStartTime = (pid: number): string => readProcessStat(pid)?.startedAt ?? ''

/** A killed process that was not reaped yet is still in the process table, but no longer holds anything. */
const isDead = (pid: number) => ['Z', 'X'].includes(readProcessStat(pid)?.state ?? '')

const isProcessAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !isDead(pid)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

const readIfExists = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/** The holder named in a lock while it is alive; a reused process id has a different start time. */
const findLiveHolder = (file: string, lock: string | null): Holder | null => {
  try {
    const holder = Holder.parse(JSON.parse(lock ?? ''))
    if (holder.where !== undefined && holder.where !== processNamespace())
      return Math.abs(Date.now() - statSync(file).mtimeMs) < SILENT_MS ? holder : null
    return isProcessAlive(holder.pid) && processStartTime(holder.pid) === holder.startedAt ? holder : null
  } catch {
    return null
  }
}

/**
 * Removes the lock of a dead holder if it is still the one that was read. If two processes do so concurrently, only one
 * may continue: a process that moved a different lock than it read puts it back and returns false.
 */
const removeStaleLock = (file: string, read: string): boolean => {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return false
  }
  const same = readIfExists(aside) === read
  if (same) rmSync(aside)
  else renameSync(aside, file)
  return same
}

/** Locks a data folder for this process. Throws ConfigError while another process holds it, or it cannot be written. */
export const lockDataDir = (dataDir: string): { release: () => void } => {
  const file = join(dataDir, 'lock.json')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR: ${dataDir} is not a folder that can be written (${errorCode(error) || 'refused'})`,
    )
  }
  const read = readIfExists(file)
  const holder = findLiveHolder(file, read)
  if (holder) {
    const elsewhere =
      holder.where === undefined || holder.where === processNamespace()
        ? ''
        : ' of another container or machine'
    throw new ConfigError(
      `DATA_DIR: ${dataDir} is in use by process ${holder.pid}${elsewhere}; the embedded database serves one process at a time`,
    )
  }
  try {
    if (read !== null && !removeStaleLock(file, read)) throw new Error('another process was faster')
    writeFileSync(
      file,
      JSON.stringify({
        pid: process.pid,
        startedAt: processStartTime(process.pid),
        where: processNamespace(),
      }),
      {
        flag: 'wx',
        mode: 0o600,
      },
    )
  } catch {
    throw new ConfigError(
      `DATA_DIR: ${dataDir} could not be locked; another process took it, or it cannot be written`,
    )
  }
  const touch = setInterval(() => {
    try {
      const now = new Date()
      utimesSync(file, now, now)
    } catch {
      // Writers of data notice a full or broken disk; the lock alone does not end the process.
    }
  }, TOUCH_EVERY_MS)
  touch.unref()
  return {
    release: () => {
      clearInterval(touch)
      rmSync(file, { force: true })
    },
  }
}
