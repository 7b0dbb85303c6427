/**
 * `npm run fuzz -- 100000`: pictures changed at random, given to the pool that makes pictures anew. Whatever comes back is a
 * clean JPEG that decodes; anything else ends the run with the seed that finds it again.
 */
import fc from 'fast-check'
import sharp from 'sharp'
import { Refusal } from '#api/errors.ts'
import { isCleanJpeg, isTooManyPixels, jpegHeaderOf } from '#features/documents/jpeg.ts'
import { type Picture, picturesWith } from '#features/documents/server/pictures.ts'
import { mutationsOf } from '#testing/files/mutations.ts'
import { cmykOf, greyOf, phonePicture, pictureOf } from '#testing/files/pictures.ts'
import { say } from './measure.ts'

const size = { width: 32, height: 32 }
const grounds = [
  await phonePicture(size),
  await pictureOf(size).jpeg({ progressive: true }).toBuffer(),
  await greyOf(size).jpeg().toBuffer(),
  await cmykOf(size).jpeg().toBuffer(),
]
const runs = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31)
const pictures = picturesWith({ waiting: 1_000 })
const counted = { kept: 0, 'refused by the header': 0, 'refused by the decoder': 0 }

const remade = async (bytes: Buffer): Promise<Picture | null> => {
  const header = jpegHeaderOf(bytes)
  if (header === null || isTooManyPixels(header)) {
    counted['refused by the header'] += 1
    return null
  }
  try {
    return await pictures.remake(bytes)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'unreadable_picture') throw error
    counted['refused by the decoder'] += 1
    return null
  }
}

say(`${runs} pictures changed at random, seed ${seed}`)
await fc.assert(
  fc.asyncProperty(fc.constantFrom(...grounds).chain(mutationsOf), async bytes => {
    const picture = await remade(bytes)
    if (picture === null) return
    counted.kept += 1
    for (const made of [picture.file, picture.thumbnail]) {
      if (!isCleanJpeg(made)) throw new Error('what was kept is not clean')
      await sharp(made, { failOn: 'warning' }).raw().toBuffer()
    }
  }),
  { numRuns: runs, seed },
)
pictures.close()
for (const [what, count] of Object.entries(counted)) say(`  ${what}: ${count}`)
