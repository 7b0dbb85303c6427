import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { encodeFrame, readFrames } from '#platform/process-frames.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { isCleanJpeg } from '../jpeg.ts'
import { createImageProcessor, type ImageProcessor } from './pictures.ts'

const place = mkdtempSync(path.join(tmpdir(), 'fairfile-pictures-'))
afterAll(() => rmSync(place, { recursive: true }))

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
const hello = 'process.stdout.write(Buffer.alloc(8));'

/** A process that says it is ready and never answers; a shell starts faster than Node. */
const silent = ['/bin/sh', '-c', 'head -c 8 /dev/zero; exec sleep 60']

/** A process that says it is ready, and then does what the code says with the first bytes it is given. */
const acting = (code: string, start = hello) => [
  process.execPath,
  '-e',
  `${start} process.stdin.on('data', bytes => { ${code} })`,
]

/** Writes down which process was handed a picture, and what the kernel says of its privileges; answers with no picture. */
const telling = `
  const { readFileSync } = require('node:fs')
  const status = readFileSync('/proc/self/status', 'utf8')
  const told = Buffer.from(process.pid + ' ' + /NoNewPrivs:.(.)/.exec(status)[1])
  require('node:fs').appendFileSync(process.argv[1], told + '\\n')
  process.stdout.write(Buffer.alloc(8))
`

describe('the pool', () => {
  it.runIf(process.platform === 'linux')(
    'makes the pictures of one owner alone in a process, which can gain no privilege',
    async () => {
      const told = path.join(place, 'told')
      const pictures = pool({ program: [...acting(telling, hello), told], concurrent: 2 })
      for (const owner of ['maya', 'maya', 'daniel', 'maya'])
        await expect(pictures.reencode(Buffer.from('picture'), owner)).rejects.toEqual(unreadable)
      const lines = readFileSync(told, 'utf8').trim().split('\n')
      const [first, second, third, fourth] = lines.map(line => line.split(' ')[0])
      expect(second).toBe(first)
      expect(new Set([first, third, fourth]).size).toBe(3)
      const isBounded = existsSync('/usr/bin/setpriv')
      expect(new Set(lines.map(line => line.split(' ')[1]))).toEqual(new Set([isBounded ? '1' : '0']))
    },
  )

  it('re-encodes several pictures at once', async () => {
    const pictures = pool()
    const files = await Promise.all([1, 2, 3].map(seed => plainPicture({ seed })))
    const made = await Promise.all(files.map(file => pictures.reencode(file, 'maya')))
    for (const { file, thumbnail } of made)
      expect([isCleanJpeg(file), isCleanJpeg(thumbnail)]).toEqual([true, true])
    expect(new Set(made.map(({ file }) => file.toString('latin1'))).size).toBe(3)
  })

  it('refuses a picture that needs more than 256 MB of memory, and goes on with a new process', async () => {
    const pictures = pool({ concurrent: 1 })
    const file = await plainPicture()
    const tooLarge = await hungry()
    for (let round = 0; round < 2; round++) {
      await expect(pictures.reencode(tooLarge, 'maya')).rejects.toEqual(unreadable)
      await expect(pictures.reencode(file, 'maya')).resolves.toHaveProperty('file')
    }
  })

  it('ends a process after some pictures', async () => {
    const pictures = pool({ concurrent: 1, filesEach: 2 })
    const file = await plainPicture()
    for (let round = 0; round < 3; round++)
      await expect(pictures.reencode(file, 'maya')).resolves.toHaveProperty('file')
  })

  it.each([
    ['dies of it', 'process.kill(process.pid, "SIGSEGV")'],
    ['gives back what it was handed', 'process.stdout.write(Buffer.concat([bytes, Buffer.alloc(9)]))'],
    ['announces more than a picture can be', 'process.stdout.write(Buffer.alloc(8, 255))'],
  ])('refuses a picture when the process %s', async (_, code) => {
    const pictures = pool({ program: acting(code), timeoutMs: 30_000 })
    await expect(pictures.reencode(Buffer.from('picture'), 'maya')).rejects.toEqual(unreadable)
  })

  it.each([
    ['never answers', silent, 1_500],
    ['closes its output', acting('process.stdout.destroy()'), 2_000],
  ])(
    'is unavailable, and does not refuse the picture, when the process %s',
    async (_, program, timeoutMs) => {
      const pictures = pool({ program, timeoutMs })
      await expect(pictures.reencode(Buffer.from('picture'), 'maya')).rejects.toMatchObject({
        code: 'unavailable',
        retryAfterSeconds: 5,
      })
    },
  )

  it.each([
    ['cannot be started', ['/nowhere/node']],
    ['ends before it is ready', acting('', 'process.exit(1);')],
  ])('is unavailable when its process %s', async (_, program) => {
    await expect(pool({ program }).reencode(Buffer.from('picture'), 'maya')).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  it('is unavailable to more than may wait', async () => {
    const pictures = pool({ program: silent, timeoutMs: 500, concurrent: 1, waiting: 1 })
    const file = Buffer.from('picture')
    const [first, second] = [pictures.reencode(file, 'maya'), pictures.reencode(file, 'maya')]
    await expect(pictures.reencode(file, 'maya')).rejects.toMatchObject({ code: 'unavailable' })
    for (const waited of [first, second]) await expect(waited).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('hands its processes no environment', async () => {
    const told = path.join(place, 'environment.json')
    const code = 'require("fs").writeFileSync(process.argv[1], JSON.stringify(process.env)); process.exit()'
    await expect(
      pool({ program: [...acting(code), told] }).reencode(Buffer.from('picture'), 'maya'),
    ).rejects.toEqual(unreadable)
    const environment: unknown = JSON.parse(readFileSync(told, 'utf8'))
    expect(environment).toMatchObject({ MALLOC_ARENA_MAX: '1' })
    for (const name of ['HOME', 'USER', 'DATA_DIR']) expect(environment).not.toHaveProperty(name)
  })
})

describe('a picture', () => {
  it('of 40 megapixels is re-encoded', async () => {
    const large = await flat({ progressive: false, chromaSubsampling: '4:2:0' })
    const { file } = await pool().reencode(large, 'maya')
    expect(await sharp(file).metadata()).toMatchObject({ width: 8_000, height: 5_000 })
  })

  it('of more than 2 MB at a good quality is kept at a lower one', async () => {
    const noise = await plainPicture({ width: 3_000, height: 2_000 })
    const { file } = await pool().reencode(
      await sharp(noise).sharpen({ sigma: 5 }).jpeg({ quality: 40 }).toBuffer(),
      'maya',
    )
    expect(file.length).toBeLessThanOrEqual(2_097_152)
  })
})

describe('a message', () => {
  it('comes whole, however it was cut on its way', async () => {
    const messages = [
      [Buffer.of(1, 2, 3), Buffer.alloc(0)],
      [Buffer.alloc(0), Buffer.of(4)],
    ]
    const whole = Buffer.concat(messages.map(encodeFrame))
    for (const size of [1, 3, 8, 100]) {
      const came: Buffer[][] = []
      for await (const parts of readFrames(cut(whole, size), 2, 10)) came.push(parts)
      expect(came).toEqual(messages)
    }
  })
})

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

type Coding = { progressive: boolean; chromaSubsampling: string }

/** Forty megapixels of one colour: few bytes, much to decode. */
const flat = (coding: Coding) =>
  sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: '#c86432' } })
    .jpeg({ quality: 50, ...coding })
    .toBuffer()

/** Progressive at full colour: every coefficient is in memory at once. */
const hungry = () => flat({ progressive: true, chromaSubsampling: '4:4:4' })
