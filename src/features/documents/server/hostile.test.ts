import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { PLANTED } from '#test/support/files/hostile-bytes.ts'
import { type Hostile, hostilePictures } from '#test/support/files/hostile-pictures.ts'
import { mutateBytes } from '#test/support/files/mutations.ts'
import { createPicture, phonePicture } from '#test/support/files/pictures.ts'
import { fetchDocuments, uploadDocument } from '#test/support/files/uploads.ts'
import { isCleanJpeg } from '../jpeg.ts'

let app: TestApp
let people: Tokens[]
beforeAll(async () => {
  app = await openApp()
  people = await Promise.all([app.register(), app.register(), app.register()])
})
afterAll(() => app.close())

const refusals: readonly number[] = [400, 413, 415, 422]

/** Everything that people keep is one clean picture that opens, and holds nothing that was planted. */
const requireAllClean = async () => {
  let count = 0
  for (const as of people) {
    for (const { id } of await fetchDocuments(app, as)) {
      for (const part of ['download', 'thumbnail']) {
        const { statusCode, rawPayload } = await app.send('GET', `/documents/${id}/${part}`, { as })
        expect([statusCode, isCleanJpeg(rawPayload)]).toEqual([200, true])
        expect(rawPayload.includes(PLANTED)).toBe(false)
        const { format, space, exif, icc, xmp, iptc } = await sharp(rawPayload, {
          failOn: 'warning',
        }).metadata()
        expect(format).toBe('jpeg')
        expect(['srgb', 'b-w']).toContain(space)
        expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined])
        await sharp(rawPayload, { failOn: 'warning' }).raw().toBuffer()
      }
      count += 1
    }
  }
  return count
}

describe('hostile files', () => {
  it('are kept as clean pictures or refused, and other routes go on answering', async () => {
    const files = await hostilePictures()
    expect(files.length).toBeGreaterThanOrEqual(300)
    const astray: string[] = []
    let kept = 0
    const upload = async ({ name, bytes, becomes }: Hostile, index: number) => {
      const as = people[index % people.length]
      const { statusCode } = await uploadDocument(app, `${index} ${name}`.slice(0, 120), bytes, { as })
      if (statusCode === 201) kept += 1
      const fits =
        statusCode === 201 ? becomes !== 'refused' : becomes !== 'kept' && refusals.includes(statusCode)
      if (!fits) astray.push(`${name}: ${statusCode}`)
    }
    for (let at = 0; at < files.length; at += 4) {
      await Promise.all(files.slice(at, at + 4).map((file, index) => upload(file, at + index)))
      expect((await app.send('GET', '/user/info', { as: people[0] })).statusCode).toBe(200)
    }
    expect(astray).toEqual([])
    expect(await requireAllClean()).toBe(kept)
    expect(kept).toBeGreaterThan(100)
  }, 300_000)

  it('made by changing pictures at random are kept as clean pictures or refused', async () => {
    const grounds = [
      await phonePicture({ width: 32, height: 32 }),
      await createPicture({ width: 32, height: 32 }).jpeg({ progressive: true }).toBuffer(),
    ]
    const before = await requireAllClean()
    let kept = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...grounds).chain(mutateBytes), fc.nat(2), async (bytes, person) => {
        const { statusCode } = await uploadDocument(app, 'Changed', bytes, { as: people[person] })
        if (statusCode === 201) kept += 1
        else expect(refusals).toContain(statusCode)
      }),
      { numRuns: 150 },
    )
    expect(kept).toBeGreaterThan(0)
    expect(await requireAllClean()).toBeGreaterThan(before)
  }, 300_000)
})
