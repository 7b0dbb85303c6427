import { setPriority } from 'node:os'
import sharp from 'sharp'
import { encodeFrame, readFrames } from '#platform/process-frames.ts'
import { MAX_FILE_BYTES } from '../upload-rules.ts'

/**
 * A separate process that re-encodes pictures: decodes strictly, rotates upright, converts to sRGB and encodes without
 * metadata. It receives bytes and returns the picture and its thumbnail, or nothing if the bytes cannot be decoded.
 */

/** Limits for one picture: a picture that exceeds them ends the process and is refused. */
const MEMORY_BYTES = 256 * 1024 * 1024
const PROCESSOR_MICROSECONDS = 5_000_000
const WATCH_MS = 10

const THUMBNAIL_SIDE = 240

/** Tried in order until the stored file is no larger than an upload may be. */
const qualities = [88, 72, 56] as const

// Serve requests for other routes first.
setPriority(10)
sharp.concurrency(1)
sharp.cache(false)
// Only the JPEG loader of libvips is reachable.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg'] })

const input = { failOn: 'warning', limitInputPixels: 40_000_000, sequentialRead: true } as const
// Optimized Huffman tables would keep the whole picture in memory to save a few percent of its size.
const output = { optimiseCoding: false, progressive: false, chromaSubsampling: '4:2:0' } as const

const cleaned = async (bytes: Buffer): Promise<Buffer> => {
  let file = Buffer.alloc(0)
  for (const quality of qualities) {
    file = await sharp(bytes, input)
      .autoOrient()
      .toColourspace('srgb')
      .jpeg({ ...output, quality })
      .toBuffer()
    if (file.length <= MAX_FILE_BYTES) return file
  }
  throw new Error(`${file.length} bytes at the lowest quality`)
}

const thumbnailOf = (file: Buffer): Promise<Buffer> =>
  sharp(file, input)
    .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ ...output, quality: 80 })
    .toBuffer()

/** Ends the process if a picture costs too much. Decoding runs in another thread, so this one can check. */
const watched = async <T>(act: () => Promise<T>): Promise<T> => {
  const before = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if (user + system > PROCESSOR_MICROSECONDS || process.memoryUsage.rss() > MEMORY_BYTES)
      process.kill(process.pid, 'SIGKILL')
  }, WATCH_MS)
  try {
    return await act()
  } finally {
    clearInterval(timer)
  }
}

const nothing = Buffer.alloc(0)

// The first message signals that everything is loaded: if the process ends later, a picture caused it.
process.stdout.write(encodeFrame([nothing, nothing]))

for await (const [bytes = nothing] of readFrames(process.stdin, 1, MAX_FILE_BYTES)) {
  const picture = await watched(async () => {
    const file = await cleaned(bytes)
    return { file, thumbnail: await thumbnailOf(file) }
  }).catch(() => ({ file: nothing, thumbnail: nothing }))
  process.stdout.write(encodeFrame([picture.file, picture.thumbnail]))
}
