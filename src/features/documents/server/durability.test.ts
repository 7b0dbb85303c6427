import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openS3Peer, type S3Peer } from '#test/fakes/s3-peer.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { openOwnDatabase } from '#test/support/own-database.ts'
import { type NewUser, registerNewUser } from '#test/support/people/new-user.ts'
import { bareProduct, runServer } from '#test/support/run-server.ts'
import { type Document, documents } from '../contract.ts'
import { isCleanJpeg } from '../jpeg.ts'

const WRITERS = 3
const UPLOADS_BEFORE_THE_KILL = 12

const asOf = ({ accessToken }: NewUser) => ({ headers: { authorization: `Bearer ${accessToken}` } })

const upload = async (url: string, person: NewUser, name: string, file: Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  form.set('documentName', name)
  form.set('file', new Blob([file], { type: 'image/jpeg' }), 'picture.jpg')
  const answer = await fetch(`${url}/api/v1/documents/upload`, {
    method: 'POST',
    body: form,
    ...asOf(person),
  })
  return documents.upload.reply.parse(await answer.json()).document
}

/** Every version that the server tells of, and that each of them opens as a clean picture of its size. */
const openEvery = async (url: string, person: NewUser) => {
  const read = async (address: string) => {
    const answer = await fetch(`${url}/api/v1${address}`, asOf(person))
    expect([address, answer.status]).toEqual([address, 200])
    return answer
  }
  const { data } = documents.list.reply.parse(await (await read('/documents')).json())
  for (const { id, fileSize } of data) {
    const bytes = new Uint8Array(await (await read(`/documents/${id}/download`)).arrayBuffer())
    expect([bytes.length, isCleanJpeg(bytes)]).toEqual([fileSize, true])
  }
  return data
}

type Ledger = { person: NewUser; acknowledged: Document[] }

/** Uploads at once from some people until the server is killed in the middle, then the same on what it left. */
const killAndLook = async (rounds: number, settings: Record<string, string>) => {
  const ledgers: Ledger[] = []
  for (let round = 0; round <= rounds; round++) {
    const server = await runServer(settings)
    for (const { person, acknowledged } of ledgers) {
      const standing = await openEvery(server.url, person)
      for (const document of acknowledged) expect(standing).toContainEqual(expect.objectContaining(document))
    }
    if (round === rounds) {
      await server.end('SIGTERM')
      break
    }
    const picture = Uint8Array.from(await plainPicture({ width: 500, height: 400, seed: round }))
    const kill = { asked: false, uploads: 0, ended: Promise.resolve<number | null>(null) }
    const write = async (number: number) => {
      const ledger: Ledger = { person: await registerNewUser(server.url, number), acknowledged: [] }
      ledgers.push(ledger)
      while (!kill.asked) {
        const name = `Document ${ledger.acknowledged.length}`
        ledger.acknowledged.push(await upload(server.url, ledger.person, name, picture))
        kill.uploads += 1
        if (kill.uploads !== UPLOADS_BEFORE_THE_KILL) continue
        kill.asked = true
        kill.ended = server.end('SIGKILL')
      }
    }
    const writers = Array.from({ length: WRITERS }, (_, each) => write(round * WRITERS + each))
    const broken = (await Promise.allSettled(writers)).flatMap(end =>
      end.status === 'rejected' ? String(end.reason) : [],
    )
    await kill.ended
    expect(kill.uploads, broken.join('\n')).toBeGreaterThanOrEqual(UPLOADS_BEFORE_THE_KILL)
  }
  return ledgers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
}

const folders: string[] = []
const dataDir = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairfile-documents-'))
  folders.push(folder)
  return folder
}

describe('an acknowledged upload outlives kill -9, and what the list shows opens', () => {
  let peer: S3Peer
  const drops: (() => Promise<void>)[] = []
  beforeAll(async () => {
    peer = await openS3Peer()
  })
  afterAll(async () => {
    await peer.close()
    for (const drop of drops) await drop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  /** A new database on the server under test, when there is one; else the embedded one of the data folder. */
  const settingsOf = async (): Promise<Record<string, string>> => {
    const settings = { DATA_DIR: dataDir(), ...bareProduct }
    if (!process.env.TEST_DATABASE_URL) return settings
    const own = await openOwnDatabase()
    drops.push(own.drop)
    return { ...settings, DATABASE_URL: own.url ?? '' }
  }

  it('on disk', async () => {
    const count = await killAndLook(3, await settingsOf())
    expect(count).toBeGreaterThanOrEqual(3 * UPLOADS_BEFORE_THE_KILL)
  }, 400_000)

  it('in a bucket', async () => {
    const { bucket, endpoint, region, accessKeyId, secretAccessKey } = peer.settings
    const count = await killAndLook(2, {
      ...(await settingsOf()),
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint?.href ?? '',
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    })
    expect(count).toBeGreaterThanOrEqual(2 * UPLOADS_BEFORE_THE_KILL)
    expect(peer.problems).toEqual([])
  }, 400_000)
})
