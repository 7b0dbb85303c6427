import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { ProviderFailure } from '../failure.ts'
import { requireStorageKey, type Storage } from './port.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** A file, its folder, and the temporary file while it is incomplete. */
type Place = { folder: string; file: string; part: string }

/** Runs a file operation; a full disk or a lost folder becomes a failure without a path in its message. */
const attempt = async <T>(place: Place, act: (place: Place) => Promise<T>): Promise<T> => {
  try {
    return await act(place)
  } catch (error) {
    throw new ProviderFailure('Storage', 'The files cannot be reached right now.', true, {
      code: codeOf(error),
    })
  }
}

/** Syncs a folder's entries: a file renamed into it survives a power cut. */
const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open folders; its file system journals names.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files on this machine, spread over 256 folders by the first two digits of their keys. */
export const diskStorage = (root: string): Storage => {
  const placeOf = (key: string) => {
    const folder = path.join(root, requireStorageKey(key).slice(0, 2))
    const file = path.join(folder, key)
    return { folder, file, part: `${file}.part` }
  }

  const put = async ({ folder, file, part }: Place, bytes: Uint8Array) => {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    const handle = await open(part, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, file)
    await syncFolder(folder)
    if (made !== undefined) for (const above of [root, path.dirname(root)]) await syncFolder(above)
  }

  return {
    put: async (key, bytes) => attempt(placeOf(key), place => put(place, bytes)),
    get: async key =>
      attempt(placeOf(key), async ({ file }) => {
        try {
          return await readFile(file)
        } catch (error) {
          if (codeOf(error) === 'ENOENT') return null
          throw error
        }
      }),
    remove: async key =>
      attempt(placeOf(key), async ({ file, part }) => {
        await rm(file, { force: true })
        await rm(part, { force: true })
      }),
  }
}
