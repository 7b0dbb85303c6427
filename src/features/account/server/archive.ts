import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { ExportFile } from '#platform/personal-data-source.ts'

/** One name for every system: letters, digits, dot, dash and underscore, and no step upwards. */
const safePath = /^(?!.*\.\.)[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

/** The earliest time that the format knows, in the zone it is written in: the archive tells nothing of when it was made. */
const noTime = new Date(1980, 0, 1)

/** A JPEG gets no smaller, and 200 MB of them would keep everybody else waiting for seconds. */
const entryOf = (path: string) =>
  path.endsWith('.jpg') ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })

/**
 * The files as one ZIP archive, in the order of their names and piece by piece: one file at a time is in memory. The same
 * files give the same bytes. Throws before the first piece when a name is unsafe or used twice.
 */
export async function* zipFiles(files: readonly ExportFile[]): AsyncGenerator<Uint8Array> {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  if (sorted.some(({ path }, n) => !safePath.test(path) || path === sorted[n - 1]?.path))
    throw new Error('a file of an archive has an unsafe or used name')
  const made: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    made.push(piece)
  })
  for (const { path, bytes } of sorted) {
    const entry = entryOf(path)
    entry.mtime = noTime
    zip.add(entry)
    entry.push(Uint8Array.from(typeof bytes === 'function' ? await bytes() : bytes), true)
    yield* made.splice(0)
  }
  zip.end()
  yield* made.splice(0)
}
