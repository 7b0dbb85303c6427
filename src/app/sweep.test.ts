import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OtlpReceiver, openOtlpReceiver } from '#test/fakes/otlp-receiver.ts'
import { openApp, storedText, type TestApp } from '#test/support/app.ts'
import { type Searcher, searcherFor } from '#test/support/canaries.ts'
import { inRealThreads } from '#test/support/in-process-threads.ts'
import { type PlantedUser, plantUser } from '#test/support/people/planted-user.ts'
import { findPostgres } from '../../scripts/postgres.mjs'

/**
 * Takes a user with some fifty unique values through the product; then searches everything that outlives a request for
 * them, plain and encoded, and every response for full Social Security and account numbers.
 */

let collector: OtlpReceiver
let app: TestApp
let planted: PlantedUser
let search: Searcher

beforeAll(async () => {
  collector = await openOtlpReceiver()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  app = await openApp({ demo: true, env, onDisk: true })
  planted = await inRealThreads(() => plantUser(app))
  search = searcherFor(planted.values)
})
afterAll(() => collector.close())

describe('the search', () => {
  it('looks for at least forty values, which the user’s own responses contain', () => {
    expect(Object.keys(planted.values).length).toBeGreaterThanOrEqual(40)
    const read = search(planted.answers.join('\n'))
    for (const name of ['email', 'creditor', 'explanation', 'documentName', 'firstName'])
      expect(read).toContain(`${name}, as it is`)
  })

  it.each(['utf8', 'hex', 'base64', 'base64url', 'utf16le'] as const)(
    'finds a value encoded as %s',
    encoding => {
      for (const before of ['', 'x', 'xy', 'xyz']) {
        const bytes = Buffer.from(`${before}4711 Sweepstone Terrace and more`)
        const written =
          encoding === 'utf16le' ? Buffer.from(bytes.toString(), encoding) : bytes.toString(encoding)
        expect(search(written).join()).toContain('streetAddress')
      }
    },
  )

  it('finds a value in a URL, and digits without other digits next to them', () => {
    expect(search(`?a=${encodeURIComponent('4711 Sweepstone Terrace')}`)).not.toEqual([])
    expect(search('ssn 219099876.')).toEqual([])
    expect(search('ssn 219099876 ')).toEqual(['ssn in digits, as it is'])
  })
})

describe('no planted value is', () => {
  it('in the log', () => {
    expect(app.logged().length).toBeGreaterThan(5_000)
    expect(search(app.logged())).toEqual([])
  })

  it('in the metrics', async () => {
    const metrics = await app.app.metrics.registry.metrics()
    expect(metrics).toContain('/api/v1/credit/voice-helper')
    expect(search(metrics)).toEqual([])
  })

  it('in the rows of the database, including the queue', async () => {
    const rows = await storedText(app)
    expect(rows).toContain(planted.person.userId)
    expect(search(rows)).toEqual([])
  })

  it('in a dump of PostgreSQL', ({ skip }) => {
    const programs = findPostgres()
    if (app.databaseUrl === null || programs === undefined) return skip('the database is embedded')
    const dump = execFileSync(path.join(programs, 'pg_dump'), [app.databaseUrl], { maxBuffer: 2 ** 28 })
    expect(dump.includes(planted.person.userId)).toBe(true)
    expect(search(dump)).toEqual([])
  })

  it('in a copy of the data folder: the embedded database, its journal and the documents', async ({
    skip,
  }) => {
    if (app.databaseUrl !== null) return skip('the database is not in the folder')
    await app.database.pool.query('checkpoint')
    const { dataDir, keyringFile } = app
    const names = globSync('**/*', { cwd: dataDir }).map(name => path.join(dataDir, name))
    const files = names.filter(name => name !== keyringFile && statSync(name).isFile())
    const copy = Buffer.concat(files.map(file => readFileSync(file)))
    expect(copy.includes(planted.person.userId.replaceAll('-', ''), 0, 'hex')).toBe(true)
    expect(files.some(file => file.includes('pg_wal'))).toBe(true)
    expect(files.some(file => file.startsWith(path.join(dataDir, 'files')))).toBe(true)
    expect(search(copy)).toEqual([])
  })

  it('in another user’s export', async () => {
    const other = await app.signIn('+12025550143')
    const { rawPayload } = await app.send('GET', '/user/export', { as: other })
    const files = Object.values(unzipSync(rawPayload))
    expect(files.length).toBeGreaterThan(5)
    expect(files.flatMap(search)).toEqual([])
  })

  it('in exported telemetry', async () => {
    await app.close()
    const telemetry = collector.received.map(({ text }) => text).join('\n')
    expect(telemetry).toContain('/api/v1/credit/voice-helper')
    expect(telemetry).toContain('"db.collection.name"')
    expect(search(telemetry)).toEqual([])
  })
})

it('no response contains a full Social Security or account number', () => {
  const { answers, values } = planted
  expect(answers.length).toBeGreaterThan(10)
  for (const answer of answers) {
    expect(answer).not.toMatch(/\b\d{3}-\d{2}-\d{4}\b/)
    for (const name of ['ssn in digits', 'accountNumber', 'shortAccountNumber'])
      expect(answer).not.toContain(values[name] ?? name)
    for (const [, number = ''] of answer.matchAll(/"accountNumber":"([^"]*)"/g)) {
      expect(number).toMatch(/^.{0,8}(\*{4})?$/)
    }
  }
})
