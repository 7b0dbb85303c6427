import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/**
 * An empty embedded database made once for all files of server tests, which load it: to make it takes seconds, to load it
 * a part of one. The tests learn of it from their environment; those on PostgreSQL need none.
 */
export const setup = async (): Promise<() => Promise<void>> => {
  if (process.env.TEST_DATABASE_URL) return async () => {}
  const folder = await mkdtemp(path.join(tmpdir(), 'fairfile-empty-'))
  const lite = await PGlite.create()
  const dump = await lite.dumpDataDir('none')
  await lite.close()
  const file = path.join(folder, 'empty.tar')
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()))
  process.env.TEST_EMPTY_DATABASE = file
  return () => rm(folder, { recursive: true })
}
