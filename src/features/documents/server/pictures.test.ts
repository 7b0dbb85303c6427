import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { isCleanJpeg } from '../jpeg.ts'
import { createImageProcessor, type ImageProcessor } from './pictures.ts'

const opened: ImageProcessor[] = []
const pool = (...own: Parameters<typeof createImageProcessor>): ImageProcessor => {
  const pictures = createImageProcessor(...own)
  opened.push(pictures)
  return pictures
}
afterEach(() => {
  for (const pictures of opened.splice(0)) pictures.close()
})

const unreadable = new AppError('unreadable_picture')
describe('the pool', () => {
  it('re-encodes several pictures concurrently', async () => {
    const pictures = pool()
    const files = await Promise.all([1, 2, 3].map(seed => plainPicture({ seed })))
    const made = await Promise.all(files.map(file => pictures.reencode(file, 'maya')))
    for (const { file, thumbnail } of made)
      expect([isCleanJpeg(file), isCleanJpeg(thumbnail)]).toEqual([true, true])
    expect(new Set(made.map(({ file }) => file.toString('latin1'))).size).toBe(3)
  })

  it('refuses a picture that needs more than 256 MB of memory, and continues with a new process', async () => {
    const pictures = pool({ concurrent: 1 })
    const file = await plainPicture()
    const tooLarge = await hungry()
    for (let round = 0; round < 2; round++) {
      await expect(pictures.reencode(tooLarge, 'maya')).rejects.toEqual(unreadable)
      await expect(pictures.reencode(file, 'maya')).resolves.toHaveProperty('file')
    }
  })

  it('refuses a result of its process that is not a picture', async () => {
    const code =
      'process.stdin.on("data", bytes => process.stdout.write(Buffer.concat([bytes, Buffer.alloc(9)])))'
    const pictures = pool({
      program: [process.execPath, '-e', `process.stdout.write(Buffer.alloc(8)); ${code}`],
    })
    await expect(pictures.reencode(Buffer.from('picture'), 'maya')).rejects.toEqual(unreadable)
  })
})

describe('a picture', () => {
  it('of 40 megapixels is re-encoded', async () => {
    const large = await flat({ progressive: false, chromaSubsampling: '4:2:0' })
    const { file } = await pool().reencode(large, 'maya')
    expect(await sharp(file).metadata()).toMatchObject({ width: 8_000, height: 5_000 })
  })

  it('of more than 2 MB at a good quality is stored at a lower one', async () => {
    const noise = await plainPicture({ width: 3_000, height: 2_000 })
    const { file } = await pool().reencode(
      await sharp(noise).sharpen({ sigma: 5 }).jpeg({ quality: 40 }).toBuffer(),
      'maya',
    )
    expect(file.length).toBeLessThanOrEqual(2_097_152)
  })
})

type Coding = { progressive: boolean; chromaSubsampling: string }

/** Forty megapixels of one color: few bytes, expensive to decode. */
const flat = (coding: Coding) =>
  sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: '#c86432' } })
    .jpeg({ quality: 50, ...coding })
    .toBuffer()

/** Progressive at full color: all coefficients are in memory at the same time. */
const hungry = () => flat({ progressive: true, chromaSubsampling: '4:4:4' })
