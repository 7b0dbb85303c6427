import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { runServer } from '#test/support/run-server.ts'
import { unpackChromium } from './chromium.ts'

const execute = async (url: string, statement: string) => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Creates a database on the PostgreSQL server of this run, optionally as a copy of `template`; returns its name and URL. */
const createDatabase = async (server: string, template = 'template1') => {
  const name = `e2e_${randomUUID().replaceAll('-', '')}`
  await execute(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { name, url: url.href }
}

const newFolder = () => mkdtemp(path.join(tmpdir(), 'fairfile-e2e-'))

/**
 * Lets one server create the database and the demo people, on PostgreSQL if `npm test` found it, which needs less CPU than
 * the embedded database. `src/app/drain.test.ts` lets a server create them in an embedded one.
 */
const prepareData = async (): Promise<() => Promise<void>> => {
  const { TEST_DATABASE_URL: cluster } = process.env
  const folder = await newFolder()
  const database = cluster ? await createDatabase(cluster) : undefined
  const settings = { DATA_DIR: folder, ...(database && { DATABASE_URL: database.url }) }
  const server = await runServer(settings, ['test/support/browser-test-server.ts'])
  const code = await server.end('SIGTERM')
  if (code !== 0) throw new Error(`The server ended with ${code}. It printed:\n${server.printed()}`)
  // Otherwise a copy would count as a restored backup: its letters would wait until the next full minute, for a comparison
  // with those of the mail provider.
  if (database) await execute(database.url, 'delete from mail_gate')
  process.env.E2E_PREPARED_DATA = folder
  if (database) process.env.E2E_PREPARED_DATABASE = database.name
  return () => rm(folder, { recursive: true, force: true })
}

/** Playwright calls this once, before all tests. Both parts keep only one CPU busy. */
export default async (): Promise<() => Promise<void>> => {
  const [removeData] = await Promise.all([prepareData(), unpackChromium()])
  return removeData
}

/** A new data folder for a server, with the demo people in it or in its database, and the settings for it. */
export const copyPreparedData = async (): Promise<{ folder: string; settings: Record<string, string> }> => {
  const {
    E2E_PREPARED_DATA: prepared,
    E2E_PREPARED_DATABASE: template,
    TEST_DATABASE_URL: cluster,
  } = process.env
  if (prepared === undefined) throw new Error('The data was not prepared.')
  const folder = await newFolder()
  await cp(prepared, folder, { recursive: true })
  const database = cluster && template ? await createDatabase(cluster, template) : undefined
  return { folder, settings: { DATA_DIR: folder, ...(database && { DATABASE_URL: database.url }) } }
}
