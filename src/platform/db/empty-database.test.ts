import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOwnDatabase } from '#test/support/own-database.ts'
import { openEmbedded } from './database.ts'
import { copyEmptyDatabase, emptyDatabaseKey } from './empty-database.ts'

let at: string
let folder: string
let built: { folder: string; keyFile: string }

beforeEach(() => {
  at = mkdtempSync(join(tmpdir(), 'fairfile-empty-'))
  folder = join(at, 'data', 'pg')
  built = { folder: join(at, 'built'), keyFile: join(at, 'key') }
  mkdirSync(join(at, 'data'))
  mkdirSync(join(built.folder, 'base'), { recursive: true })
  writeFileSync(join(built.folder, 'base', '1'), 'built')
})
afterEach(() => rmSync(at, { recursive: true }))

const copied = () => (existsSync(folder) ? readFileSync(join(folder, 'base', '1'), 'utf8') : null)

test('A new installation gets a copy of the database built for this release.', () => {
  writeFileSync(built.keyFile, emptyDatabaseKey())
  copyEmptyDatabase(folder, built)
  expect(copied()).toBe('built')
})

test('Nothing is copied if the build has none, or one for another release.', () => {
  copyEmptyDatabase(folder, built)
  expect(copied()).toBeNull()
  writeFileSync(built.keyFile, 'of other migrations')
  copyEmptyDatabase(folder, built)
  expect(copied()).toBeNull()
})

test('An existing database is not changed.', () => {
  writeFileSync(built.keyFile, emptyDatabaseKey())
  mkdirSync(join(folder, 'base'), { recursive: true })
  writeFileSync(join(folder, 'base', '1'), 'of the people here')
  copyEmptyDatabase(folder, built)
  expect(copied()).toBe('of the people here')
})

test('The remains of an interrupted copy are replaced at the next start.', () => {
  writeFileSync(built.keyFile, emptyDatabaseKey())
  mkdirSync(`${folder}.copy`)
  writeFileSync(join(`${folder}.copy`, 'half'), '')
  copyEmptyDatabase(folder, built)
  expect(copied()).toBe('built')
  expect(existsSync(join(folder, 'half'))).toBe(false)
  expect(existsSync(`${folder}.copy`)).toBe(false)
})

test('Each copy of the empty database has a different number.', async () => {
  const made = await openOwnDatabase({ folder: join(at, 'made') })
  await made.drop()
  writeFileSync(built.keyFile, emptyDatabaseKey())
  const numbers: unknown[] = []
  for (const name of ['one', 'other']) {
    const copy = join(at, name)
    copyEmptyDatabase(copy, { ...built, folder: join(at, 'made') })
    const database = await openEmbedded({ folder: copy }, error => {
      throw error
    })
    const { rows } = await database.pool.query<{ number: string }>(
      "select current_setting('fairfile.installation', true) as number",
    )
    await database.close()
    numbers.push(rows[0]?.number)
  }
  expect(numbers[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(numbers[1]).toMatch(/^[0-9a-f-]{36}$/)
  expect(numbers[0]).not.toBe(numbers[1])
})
