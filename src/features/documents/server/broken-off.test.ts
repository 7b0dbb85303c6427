import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import { encodeMultipart } from '#test/support/files/multipart.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { fetchDocuments, uploadDocument } from '#test/support/files/uploads.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await openApp()
  port = Number(new URL(await app.app.http.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

/** Sends the first half of an upload, and goes away once the server has it. */
const breakOff = async (token: string, picture: Uint8Array) => {
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

it('an upload that breaks off on its way keeps nothing, and takes nobody their place', async () => {
  const as = await app.register()
  const picture = await plainPicture()
  for (let each = 0; each < 4; each++) await breakOff(as.accessToken, picture)
  await expect.poll(async () => (await uploadDocument(app, 'Whole', picture, { as })).statusCode).toBe(201)
  expect((await fetchDocuments(app, as)).map(({ documentName }) => documentName)).toEqual(['Whole'])
})
