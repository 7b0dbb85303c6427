import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { ExportFile } from './personal-data-source.ts'

/** A name valid on every system: letters, digits, dot, dash and underscore, and no parent folder. */
const safePath = /^(?!.*\.\.)[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

/** The earliest time of the format, in the local time zone, so that the archive does not reveal when it was created. */
const noTime = new Date(1980, 0, 1)

/** The format has no time zone, and its writer uses local time: shifts the time so that UTC is written everywhere. */
const inUtc = (at: Date): Date =>
  new Date(
    at.getUTCFullYear(),
    at.getUTCMonth(),
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  )

/** JPEGs and our PDFs cannot be compressed further, and trying that with 200 MB would block others for seconds. */
const entryOf = (path: string) =>
  /\.(jpg|pdf)$/.test(path) ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })

type Entry = { path: string; bytes: Uint8Array }

async function* writeZip(files: AsyncIterable<Entry>, mtime: Date): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const used = new Set<string>()
  const zip = new Zip((error, piece) => {
    if (error) throw error
    made.push(piece)
  })
  for await (const { path, bytes } of files) {
    if (!safePath.test(path) || used.has(path))
      throw new Error('a file of an archive has an unsafe or used name')
    used.add(path)
    const entry = entryOf(path)
    entry.mtime = mtime
    zip.add(entry)
    entry.push(Uint8Array.from(bytes), true)
    yield* made.splice(0)
  }
  zip.end()
  yield* made.splice(0)
}

/** The files as one ZIP archive, in the given order and in chunks, each dated `at` in UTC. */
export const zipInOrder = (files: AsyncIterable<Entry>, at: Date): AsyncGenerator<Uint8Array> =>
  writeZip(files, inUtc(at))

async function* readOneByOne(files: readonly ExportFile[]): AsyncGenerator<Entry> {
  for (const { path, bytes } of files)
    yield { path, bytes: typeof bytes === 'function' ? await bytes() : bytes }
}

/**
 * The files as one ZIP archive, in the order of their names and in chunks: one file at a time is in memory. The same
 * files result in the same bytes. Throws before the first chunk when a name is unsafe or used twice.
 */
export async function* zipFiles(files: readonly ExportFile[]): AsyncGenerator<Uint8Array> {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  if (sorted.some(({ path }, n) => !safePath.test(path) || path === sorted[n - 1]?.path))
    throw new Error('a file of an archive has an unsafe or used name')
  yield* writeZip(readOneByOne(sorted), noTime)
}
