import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runServer } from '#test/support/run-server.ts'

/** Lets one server create the database and the demo people. Playwright calls the default export once, before all tests. */
export default async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fairfile-e2e-prepared-'))
  const server = await runServer({ DATA_DIR: folder })
  const code = await server.end('SIGTERM')
  if (code !== 0) throw new Error(`The server ended with ${code}. It printed:\n${server.printed()}`)
  process.env.E2E_PREPARED_DATA = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** A new data folder for a server, with the demo people in it. */
export const copyPreparedData = async (): Promise<string> => {
  const prepared = process.env.E2E_PREPARED_DATA
  if (prepared === undefined) throw new Error('The data was not prepared.')
  const folder = await mkdtemp(path.join(tmpdir(), 'fairfile-e2e-'))
  await cp(prepared, folder, { recursive: true })
  return folder
}
