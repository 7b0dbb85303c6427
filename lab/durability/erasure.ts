import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { createRootCipher } from '#platform/crypto/encryption.ts'
import { readKeyringFile, staticKeySource } from '#platform/crypto/keyring.ts'
import { encodeMultipart } from '#test/support/files/multipart.ts'
import { danielsDocument } from '#test/support/reports/demo-documents.ts'
import { ask } from '../harness/ask.ts'
import { type LabDatabase, postgresDatabase, rowsAt } from '../harness/databases.ts'
import { registerPeople } from '../harness/people.ts'
import { startServer } from '../harness/server.ts'
import type { Report, Scenario } from '../scenario.ts'

/**
 * What someone with the keyring can still find about an erased user in PostgreSQL's files. Needles, the values searched for,
 * are what is stored about the user (wrapped key, keyed indexes, ciphertexts) and what must never be stored: the plain text.
 */

const root = path.join(import.meta.dirname, '../..')

const run = (program: string, parameters: readonly string[], env: Record<string, string> = {}) => {
  const { PATH = '' } = process.env
  const ended = spawnSync(program, parameters, { cwd: root, env: { PATH, ...env }, encoding: 'utf8' })
  if (ended.status !== 0) throw new Error(`${program} failed: ${ended.stderr || ended.error?.message}`)
  return ended.stdout
}

type Needles = ReadonlyMap<string, Buffer>

const Stored = z.object({ name: z.string(), bytes: z.instanceof(Buffer) })

/** The first byte of every ciphertext is a version. Invented people share an email address, so its index is not a needle. */
const readNeedles = async (rows: LabDatabase['rows'], userId: string): Promise<Needles> => {
  const found = await rows(`
    select 'wrapped key' as name, wrapped as bytes from user_keys where user_id = '${userId}'
    union all select 'phone index', phone_index from users where id = '${userId}'
    union all select 'SSN index', ssn_index from ssn_claims where user_id = '${userId}'
    union all select 'encrypted profile', substring(profile from 2 for 60) from users where id = '${userId}'
    union all select 'encrypted SSN', substring(ssn from 2) from users where id = '${userId}'`)
  return new Map(found.map(row => Stored.parse(row)).map(({ name, bytes }) => [name, bytes]))
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))

/** The needles found in the folder, each with its number of files. */
const search = (folder: string, needles: Needles): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const file of filesIn(folder)) {
    const bytes = readFileSync(file)
    for (const [name, needle] of needles)
      if (bytes.includes(needle)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

const show = (found: ReadonlyMap<string, number>) =>
  found.size === 0 ? 'nothing' : [...found].map(([name, files]) => `${name} in ${files}`).join(', ')

const hexOf = (needles: Needles): Needles =>
  new Map([...needles].map(([name, bytes]) => [name, Buffer.from(bytes.toString('hex'))]))

const Folder = z.object({ data_directory: z.string() })
const Gone = z.object({ gone: z.boolean() })
const UserId = z.object({ id: z.uuid() })

/** The settings of servers that connect as a new role that owns nothing. */
const settingsOfRole = async ({ rows, settings }: LabDatabase, role: string) => {
  await rows(`create role "${role}" login`)
  run(process.execPath, ['src/app/commands/migrate.ts', '--serve-as', role], settings)
  const url = Object.assign(new URL(settings.DATABASE_URL ?? ''), { username: role })
  return { ...settings, DATABASE_URL: url.href }
}

/** Erases the user, and checks what is left after each step. `role`: the role that servers connect as; empty for the owner. */
const drill = async (database: LabDatabase, role: string, report: Report) => {
  const { rows, settings: owners, dataDir } = database
  const settings = role === '' ? owners : await settingsOfRole(database, role)
  const url = owners.DATABASE_URL ?? ''
  const [where] = await rows('show data_directory')
  const cluster = Folder.parse(where).data_directory
  const [base, wal] = [path.join(cluster, 'base'), path.join(cluster, 'pg_wal')]
  const checkpoint = () => rows('checkpoint')

  const server = await startServer({ ...settings, TRUST_PROXY: '1' })
  const people = await registerPeople(server.url, 12)
  // So that the row is neither the first nor the last of a page.
  const [person] = people.slice(7)
  if (!person) throw new Error('nobody registered')
  const form = encodeMultipart([{ name: 'file', file: danielsDocument, type: 'application/octet-stream' }])
  const importing = { method: 'POST', token: person.token, type: form.type, bytes: form.payload }
  const imported = await ask(`${server.url}/api/v1/credit/reports/import`, importing)
  if (imported.status !== 201) throw new Error(`the import was answered ${imported.status}: ${imported.body}`)
  const info = await ask(`${server.url}/api/v1/user/info`, { token: person.token })
  const { id: userId } = UserId.parse(JSON.parse(info.body))
  const needles = await readNeedles(rows, userId)
  const typed: Needles = new Map([
    ['phone number', Buffer.from(person.phoneNumber)],
    ['Social Security number', Buffer.from('512345607')],
    ['last name', Buffer.from('Person 07')],
  ])
  await rows('analyze')
  await checkpoint()
  const live = search(base, needles)
  report.must('needles that are in the tables of a live user', live.size === needles.size, show(live))
  const statistics = await rows(
    `select attname from pg_stats where schemaname = 'public' and attname in ('wrapped', 'phone_index', 'ssn_index', 'word')`,
  )
  report.must('columns of needles in the statistics', statistics.length === 0, statistics.length)

  const asked = await ask(`${server.url}/api/v1/user`, { method: 'DELETE', token: person.token })
  if (asked.status !== 200) throw new Error(`the deletion was answered ${asked.status}: ${asked.body}`)
  await server.end()
  const backup = `${dataDir}.dump`
  run('pg_dump', ['--format=custom', `--file=${backup}`, url])
  const later = await startServer({ ...settings, TEST_CLOCK: '+8d' })
  const isGone = async (address = url) =>
    Gone.parse(
      (await rowsAt(address, `select not exists (select from users where id = '${userId}') as gone`))[0],
    ).gone
  for (let tries = 0; tries < 100 && !(await isGone()); tries += 1) await delay(200)
  await later.end()
  report.must('the user is erased', await isGone(), userId)

  await checkpoint()
  const dead = search(base, needles)
  report.must('needles found in dead rows before they are disposed of', dead.size > 0, show(dead))
  report.figure('in WAL', show(search(wal, needles)))
  const wrapped = needles.get('wrapped key') ?? Buffer.alloc(0)
  const keySet = readKeyringFile(path.join(dataDir, 'keyring.json'))
  if (!keySet) throw new Error('there is no keyring')
  const key = createRootCipher(staticKeySource(keySet), userId).decryptBytes(
    { table: 'user_keys', column: 'wrapped', row: userId },
    wrapped,
  )
  report.must(
    'with the keyring, the wrapped key of the dead row can still be decrypted',
    dead.has('wrapped key') && key.length === 32,
    `${key.length} bytes`,
  )
  await rows('vacuum')
  await checkpoint()
  report.figure('after a plain VACUUM, in files of tables', show(search(base, needles)))

  const finish = ['src/app/commands/finish-erasures.ts']
  if (role !== '') {
    const { PATH = '' } = process.env
    const env = { PATH, ...settings }
    const { status, stderr } = spawnSync(process.execPath, finish, { cwd: root, env, encoding: 'utf8' })
    report.must('erasures:finish as the role that owns nothing is refused', status === 78, stderr.trim())
  }
  report.did(run(process.execPath, finish, owners).trim())
  await checkpoint()
  const inTables = search(base, needles)
  report.must('needles in files of tables after erasures:finish', inTables.size === 0, show(inTables))
  report.figure('in WAL at that time', show(search(wal, needles)))
  await rows('select pg_switch_wal()')
  await checkpoint()
  const everywhere = search(cluster, new Map([...needles, ...typed]))
  report.must(
    'needles in the entire data directory after the WAL is gone',
    everywhere.size === 0,
    show(everywhere),
  )
  const dump = run('pg_dump', ['--format=plain', url])
  const dumped = [...hexOf(needles), ...typed].filter(([, needle]) => dump.includes(needle.toString()))
  report.must('needles in a dump', dumped.length === 0, dumped.map(([name]) => name).join(', ') || 'nothing')

  const restored = Object.assign(new URL(url), { pathname: '/restored' }).href
  const served = Object.assign(new URL(settings.DATABASE_URL), { pathname: '/restored' }).href
  await rows('create database restored')
  run('pg_restore', ['--exit-on-error', `--dbname=${restored}`, backup])
  rmSync(backup)
  report.must('the earlier backup still contains the user', !(await isGone(restored)), userId)
  const copy = await startServer({ ...settings, DATABASE_URL: served, TEST_CLOCK: '+9d' })
  for (let tries = 0; tries < 100 && !(await isGone(restored)); tries += 1) await delay(200)
  await copy.end()
  report.must('the restored copy erases the user again', await isGone(restored), userId)
}

/** After the documented steps, nothing about an erased user can be read, even with the keyring. */
export const erasure: Scenario = {
  what: 'a user is erased, and the files of PostgreSQL are searched for remains',
  options: { role: '' },
  run: async ({ word }, report) => {
    const database = await postgresDatabase({ settings: ['wal_recycle=off'] })
    try {
      await drill(database, word('role'), report)
    } finally {
      await database.close()
    }
  },
}
