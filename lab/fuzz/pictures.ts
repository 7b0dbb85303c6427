import fc from 'fast-check'
import sharp from 'sharp'
import { AppError } from '#api/errors.ts'
import { exceedsPixelLimit, isCleanJpeg, readJpegHeader } from '#features/documents/jpeg.ts'
import { createImageProcessor, type ReencodedImage } from '#features/documents/server/pictures.ts'
import { mutateBytes } from '#test/support/files/mutations.ts'
import { smallJpegs } from '#test/support/files/pictures.ts'
import type { Scenario } from '../scenario.ts'
import { amount, tryAll } from './trial.ts'

type Remade = ReencodedImage | 'refused by the header' | 'refused by the decoder'

/** Randomly changed pictures: what the re-encoding pool returns is always a clean JPEG that decodes. */
export const pictures: Scenario = {
  what: 'randomly changed pictures are refused, or re-encoded as clean pictures that decode',
  options: amount,
  run: async (given, report) => {
    const originals = await smallJpegs()
    const pool = createImageProcessor({ waiting: 1_000 })
    given.later(() => pool.close())

    const act = async (bytes: Buffer): Promise<Remade> => {
      const header = readJpegHeader(bytes)
      if (header === null || exceedsPixelLimit(header)) return 'refused by the header'
      try {
        return await pool.reencode(bytes, 'fuzz')
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'unreadable_picture') throw error
        return 'refused by the decoder'
      }
    }
    const judge = async (remade: Remade) => {
      if (typeof remade === 'string') return remade
      for (const made of [remade.file, remade.thumbnail]) {
        if (!isCleanJpeg(made)) throw new Error('the stored picture is not clean')
        await sharp(made, { failOn: 'warning' }).raw().toBuffer()
      }
      return 'kept'
    }
    const inputs = fc.constantFrom(...originals).chain(mutateBytes)
    const shown = (bytes: Buffer) => bytes.toString('base64')
    await tryAll(given, report, { inputs, act, judge, shown, bounded: false })
  },
}
