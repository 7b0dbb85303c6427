import { afterAll, expect, it } from 'vitest'
import { plainPicture } from '#test/support/files/pictures.ts'
import { createServerData } from '#test/support/own-database.ts'
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

/** Every listed document; each opens as a clean picture of its size. */
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

let remove = async () => {}
afterAll(() => remove())

it('keeps every acknowledged upload when the server is killed with kill -9', async () => {
  const data = await createServerData()
  remove = data.remove
  const settings = { ...data.settings, ...bareProduct }
  const killed = await runServer(settings)
  const picture = Uint8Array.from(await plainPicture({ width: 500, height: 400 }))
  const ledgers: { person: NewUser; acknowledged: Document[] }[] = []
  let uploads = 0
  const ends: Promise<number | null>[] = []
  const write = async (number: number) => {
    const person = await registerNewUser(killed.url, number)
    const acknowledged: Document[] = []
    ledgers.push({ person, acknowledged })
    while (ends.length === 0) {
      acknowledged.push(await upload(killed.url, person, `Document ${acknowledged.length}`, picture))
      uploads += 1
      if (uploads === UPLOADS_BEFORE_THE_KILL) ends.push(killed.end('SIGKILL'))
    }
  }
  const writers = await Promise.allSettled(Array.from({ length: WRITERS }, (_, number) => write(number)))
  const failures = writers.flatMap(one => (one.status === 'rejected' ? String(one.reason) : []))
  await Promise.all(ends)
  expect(uploads, failures.join('\n')).toBeGreaterThanOrEqual(UPLOADS_BEFORE_THE_KILL)

  const next = await runServer(settings)
  for (const { person, acknowledged } of ledgers) {
    const listed = await openEvery(next.url, person)
    for (const document of acknowledged) expect(listed).toContainEqual(expect.objectContaining(document))
  }
  await next.end('SIGTERM')
}, 400_000)
