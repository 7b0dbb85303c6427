import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { lockDataDir } from '#platform/db/data-lock.ts'
import { type OpenDatabase, openEmbedded } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { defineJob, type Jobs, openJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { backUp, restore } from './data-copy.ts'
import { heedRestore } from './restored-mark.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'fairfile-copy-'))
})
afterEach(() => {
  rmSync(place, { recursive: true })
})

const now = new Date('2026-11-20T12:00:00Z')

const plain = { production: false, backupRecipients: [] }

/** A data folder whose database is told apart by a word. */
const dataWith = (word: string) => {
  const dataDir = join(place, word)
  mkdirSync(join(dataDir, 'pg'), { recursive: true })
  writeFileSync(join(dataDir, 'pg', 'PG_VERSION'), '18\n')
  writeFileSync(join(dataDir, 'pg', 'word'), word)
  writeFileSync(join(dataDir, 'keyring.json'), `keyring of ${word}`)
  return { ...plain, dataDir, databaseUrl: null, keyringFile: join(dataDir, 'keyring.json') }
}

const empty = () => {
  const dataDir = join(place, 'new house')
  return { ...plain, dataDir, databaseUrl: null, keyringFile: join(dataDir, 'keyring.json') }
}

const wordIn = ({ dataDir }: { dataDir: string }) => readFileSync(join(dataDir, 'pg', 'word'), 'utf8')
const keyringOf = ({ keyringFile }: { keyringFile: string }) => readFileSync(keyringFile, 'utf8')
const file = () => join(place, 'copy.tar.gz')

describe('a backup', () => {
  test('restored into an empty folder gives the data, and says that the keyring is missing', async () => {
    const oak = dataWith('oak')
    writeFileSync(`${oak.keyringFile}.new`, 'a draft of a keyring, left by a process that was killed')
    await backUp(oak, file(), { withKeyring: false })
    const house = empty()
    expect(await restore(house, file(), { force: false, keyFile: null, now })).toEqual({
      replaced: null,
      keyring: 'missing',
    })
    expect(wordIn(house)).toBe('oak')
    expect(readdirSync(house.dataDir)).toEqual(['pg', 'restored'])
  })

  test('is heeded once by the server that opens it, and again when that one ended before', async () => {
    await backUp(dataWith('oak'), file(), { withKeyring: false })
    const house = empty()
    await restore(house, file(), { force: false, keyFile: null, now })
    const heard: boolean[] = []
    const heed = async (wasRestored: boolean) => {
      heard.push(wasRestored)
      if (heard.length === 1) throw new Error('the process ended')
    }
    await expect(heedRestore(house.dataDir, heed)).rejects.toThrow('the process ended')
    await heedRestore(house.dataDir, heed)
    await heedRestore(house.dataDir, heed)
    expect(heard).toEqual([true, true, false])
  })

  test.each([
    [false, 'kept'],
    [true, 'restored'],
  ] as const)(
    'that holds a keyring from a folder of its own (%s): the keyring is %s',
    async (withKeyring, keyring) => {
      const inFolder = (data: ReturnType<typeof dataWith>) => {
        const keyringFile = join(data.dataDir, 'keys', 'ring.json')
        mkdirSync(join(data.dataDir, 'keys'))
        renameSync(data.keyringFile, keyringFile)
        return { ...data, keyringFile }
      }
      await backUp(inFolder(dataWith('oak')), file(), { withKeyring })
      const house = inFolder(dataWith('elm'))
      expect((await restore(house, file(), { force: true, keyFile: null, now })).keyring).toBe(keyring)
      expect(wordIn(house)).toBe('oak')
      expect(keyringOf(house)).toBe(withKeyring ? 'keyring of oak' : 'keyring of elm')
    },
  )

  test('holds the keyring when asked for', async () => {
    await backUp(dataWith('oak'), file(), { withKeyring: true })
    const house = empty()
    expect(await restore(house, file(), { force: false, keyFile: null, now })).toEqual({
      replaced: null,
      keyring: 'restored',
    })
    expect(keyringOf(house)).toBe('keyring of oak')
  })

  test('brings the files of documents along, as sealed as they are', async () => {
    const oak = dataWith('oak')
    mkdirSync(join(oak.dataDir, 'files', 'ab'), { recursive: true })
    writeFileSync(join(oak.dataDir, 'files', 'ab', 'ab12'), 'sealed picture')
    await backUp(oak, file(), { withKeyring: false })
    const house = empty()
    await restore(house, file(), { force: false, keyFile: null, now })
    expect(readFileSync(join(house.dataDir, 'files', 'ab', 'ab12'), 'utf8')).toBe('sealed picture')
  })

  test('is refused while a server holds the data, and nothing is written', async () => {
    const data = dataWith('oak')
    const lock = lockDataDir(data.dataDir)
    await expect(backUp(data, file(), { withKeyring: false })).rejects.toThrow(/in use by process/)
    lock.release()
    expect(readdirSync(place)).toEqual(['oak'])
  })

  test('never overwrites a file, lies in the data folder, or is made of nothing', async () => {
    const data = dataWith('oak')
    writeFileSync(file(), 'precious')
    await expect(backUp(data, file(), { withKeyring: false })).rejects.toThrow(/already/)
    await expect(backUp(data, join(data.dataDir, 'x.tar.gz'), { withKeyring: false })).rejects.toThrow(
      /inside/,
    )
    await expect(backUp(empty(), join(place, 'y.tar.gz'), { withKeyring: false })).rejects.toThrow(
      /no database/,
    )
  })

  test('of a PostgreSQL server is left to its own tools', async () => {
    const data = { ...dataWith('oak'), databaseUrl: 'postgres://db.example/fairfile' }
    await expect(backUp(data, file(), { withKeyring: false })).rejects.toThrow(/pg_dump/)
    await expect(restore(data, file(), { force: true, keyFile: null, now })).rejects.toThrow(/pg_restore/)
  })
})

describe('a restore', () => {
  test('refuses to replace data, and with force moves it aside and keeps the keyring', async () => {
    await backUp(dataWith('oak'), file(), { withKeyring: false })
    const house = dataWith('elm')
    await expect(restore(house, file(), { force: false, keyFile: null, now })).rejects.toThrow(/--force/)
    expect(wordIn(house)).toBe('elm')
    const { replaced, keyring } = await restore(house, file(), { force: true, keyFile: null, now })
    expect(wordIn(house)).toBe('oak')
    expect(keyring).toBe('kept')
    expect(keyringOf(house)).toBe('keyring of elm')
    expect(readFileSync(join(replaced ?? '', 'pg', 'word'), 'utf8')).toBe('elm')
  })

  test.each(['not a tar file at all', ''])('refuses what is no backup: "%s"', async content => {
    writeFileSync(file(), content)
    const house = dataWith('elm')
    await expect(restore(house, file(), { force: true, keyFile: null, now })).rejects.toThrow(/not a backup/)
    expect(wordIn(house)).toBe('elm')
    expect(readdirSync(house.dataDir).toSorted()).toEqual(['keyring.json', 'pg'])
  })
})

/** Opens the real database of a folder with its queue; `done` hears of every job that is done. */
const withQueue = async (
  { dataDir }: { dataDir: string },
  done: (id: string) => void,
  act: (jobs: Jobs, database: OpenDatabase) => Promise<unknown>,
) => {
  const database = await openEmbedded({ folder: join(dataDir, 'pg') }, error => {
    throw error
  })
  const jobs = await openJobs({
    database,
    clock: () => now,
    log: createLog('silent', process.stderr),
    metrics: { ended: () => undefined },
    timeZone: 'UTC',
  })
  await jobs.declare([defineJob(waitingTask, async ({ id }) => done(id))])
  await act(jobs, database)
  await jobs.stop(1_000)
  await database.close()
}

const waitingTask = {
  name: 'wait',
  payload: z.strictObject({ id: z.uuid() }),
  retry: { times: 1, firstSeconds: 1, longestSeconds: 1 },
  limitSeconds: 5,
}

test('a job that waited when the backup was made is done after the restore', async () => {
  const id = newId()
  const done: string[] = []
  const oak = { ...empty(), dataDir: join(place, 'oak') }
  mkdirSync(oak.dataDir)
  await withQueue(
    oak,
    one => done.push(one),
    (jobs, { db }) => jobs.enqueue(db, waitingTask, { id }),
  )
  await backUp(oak, file(), { withKeyring: false })
  await restore(empty(), file(), { force: false, keyFile: null, now })
  expect(done).toEqual([])
  await withQueue(
    empty(),
    one => done.push(one),
    jobs => jobs.drainQueue(),
  )
  expect(done).toEqual([id])
})
