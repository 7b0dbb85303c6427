import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { encodeMultipart } from '#test/support/files/multipart.ts'
import { phonePicture, plainPicture } from '#test/support/files/pictures.ts'
import {
  fetchDocumentLists,
  fetchDocuments,
  parseUploadedDocument,
  uploadDocument,
} from '#test/support/files/uploads.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { isCleanJpeg } from '../jpeg.ts'
import { saveDocument } from './store.ts'
import { registerFile } from './stored-files.ts'
import { documents, storedFiles } from './tables.ts'

/** The embedded database has one session, so nothing runs concurrently there. */
const postgres = process.env.TEST_DATABASE_URL

const DAY = 86_400_000

let app: TestApp
let maya: Tokens & { userId: string }
let phone: string
let picture: Buffer
beforeAll(async () => {
  app = await openApp()
  const registered = await app.register()
  maya = registered
  phone = registered.phoneNumber
  picture = await plainPicture()
})
afterAll(() => app.close())

const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, as: Tokens = maya) =>
  app.send(method, path, { as })
const kept = async (name: string, file = picture, as: Tokens = maya) =>
  parseUploadedDocument(await uploadDocument(app, name, file, { as }))

describe('an upload', () => {
  it('returns the document that the list then shows', async () => {
    const answer = await uploadDocument(app, " Driver's license ", picture, {
      as: maya,
      kind: 'government_id',
    })
    expect(answer.statusCode).toBe(201)
    const document = parseUploadedDocument(answer)
    expect(document).toMatchObject({
      documentName: "Driver's license",
      kind: 'government_id',
      mimeType: 'image/jpeg',
      version: 1,
      createdAt: app.now().toISOString(),
      deletedAt: null,
    })
    expect(await fetchDocuments(app, maya)).toEqual([{ ...document, earlierVersions: 0 }])
  })

  it('is re-encoded: upright, and without anything that the phone wrote into it', async () => {
    const taken = await phonePicture({ width: 300, height: 200 })
    expect(taken.includes('PlantedPhone') && taken.includes('PlantedXmp')).toBe(true)
    const { id, fileSize } = await kept('From the phone', taken)
    const { rawPayload, headers } = await ask('GET', `/documents/${id}/download`)
    expect(headers['content-type']).toBe('image/jpeg')
    expect(rawPayload).toHaveLength(fileSize)
    expect(isCleanJpeg(rawPayload)).toBe(true)
    const { exif, xmp, icc, iptc, orientation, width, height } = await sharp(rawPayload).metadata()
    expect({ exif, xmp, icc, iptc, orientation }).toEqual({})
    expect({ width, height }).toEqual({ width: 200, height: 300 })
    expect(/Planted/.test(rawPayload.toString('latin1'))).toBe(false)
  })

  it('is limited to two concurrent ones per user; a third must wait, without affecting other users', async () => {
    const as = await app.register()
    const sent = Promise.all([1, 2, 3].map(each => uploadDocument(app, `Third ${each}`, picture, { as })))
    await kept('Not among them')
    const answers = (await sent).toSorted((one, other) => one.statusCode - other.statusCode)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 429])
    expect(answers[2]?.json()).toMatchObject({ code: 'rate_limited' })
    expect(answers[2]?.headers['retry-after']).toBe('2')
    await kept('Afterwards', picture, as)
  })

  it('of the same name again is the next version, and the list shows that one', async () => {
    const [first, second] = [await kept('Utility bill'), await kept('  Utility bill')]
    const other = await kept('Utility bill, October')
    expect([first.version, second.version, other.version]).toEqual([1, 2, 1])
    const listed = (await fetchDocuments(app, maya)).filter(
      ({ documentName }) => documentName === 'Utility bill',
    )
    expect(listed).toEqual([{ ...second, earlierVersions: 1 }])
    for (const { id } of [first, second])
      expect((await app.send('GET', `/documents/${id}/versions`, { as: maya })).json()).toEqual({
        data: [second, first],
      })
  })

  it('that began first and was stored last is still the newest version', async () => {
    const { db } = app.database
    const keep = async (at: Date) => {
      const fileKey = newId().replaceAll('-', '')
      await registerFile(db, fileKey, at)
      const thumbnail = Buffer.of(1)
      const made = { id: newId(), documentName: 'Overtaken', kind: 'other' as const, fileKey, thumbnail }
      return saveDocument(db, app.keyring, maya.userId, { ...made, fileSize: 1, now: at })
    }
    const second = await keep(app.now())
    const first = await keep(new Date(app.now().getTime() - 1_000))
    expect([second.version, first.version]).toEqual([1, 2])
    const [listed] = (await fetchDocuments(app, maya)).filter(
      ({ documentName }) => documentName === 'Overtaken',
    )
    expect(listed).toMatchObject({ id: first.id, version: 2, earlierVersions: 1 })
  })

  it('of the same name, concurrently, creates every version once', async () => {
    const versions: number[] = []
    for (let round = 0; round < 3; round++) {
      const pair = await Promise.all([kept('At once'), kept('At once')])
      versions.push(...pair.map(({ version }) => version).toSorted((one, other) => one - other))
    }
    expect(versions).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('with the same key returns the same document, and with another file is refused', async () => {
    const headers = { 'idempotency-key': 'upload-1' }
    const send = async (file: Uint8Array) => uploadDocument(app, 'Once', file, { as: maya, headers })
    const first = parseUploadedDocument(await send(picture))
    expect(parseUploadedDocument(await send(picture))).toEqual(first)
    expect((await send(await plainPicture({ seed: 9 }))).json()).toMatchObject({
      code: 'idempotency_mismatch',
    })
  })
})

describe('a refusal', () => {
  const large = Buffer.alloc(2_097_153, 7)
  const name = 'Please enter a document name'
  const size = 'File size must be less than 2MB'
  const type = 'Only JPEG files are supported'

  it.each([
    ['an empty name before anything else', '  ', large, 'image/png', 400, 'invalid_request', name],
    ['the size before the type', 'License', large, 'image/png', 413, 'too_large', size],
    ['the declared type', 'License', null, 'image/png', 415, 'unsupported_type', type],
    ['what the bytes are', 'License', Buffer.from('%PDF-1.7'), 'image/jpeg', 415, 'unsupported_type', type],
    ['a file of no bytes', 'License', Buffer.alloc(0), 'image/jpeg', 415, 'unsupported_type', type],
  ])('names %s', async (_, typed, file, declared, status, code, message) => {
    const answer = await uploadDocument(app, typed, file ?? picture, { as: maya, type: declared })
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { code, message }])
  })

  it('keeps that order when the file precedes the name, or the name is missing', async () => {
    const file = { name: 'file', file: large, type: 'image/png' }
    for (const parts of [[file, { name: 'documentName', value: ' ' }], [file]]) {
      const answer = await app.sendForm('/documents/upload', parts, { as: maya })
      expect(answer.json()).toMatchObject({ message: name, fields: { documentName: name } })
    }
    const named = [file, { name: 'documentName', value: 'License' }]
    expect((await app.sendForm('/documents/upload', named, { as: maya })).json()).toMatchObject({
      message: size,
    })
  })

  it('of an endless form is sent before its end', async () => {
    const endless = { name: 'file', file: Buffer.alloc(5_000_000), type: 'image/jpeg' }
    const first = await app.sendForm('/documents/upload', [endless], { as: maya })
    expect([first.statusCode, first.json()]).toMatchObject([413, { message: size }])
    const named = await uploadDocument(app, ' ', endless.file, { as: maya })
    expect([named.statusCode, named.json()]).toMatchObject([400, { message: name }])
  })

  it.each([
    ['no file', [{ name: 'documentName', value: 'License' }], { file: 'Choose a file' }],
    [
      'another kind',
      [
        { name: 'documentName', value: 'A' },
        { name: 'kind', value: 'selfie' },
      ],
      { kind: 'Choose what kind of document this is' },
    ],
    [
      'another field',
      [
        { name: 'documentName', value: 'A' },
        { name: 'owner', value: 'me' },
      ],
      { owner: 'This field is not known here' },
    ],
  ])('of %s names it', async (_, parts, fields) => {
    const answer = await app.sendForm('/documents/upload', parts, { as: maya })
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { fields }])
  })

  it('accepts exactly 2,097,152 bytes', async () => {
    const padded = Buffer.concat([picture, Buffer.alloc(2_097_152 - picture.length)])
    expect((await uploadDocument(app, 'Exactly', padded, { as: maya })).statusCode).toBe(201)
  })
})

describe('the quota', () => {
  /** Rows for a number of uploads, without their pictures. */
  const fill = async (userId: string, files: number, fileSize: number) => {
    const now = app.now()
    const keys = Array.from({ length: files }, () => newId().replaceAll('-', ''))
    await app.database.db.insert(storedFiles).values(keys.map(key => ({ key, createdAt: now })))
    await app.database.db.insert(documents).values(
      keys.map(fileKey => {
        const id = newId()
        const bytes = Buffer.from(id)
        const row = { id, userId, nameMac: bytes, name: bytes, thumbnail: bytes, kind: 'other' as const }
        return { ...row, version: 1, fileSize, fileKey, createdAt: now }
      }),
    )
  }

  it.each([
    ['200 files', 199, 1],
    ['200 MB', 1, 200 * 1024 * 1024 - 20_000],
  ])('allows %s and no more, and deleting a document frees some', async (_, files, fileSize) => {
    const as = await app.register()
    await fill(as.userId, files, fileSize)
    const { id } = await kept('The last', picture, as)
    const more = await uploadDocument(app, 'One more', await plainPicture({ width: 400, height: 400 }), {
      as,
    })
    expect([more.statusCode, more.json()]).toMatchObject([422, { code: 'no_room' }])
    await ask('DELETE', `/documents/${id}`, as)
    const instead = await kept('Instead', picture, as)
    expect((await ask('POST', `/documents/${id}/restore`, as)).statusCode).toBe(files > 1 ? 422 : 200)
    expect(instead.version).toBe(1)
  })

  it('is not exceeded by concurrent uploads', async () => {
    const as = await app.register()
    await fill(as.userId, 199, 1)
    const answers = await Promise.all(
      ['One', 'Other'].map(name => uploadDocument(app, name, picture, { as })),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 422]))
  })
})

describe('a download', () => {
  it('is an attachment under the document name, with headers that prevent scripts', async () => {
    const { id } = await kept('Año/1 "bill"')
    for (const part of ['download', 'thumbnail']) {
      const { headers } = await ask('GET', `/documents/${id}/${part}`)
      expect(headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': `attachment; filename="A-o-1 -bill-.jpg"; filename*=UTF-8''A%C3%B1o-1%20-bill-.jpg`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })
    }
  })

  it('has a thumbnail that is small and clean', async () => {
    const { id } = await kept('Tall', await phonePicture({ width: 2_000, height: 1_000 }))
    const { rawPayload } = await ask('GET', `/documents/${id}/thumbnail`)
    expect(isCleanJpeg(rawPayload)).toBe(true)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 120, height: 240 })
  })
})

describe('a deleted document', () => {
  const gone = [404, { code: 'not_found' }]
  const reading = async (id: string, part = 'download') => {
    const answer = await ask('GET', `/documents/${id}/${part}`)
    return [answer.statusCode, answer.statusCode === 200 ? {} : answer.json<unknown>()]
  }

  it('is removed and restored with all its versions', async () => {
    const [first, second] = [await kept('Card'), await kept('Card')]
    expect((await ask('DELETE', `/documents/${second.id}`)).json()).toEqual({ success: true })
    for (const { id } of [first, second])
      for (const part of ['download', 'thumbnail', 'versions'])
        expect(await reading(id, part)).toMatchObject(gone)
    expect((await fetchDocuments(app, maya)).some(({ documentName }) => documentName === 'Card')).toBe(false)
    const deleted = { ...second, deletedAt: app.now().toISOString(), earlierVersions: 1 }
    expect((await fetchDocumentLists(app, maya)).deleted).toContainEqual(deleted)
    expect((await ask('POST', `/documents/${second.id}/restore`)).json()).toEqual({ success: true })
    expect((await ask('GET', `/documents/${first.id}/versions`)).json()).toEqual({ data: [second, first] })
    expect((await fetchDocumentLists(app, maya)).deleted).toEqual([])
  })

  it('that was an earlier version does not affect the newest', async () => {
    const [first, second] = [await kept('Letter'), await kept('Letter')]
    await ask('DELETE', `/documents/${first.id}`)
    expect((await ask('GET', `/documents/${second.id}/versions`)).json()).toEqual({ data: [second] })
    expect((await kept('Letter')).version).toBe(3)
  })

  it('can be restored for seven days, and then it and its file are removed', async () => {
    const { id } = await kept('Short')
    await ask('DELETE', `/documents/${id}`)
    app.pass(7 * DAY - 1_000)
    maya = { ...maya, ...(await app.signIn(phone)) }
    expect((await ask('POST', `/documents/${id}/restore`)).statusCode).toBe(200)
    await ask('DELETE', `/documents/${id}`)
    app.pass(7 * DAY)
    maya = { ...maya, ...(await app.signIn(phone)) }
    const late = await ask('POST', `/documents/${id}/restore`)
    expect([late.statusCode, late.json()]).toMatchObject(gone)
  })

  it('cannot be deleted twice, nor restored while it is current', async () => {
    const { id } = await kept('Twice')
    expect((await ask('POST', `/documents/${id}/restore`)).statusCode).toBe(404)
    await ask('DELETE', `/documents/${id}`)
    expect((await ask('DELETE', `/documents/${id}`)).statusCode).toBe(404)
  })
})

it('can be read and added to by an assisting manager, and deleted only by its owner', async () => {
  const { id } = await kept('Opened')
  const assisting = await startImpersonation(app, maya.userId, 'Asked for help with a document')
  expect((await ask('GET', `/documents/${id}/download`, assisting)).statusCode).toBe(200)
  expect((await kept('By the manager', picture, assisting)).version).toBe(1)
  expect((await ask('DELETE', `/documents/${id}`, assisting)).json()).toMatchObject({ code: 'not_allowed' })
  const reading = await startImpersonation(app, maya.userId, null)
  const answer = await uploadDocument(app, 'Only reading', picture, { as: reading })
  expect(answer.json()).toMatchObject({ code: 'read_only' })
})

/** Sends the first half of an upload, and disconnects once the server has it. */
const breakOff = async (port: number, token: string) => {
  const { payload, type } = encodeMultipart([
    { name: 'documentName', value: 'Broken off' },
    { name: 'file', file: picture, type: 'image/jpeg' },
  ])
  const socket = connect(port, '127.0.0.1')
  const head = [
    'POST /api/v1/documents/upload HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    `content-type: ${type}`,
    `content-length: ${payload.length}`,
  ]
  await new Promise<void>(resolve => {
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(payload.subarray(0, payload.length / 2), () => resolve())
  })
  socket.destroy()
}

it('an interrupted upload stores nothing and releases its slot', async () => {
  const as = await app.register()
  const port = Number(new URL(await app.app.http.listen({ port: 0, host: '127.0.0.1' })).port)
  for (let each = 0; each < 4; each++) await breakOff(port, as.accessToken)
  await expect.poll(async () => (await uploadDocument(app, 'Whole', picture, { as })).statusCode).toBe(201)
  expect((await fetchDocuments(app, as)).map(({ documentName }) => documentName)).toEqual(['Whole'])
})

it.runIf(postgres)(
  'a document is not reported as restored while it is being deleted permanently',
  async () => {
    const as = await app.register()
    const { id } = await kept('Utility bill', picture, as)
    await app.send('DELETE', `/documents/${id}`, { as })
    const tidying = await app.database.pool.connect()
    await tidying.query('begin')
    await tidying.query('delete from documents where id = $1', [id])
    const back = app.send('POST', `/documents/${id}/restore`, { as })
    for (let waiting = 0; waiting === 0; ) {
      const { rows } = await app.database.db.execute<{ waiting: number }>(
        sql`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      )
      waiting = rows[0]?.waiting ?? 0
    }
    await tidying.query('commit')
    tidying.release()
    expect((await back).statusCode).toBe(404)
  },
)
