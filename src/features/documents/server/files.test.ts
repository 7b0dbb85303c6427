import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openS3Peer, type S3Peer } from '#test/fakes/s3-peer.ts'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { fetchDocuments, parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'
import { registerFile } from './stored-files.ts'
import { documents, storedFiles } from './tables.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Every stored file, by its key. */
type Standing = () => string[]

const onDisk = (app: TestApp) => path.join(path.dirname(app.keyringFile), 'files')
const inFolder = (root: string): string[] =>
  existsSync(root)
    ? readdirSync(root, { recursive: true, withFileTypes: true }).flatMap(entry =>
        entry.isFile() ? [entry.name] : [],
      )
    : []

/** Replaces the storage folder with a file, or restores it. */
const moveAside = (root: string, away: boolean) => {
  if (away) {
    renameSync(root, `${root}.aside`)
    writeFileSync(root, '')
  } else {
    rmSync(root)
    renameSync(`${root}.aside`, root)
  }
}

const tidy = async (app: TestApp) => {
  for (const one of app.app.cleanupTasks) await one(app.database.db, app.now())
}

const keysIn = async (app: TestApp) =>
  (await app.database.db.select().from(storedFiles).orderBy(asc(storedFiles.createdAt))).map(({ key }) => key)

/** Tests for every kind of storage. */
const filesBehave = (
  open: () => { app: TestApp; standing: Standing; fail: (how: 'now' | 'no more') => void },
) => {
  let maya: Tokens & { phoneNumber: string; userId: string }
  beforeAll(async () => {
    maya = await open().app.register()
  })
  const signIn = async () => {
    maya = { ...maya, ...(await open().app.signIn(maya.phoneNumber)) }
  }
  const kept = async (name: string) => {
    const { app } = open()
    return parseUploadedDocument(await uploadDocument(app, name, await plainPicture(), { as: maya }))
  }

  it('each version has one file, and files of deleted ones are removed after seven days', async () => {
    const { app, standing } = open()
    const [stays, goes] = [await kept('Stays'), await kept('Goes')]
    expect(standing().toSorted()).toEqual((await keysIn(app)).toSorted())
    await app.send('DELETE', `/documents/${goes.id}`, { as: maya })
    app.pass(7 * DAY - 1)
    await tidy(app)
    expect(standing()).toHaveLength(2)
    app.pass(1)
    await tidy(app)
    expect(standing()).toHaveLength(1)
    expect(standing()).toEqual(await keysIn(app))
    await signIn()
    expect((await app.send('GET', `/documents/${stays.id}/download`, { as: maya })).statusCode).toBe(200)
  })

  it('the file of an interrupted upload is removed after an hour, and not before', async () => {
    const { app, standing } = open()
    const before = standing()
    const orphan = 'f'.repeat(32)
    await registerFile(app.database.db, orphan, app.now())
    app.pass(HOUR - 1)
    await tidy(app)
    expect(await keysIn(app)).toContain(orphan)
    app.pass(1)
    await tidy(app)
    expect(await keysIn(app)).not.toContain(orphan)
    expect(standing()).toEqual(before)
  })

  it('nothing is stored, listed or shown while the storage fails, and everything works after it', async () => {
    const { app, fail } = open()
    await signIn()
    const { id } = await kept('Before the failure')
    const before = await fetchDocuments(app, maya)
    fail('now')
    const answer = await uploadDocument(app, 'During the failure', await plainPicture(), { as: maya })
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'unavailable' }])
    const read = await app.send('GET', `/documents/${id}/download`, { as: maya })
    expect([read.statusCode, read.json()]).toMatchObject([503, { code: 'unavailable' }])
    expect(await fetchDocuments(app, maya)).toEqual(before)
    fail('no more')
    expect((await app.send('GET', `/documents/${id}/download`, { as: maya })).statusCode).toBe(200)
    await kept('After the failure')
  })

  it('the export contains them, including deleted ones, and an erased user leaves none', async () => {
    const { app, standing, fail } = open()
    const before = standing()
    const leaving = await app.register()
    const upload = async (name: string) =>
      parseUploadedDocument(await uploadDocument(app, name, await plainPicture(), { as: leaving })).id
    const ids = [await upload('Mine'), await upload('Deleted')]
    await app.send('DELETE', `/documents/${ids[1]}`, { as: leaving })
    fail('now')
    const failed = await app.send('GET', '/user/export', { as: leaving })
    expect([failed.statusCode, failed.json()]).toMatchObject([503, { code: 'unavailable' }])
    fail('no more')
    const archive = await app.send('GET', '/user/export', { as: leaving })
    expect(archive.statusCode).toBe(200)
    for (const file of ['documents', ...ids])
      expect(archive.rawPayload.includes(`documents/${file}.`)).toBe(true)
    await app.send('DELETE', '/user', { as: leaving })
    app.pass(8 * DAY)
    await tidy(app)
    expect(standing().toSorted()).toEqual(before.toSorted())
    await signIn()
  })
}

describe('on disk', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app.close())

  const root = () => onDisk(app)
  filesBehave(() => ({
    app,
    standing: () => inFolder(root()),
    fail: how => moveAside(root(), how === 'now'),
  }))

  it('files and names are encrypted: a copy of disk and database shows neither', async () => {
    const as = await app.register()
    const { id } = parseUploadedDocument(
      await uploadDocument(app, 'Zanzibar passport', await plainPicture({ seed: 3 }), { as }),
    )
    const { rawPayload } = await app.send('GET', `/documents/${id}/download`, { as })
    const middle = rawPayload.subarray(700, 760)
    for (const name of inFolder(root())) {
      const stored = readFileSync(path.join(root(), name.slice(0, 2), name))
      expect([stored.includes(middle), stored.includes('JFIF')]).toEqual([false, false])
    }
    const dump = await storedText(app)
    for (const text of ['Zanzibar', Buffer.from('Zanzibar').toString('hex'), middle.toString('hex')])
      expect(dump).not.toContain(text)
  })

  it('files that cannot be removed do not block the removal of others', async () => {
    const keys = Array.from({ length: 16 }, (_, digit) => digit.toString(16).repeat(32))
    const stuck = ['0'.repeat(32), 'f'.repeat(32)]
    const place = (key: string) => path.join(root(), key.slice(0, 2), key)
    for (const key of keys) await registerFile(app.database.db, key, app.now())
    for (const key of stuck) mkdirSync(place(key), { recursive: true })
    const left = async () => (await keysIn(app)).filter(key => keys.includes(key)).toSorted()
    app.pass(HOUR)
    await expect(tidy(app)).rejects.toMatchObject({ provider: 'Storage' })
    expect(await left()).toEqual(stuck)
    for (const key of stuck) rmdirSync(place(key))
    await tidy(app)
    expect(await left()).toEqual([])
  })

  it('a file in place of another cannot be decrypted, even one of the same user', async () => {
    const as = await app.register()
    const [one, other] = [await plainPicture({ seed: 4 }), await plainPicture({ seed: 5 })]
    const ids = [
      parseUploadedDocument(await uploadDocument(app, 'One', one, { as })).id,
      parseUploadedDocument(await uploadDocument(app, 'Other', other, { as })).id,
    ]
    const [first, second] = await Promise.all(
      ids.map(async id => {
        const [row] = await app.database.db.select().from(documents).where(eq(documents.id, id))
        const key = row?.fileKey ?? ''
        return path.join(root(), key.slice(0, 2), key)
      }),
    )
    writeFileSync(first ?? '', readFileSync(second ?? ''))
    expect((await app.send('GET', `/documents/${ids[0]}/download`, { as })).statusCode).toBe(500)
  })
})

describe('in a bucket', () => {
  let app: TestApp
  let peer: S3Peer
  beforeAll(async () => {
    peer = await openS3Peer()
    const { bucket, endpoint, region, keys } = peer.settings
    app = await openApp({
      env: {
        S3_BUCKET: bucket,
        S3_ENDPOINT: endpoint?.href ?? '',
        S3_REGION: region,
        S3_ACCESS_KEY_ID: keys?.accessKeyId ?? '',
        S3_SECRET_ACCESS_KEY: keys?.secretAccessKey ?? '',
      },
    })
  })
  afterAll(async () => {
    await app.close()
    await peer.close()
  })

  filesBehave(() => ({
    app,
    standing: peer.keys,
    fail: how => peer.answer(how === 'now' ? 503 : null),
  }))

  it('nothing is stored on local disk, and every request is signed', () => {
    expect(existsSync(onDisk(app))).toBe(false)
    expect(peer.problems).toEqual([])
  })
})
