import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { AppError } from '#api/errors.ts'
import { boundedQueue } from './concurrency.ts'
import { encodeFrame, readFrames } from './process-frames.ts'

/**
 * Untrusted files are opened in separate processes with the kernel's limits, because a decoder is a lot of code. Such a
 * process has no environment and no secrets; only bytes are passed in both directions, and the result is validated.
 */

const root = path.join(import.meta.dirname, '../..')

/** The process may read only its program and the program's imports; it may not write files or start processes. */
export const restrictedProgram = (
  main: URL,
  { heapMb, reads, flags = [] }: { heapMb: number; reads: readonly string[]; flags?: readonly string[] },
): string[] => [
  process.execPath,
  '--disable-proto=delete',
  '--disable-warning=SecurityWarning',
  `--max-old-space-size=${heapMb}`,
  '--permission',
  ...flags,
  ...['package.json', 'src/platform/process-frames.ts', ...reads].map(
    place => `--allow-fs-read=${path.join(root, place)}`,
  ),
  fileURLToPath(main),
]

export type ProcessSetting = {
  program: readonly string[]
  concurrent: number
  waiting: number
  /** How long to wait for a start and for a response. */
  timeoutMs: number
  /** The number of files after which a process is replaced. */
  filesEach: number
  /** How many parts a response has, and the most bytes per part. */
  answer: { parts: number; mostBytes: number }
  /** CPU seconds after which the kernel ends a process; null if it limits itself. */
  processorSeconds: number | null
  /** The private memory that the kernel allows a process, in MB; Node reserves some 650 and uses 50 of them. */
  dataMb: number
}

export type ProcessPool = {
  /**
   * The parts of the response to a request whose parts include the file; null when the process crashed on the file or
   * sent something invalid. Refuses `unavailable` when too many wait, or when a process did not respond in time.
   */
  run: (parts: readonly Uint8Array[], owner: string) => Promise<Buffer[] | null>
  /** Ends the processes. */
  close: () => void
}

/** The kernel's own account of this process; not on every system. */
const STATUS = '/proc/self/status'

/** Whether no program started from here can gain privileges (PR_SET_NO_NEW_PRIVS), as under `deploy/fairfile.service`. */
const gainsNoPrivileges = existsSync(STATUS) && /^NoNewPrivs:\s*1$/m.test(readFileSync(STATUS, 'utf8'))

/** The kernel's limits (KB), for memory that grows faster than a process can check. */
const boundedBy = ({ processorSeconds, dataMb }: ProcessSetting): string[] => [
  '/bin/sh',
  '-c',
  [
    `ulimit -s 8192; ulimit -d ${dataMb * 1024}; ulimit -c 0;`,
    ...(processorSeconds === null ? [] : [`ulimit -t ${processorSeconds};`]),
    // If available and allowed: otherwise the unit's system call filter would end it.
    ...(gainsNoPrivileges
      ? []
      : ['[ -x /usr/bin/setpriv ] && exec /usr/bin/setpriv --no-new-privs -- "$0" "$@";']),
    'exec "$0" "$@"',
  ].join(' '),
]

type Child = {
  process: ChildProcessByStdio<Writable, Readable, null>
  answers: AsyncGenerator<Buffer[]>
  taken: number
  /** The only user whose files it receives, so that no file can leak into another user's. */
  owner: string
  /** Ended because it did not respond in time. */
  late: boolean
}

/**
 * A pool of processes. One is started when the owner of a file has none free; it ends after some files, after one failure,
 * or when another owner needs a process and more than may run concurrently are free: two owners who each send two pages at
 * a time keep theirs.
 */
export const createProcessPool = (setting: ProcessSetting): ProcessPool => {
  const inQueue = boundedQueue(setting)
  const free: Child[] = []
  const all = new Set<Child>()

  const end = (child: Child) => {
    child.process.kill('SIGKILL')
  }

  /** The parts of a message; null when the process died, took too long or sent something invalid. */
  const nextOf = async (child: Child): Promise<Buffer[] | null> => {
    const timer = setTimeout(() => {
      child.late = true
      end(child)
    }, setting.timeoutMs)
    try {
      const answer = await child.answers.next()
      return answer.done ? null : answer.value
    } catch {
      return null
    } finally {
      clearTimeout(timer)
    }
  }

  const start = async (owner: string): Promise<Child> => {
    // Windows has no such limits: there, only the process's own limits and the timeout apply.
    const bounds = process.platform === 'win32' ? [] : boundedBy(setting)
    const [command = '', ...parameters] = [...bounds, ...setting.program]
    const started = spawn(command, parameters, {
      cwd: root,
      env: { MALLOC_ARENA_MAX: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    })
    // A dead process is detected where its response is awaited; without these listeners it would end the server.
    started.on('error', () => undefined)
    started.stdin.on('error', () => undefined)
    started.stdout.on('error', () => undefined)
    const { parts, mostBytes } = setting.answer
    const answers = readFrames(started.stdout, parts, mostBytes)
    const child = { process: started, answers, taken: 0, owner, late: false }
    all.add(child)
    started.once('close', () => all.delete(child))
    if ((await nextOf(child)) === null) throw new AppError('unavailable')
    return child
  }

  /** A free process of this owner. If there is none, the longest idle ones of others are ended to make room. */
  const freeChild = (owner: string): Child | undefined => {
    const living = free.splice(0).filter(child => all.has(child))
    const at = living.findIndex(child => child.owner === owner)
    const [theirs] = at === -1 ? [] : living.splice(at, 1)
    const room = theirs ? living.length : setting.concurrent
    for (const child of living.splice(0, Math.max(0, living.length - room))) end(child)
    free.push(...living)
    return theirs
  }

  const run = async (asked: readonly Uint8Array[], owner: string): Promise<Buffer[] | null> => {
    const child = freeChild(owner) ?? (await start(owner))
    child.process.stdin.write(encodeFrame(asked))
    const answer = await nextOf(child)
    child.taken += 1
    if (answer === null || child.taken >= setting.filesEach) end(child)
    else free.push(child)
    // A file that is too expensive ends the process sooner, so a late process was starved of CPU.
    if (child.late) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    return answer
  }

  return {
    run: (parts, owner) => inQueue(() => run(parts, owner)),
    close: () => {
      for (const child of all) end(child)
    },
  }
}
