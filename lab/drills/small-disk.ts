import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { NotHere } from './drill.ts'

/** A disk of a few megabytes in memory, to be filled to the last byte. Only root may mount one. */
export type SmallDisk = {
  folder: string
  /** Makes it larger while it is in use. */
  grow: (megabytes: number) => void
  /** Takes all room that is left. */
  fill: () => void
  /** Gives it back. */
  empty: () => void
  close: () => void
}

const run = (program: string, ...parameters: string[]) => {
  const ended = spawnSync(program, parameters, { encoding: 'utf8' })
  if (ended.status !== 0) throw new Error(`${program} failed: ${ended.stderr || ended.error?.message}`)
}

const CHUNK = Buffer.alloc(64 * 1024, 1)

/** Writes until nothing more fits, in ever smaller pieces. */
const writeAll = (file: number) => {
  for (let size = CHUNK.length; size >= 1; ) {
    try {
      if (writeSync(file, CHUNK, 0, size) < size) size = Math.floor(size / 2)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      size = Math.floor(size / 2)
    }
  }
}

/** Whether this process may mount one. */
export const mayMount = (): boolean => process.platform === 'linux' && process.getuid?.() === 0

/** Mounts one at a folder, a new one where none is named. */
export const smallDisk = (megabytes: number, at?: string): SmallDisk => {
  if (!mayMount()) throw new NotHere('only root on Linux may mount a small disk')
  const folder = at ?? mkdtempSync(path.join(tmpdir(), 'fairfile-disk-'))
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    grow: larger => run('mount', '-o', `remount,size=${larger}m`, folder),
    fill: () => {
      const file = openSync(ballast, 'w')
      try {
        writeAll(file)
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    close: () => {
      run('umount', '--lazy', folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Bounds how large the files of a running process may grow; null lifts it. What goes beyond fails with EFBIG. */
export const limitFileSize = (pid: number, bytes: number | null): void =>
  run('prlimit', '--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:`)
