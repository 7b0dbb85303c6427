import { type ChildProcessByStdio, spawn } from 'node:child_process'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { AppError } from '#api/errors.ts'
import { boundedQueue } from '#platform/concurrency.ts'
import { isCleanJpeg } from '../jpeg.ts'
import { MAX_FILE_BYTES } from '../upload-rules.ts'
import { encodeFrame, readFrames } from './picture-frames.ts'

/** A re-encoded picture and its thumbnail, both clean JPEGs. */
export type ReencodedImage = { file: Buffer; thumbnail: Buffer }

/** Re-encodes pictures in separate processes, because a decoder is a lot of code that reads untrusted input. */
export type ImageProcessor = {
  /** In a process that only sees one owner's pictures. Refuses `unreadable_picture`, and `unavailable` when too many wait. */
  reencode: (bytes: Uint8Array, owner: string) => Promise<ReencodedImage>
  /** Ends the processes. */
  close: () => void
}

type Setting = {
  concurrent: number
  waiting: number
  timeoutMs: number
  picturesEach: number
  program: string[]
}

const root = path.join(import.meta.dirname, '../../../..')
const folder = path.join(root, 'src/features/documents')

/** May read its own program and libraries; may not write files or start processes, and has no environment variables. */
const program = [
  process.execPath,
  '--disable-proto=delete',
  '--disable-warning=SecurityWarning',
  '--max-old-space-size=64',
  '--permission',
  '--allow-addons',
  `--allow-fs-read=${folder}`,
  `--allow-fs-read=${path.join(root, 'node_modules')}`,
  `--allow-fs-read=${path.join(root, 'package.json')}`,
  fileURLToPath(new URL('./picture-child.ts', import.meta.url)),
]

/** Kernel limits (KB) far above the process's own, for memory that grows faster than the process can check. */
const bounded = [
  '/bin/sh',
  '-c',
  // Where available, no program started from here can gain privileges (PR_SET_NO_NEW_PRIVS).
  'ulimit -s 8192; ulimit -d 1048576; ulimit -c 0; [ -x /usr/bin/setpriv ] && exec /usr/bin/setpriv --no-new-privs -- "$0" "$@"; exec "$0" "$@"',
]

const usual: Setting = { concurrent: 2, waiting: 20, timeoutMs: 15_000, picturesEach: 100, program }

type Child = {
  process: ChildProcessByStdio<Writable, Readable, null>
  answers: AsyncGenerator<Buffer[]>
  made: number
  /** The only user whose pictures it sees, so that no picture can leak into another user's. */
  owner: string
  /** Ended because it did not answer in time. */
  late: boolean
}

/**
 * A pool of processes. One is started when the owner of a picture has none free; it ends after some pictures, after one
 * failure, or when another owner needs its slot.
 */
export const createImageProcessor = (own: Partial<Setting> = {}): ImageProcessor => {
  const setting = { ...usual, ...own }
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
    const [command = '', ...parameters] =
      process.platform === 'win32' ? setting.program : [...bounded, ...setting.program]
    const started = spawn(command, parameters, {
      cwd: root,
      env: { MALLOC_ARENA_MAX: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    })
    // A dead process is noticed where its answer is awaited; without these listeners it would end the server.
    started.on('error', () => undefined)
    started.stdin.on('error', () => undefined)
    started.stdout.on('error', () => undefined)
    const child = {
      process: started,
      answers: readFrames(started.stdout, 2, MAX_FILE_BYTES),
      made: 0,
      owner,
      late: false,
    }
    all.add(child)
    started.once('close', () => all.delete(child))
    if ((await nextOf(child)) === null) throw new AppError('unavailable')
    return child
  }

  /** A free process of this owner. If there is none, the free processes of others end, because their slots are needed. */
  const freeChild = (owner: string): Child | undefined => {
    const living = free.splice(0).filter(child => all.has(child))
    const theirs = living.find(child => child.owner === owner)
    for (const child of living) {
      if (child === theirs) continue
      if (theirs === undefined) end(child)
      else free.push(child)
    }
    return theirs
  }

  const reencode = async (bytes: Uint8Array, owner: string): Promise<ReencodedImage> => {
    const child = freeChild(owner) ?? (await start(owner))
    child.process.stdin.write(encodeFrame([bytes]))
    const answer = await nextOf(child)
    child.made += 1
    if (answer === null || child.made >= setting.picturesEach) end(child)
    else free.push(child)
    // A picture that costs too much makes the process end itself, so one that is late was starved of CPU.
    if (child.late) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    const [file, thumbnail] = answer ?? []
    if (!file || !thumbnail || !isCleanJpeg(file) || !isCleanJpeg(thumbnail))
      throw new AppError('unreadable_picture')
    return { file, thumbnail }
  }

  return {
    reencode: (bytes, owner) => inQueue(() => reencode(bytes, owner)),
    close: () => {
      for (const child of all) end(child)
    },
  }
}
