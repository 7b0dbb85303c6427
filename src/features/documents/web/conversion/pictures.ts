import { MAX_FILE_BYTES } from '../../upload-rules.ts'
import type { ConvertibleKind } from './file-kind.ts'

type Picture = ImageBitmap | OffscreenCanvas

/** The longest side of a stored picture: 230 dots per inch for a letter page, at which small print is legible. */
export const LONGEST_SIDE = 2_600

/** Tried in order; after that the picture is scaled down. */
const qualities = [0.9, 0.8, 0.7]
const SMALLER = 0.8

/** Decodes a picture in the browser; HEIC with the library if the browser has no decoder. */
export const openPicture = async (file: File, kind: Exclude<ConvertibleKind, 'pdf'>): Promise<Picture> => {
  try {
    return await createImageBitmap(file)
  } catch (error) {
    if (kind !== 'heic') throw error
    const { decodeHeic } = await import('./heic.ts')
    return decodeHeic(new Uint8Array(await file.arrayBuffer()))
  }
}

/** Draws on white, since JPEG has no transparency. */
const drawn = (picture: Picture, scale: number): OffscreenCanvas => {
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return canvas
}

/** A picture as a JPEG that may be uploaded, as large as the limit allows. */
export const encodeJpeg = async (picture: Picture): Promise<Blob> => {
  const fitting = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  for (let scale = fitting; ; scale *= SMALLER) {
    const canvas = drawn(picture, scale)
    for (const quality of qualities) {
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality })
      if (blob.size <= MAX_FILE_BYTES) return blob
    }
  }
}
