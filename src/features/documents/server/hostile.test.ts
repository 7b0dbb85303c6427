import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { PLANTED } from '#test/support/files/hostile-bytes.ts'
import { type Hostile, hostilePictures } from '#test/support/files/hostile-pictures.ts'
import { mutateBytes } from '#test/support/files/mutations.ts'
import { smallJpegs } from '#test/support/files/pictures.ts'
import { fetchDocuments, uploadDocument } from '#test/support/files/uploads.ts'
import { isCleanJpeg } from '../jpeg.ts'

let app: TestApp
/** One user, because the decoder process of a user never gets another user's pictures. */
let maya: Tokens
beforeAll(async () => {
  app = await openApp()
  maya = await app.register()
})
afterAll(() => app.close())

const refusals: readonly number[] = [400, 413, 415, 422]

/** A few random changes; `npm run lab -- fuzz-pictures` tries thousands. */
const changedAtRandom = async (): Promise<Hostile[]> =>
  fc
    .sample(fc.constantFrom(...(await smallJpegs())).chain(mutateBytes), 24)
    .map(bytes => ({ name: `changed ${bytes.toString('base64')}`, bytes, becomes: 'either' }))

/** Checks that everything stored is one clean picture that decodes, without anything that was planted. */
const requireAllClean = async () => {
  const stored = await fetchDocuments(app, maya)
  for (const { id } of stored) {
    for (const part of ['download', 'thumbnail']) {
      const { statusCode, rawPayload } = await app.send('GET', `/documents/${id}/${part}`, { as: maya })
      expect([statusCode, isCleanJpeg(rawPayload)]).toEqual([200, true])
      expect(rawPayload.includes(PLANTED)).toBe(false)
      const picture = sharp(rawPayload, { failOn: 'warning' })
      const { format, space, exif, icc, xmp, iptc } = await picture.metadata()
      expect(format).toBe('jpeg')
      expect(['srgb', 'b-w']).toContain(space)
      expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined])
      await picture.raw().toBuffer()
    }
  }
  return stored.length
}

it('stores hostile files as clean pictures or refuses them, and other routes keep answering', async () => {
  const files = await hostilePictures()
  expect(files.length).toBeGreaterThanOrEqual(300)
  files.push(...(await changedAtRandom()))
  const unexpected: string[] = []
  let kept = 0
  const upload = async ({ name, bytes, becomes }: Hostile, index: number) => {
    const { statusCode } = await uploadDocument(app, `${index} ${name}`.slice(0, 120), bytes, { as: maya })
    if (statusCode === 201) kept += 1
    const isExpected =
      statusCode === 201 ? becomes !== 'refused' : becomes !== 'kept' && refusals.includes(statusCode)
    if (!isExpected) unexpected.push(`${name}: ${statusCode}`)
  }
  for (let at = 0; at < files.length; at += 2) {
    const both = files.slice(at, at + 2).map((file, index) => upload(file, at + index))
    if (at % 40 === 0) expect((await app.send('GET', '/user/info', { as: maya })).statusCode).toBe(200)
    await Promise.all(both)
  }
  expect(unexpected).toEqual([])
  expect(await requireAllClean()).toBe(kept)
  expect(kept).toBeGreaterThan(100)
}, 300_000)
