import { type Zippable, zipSync } from 'fflate'
import type { HeldFile } from '#server/holdings.ts'

/** One name for every system: letters, digits, dot, dash and underscore, and no step upwards. */
const safePath = /^(?!.*\.\.)[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

/** The earliest time that the format knows, in the zone it is written in: the archive tells nothing of when it was made. */
const noTime = new Date(1980, 0, 1)

/** The files as one ZIP archive, in the order of their names; the same files give the same bytes. */
export const zipOf = (files: readonly HeldFile[]): Uint8Array => {
  const entries: Zippable = {}
  for (const { path, bytes } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    if (!safePath.test(path) || path in entries)
      throw new Error('a file of an archive has an unsafe or used name')
    // A JPEG gets no smaller, and 200 MB of them would keep everybody else waiting for seconds.
    entries[path] = [Uint8Array.from(bytes), { level: path.endsWith('.jpg') ? 0 : 6 }]
  }
  return zipSync(entries, { mtime: noTime })
}
