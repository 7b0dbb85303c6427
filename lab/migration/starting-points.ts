import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEmbedded, openPostgres } from '#platform/db/database.ts'
import { leaveFirstRelease } from '#test/support/first-release.ts'
import { embeddedDatabase, type LabDatabase, postgresDatabase, rowsAt } from '../harness/databases.ts'
import { migrating } from './migrate-process.ts'

/** The databases that a migration may start from: empty, from the first release, and up to date. */

export type StartingPoint = {
  name: string
  /** A new database in this state. */
  copy: () => Promise<LabDatabase>
}

export type StartingPoints = { all: readonly StartingPoint[]; close: () => Promise<void> }

const throwOnLost = (error: Error) => {
  throw error
}

/** More people as the first release stored them, each with a session, a dispute and a row of the audit log. */
const morePeople = (count: number): readonly string[] => [
  `insert into users select filled.* from (select u from users u limit 1) as one, generate_series(1, ${count}) as number,
    lateral jsonb_populate_record(one.u, jsonb_build_object('id', md5('user' || number),
      'phone_index', sha256(number::text::bytea))) as filled`,
  ...[
    ['sessions', `where kind = 'user'`],
    ['disputes', ''],
    ['audit_events', ''],
  ].map(
    ([table, which]) =>
      `insert into ${table} select filled.* from (select t from ${table} t ${which} limit 1) as one, users,
        lateral jsonb_populate_record(one.t, jsonb_build_object('id', md5(users.id::text), 'user_id', users.id)) as filled`,
  ),
]

const upToDate = async (database: LabDatabase) => {
  const { code, said } = await migrating(database)
  if (code !== 0) throw new Error(`the starting point was not created: ${said}`)
}

/** In a separate PostgreSQL cluster. */
export const postgresStartingPoints = async (people: number): Promise<StartingPoints> => {
  const database = await postgresDatabase()
  const { url } = database.cluster
  const called = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  let copies = 0
  const copyOf = (template: string) => async (): Promise<LabDatabase> => {
    copies += 1
    const name = `copy_${copies}`
    await rowsAt(url, `create database ${name} template ${template}`)
    return {
      ...database,
      settings: { ...database.settings, DATABASE_URL: called(name) },
      rows: statement => rowsAt(called(name), statement),
      close: async () => void (await rowsAt(url, `drop database ${name} with (force)`)),
    }
  }
  await rowsAt(url, 'create database first')
  const opened = await openPostgres(called('first'), throwOnLost)
  await leaveFirstRelease(opened, database.dataDir)
  await opened.close()
  for (const statement of morePeople(people)) await rowsAt(called('first'), statement)
  await rowsAt(url, 'create database today template first')
  const today = { ...database, settings: { ...database.settings, DATABASE_URL: called('today') } }
  await upToDate(today)
  return {
    all: [
      { name: 'from empty', copy: copyOf('template0') },
      { name: 'from the first release', copy: copyOf('first') },
      { name: 'up to date', copy: copyOf('today') },
    ],
    close: database.close,
  }
}

/** In folders of the embedded database. */
export const embeddedStartingPoints = async (people: number): Promise<StartingPoints> => {
  const place = mkdtempSync(path.join(tmpdir(), 'fairfile-lab-'))
  const at = (name: string) => {
    const folder = path.join(place, name)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  }
  let copies = 0
  const copyOf = (name: string) => async (): Promise<LabDatabase> => {
    copies += 1
    const folder = at(`copy-${copies}`)
    cpSync(at(name), folder, { recursive: true })
    const close = async () => rmSync(folder, { recursive: true, force: true })
    return { ...embeddedDatabase(folder), close }
  }
  const opened = await openEmbedded({ folder: path.join(at('first'), 'pg') }, throwOnLost)
  await leaveFirstRelease(opened, at('first'))
  for (const statement of morePeople(people)) await opened.pool.query(statement)
  await opened.close()
  cpSync(at('first'), at('today'), { recursive: true })
  await upToDate(embeddedDatabase(at('today')))
  return {
    all: [
      { name: 'from empty', copy: copyOf('empty') },
      { name: 'from the first release', copy: copyOf('first') },
      { name: 'up to date', copy: copyOf('today') },
    ],
    close: async () => rmSync(place, { recursive: true, force: true }),
  }
}
