import libheif from 'libheif-js'

/** The limit of the server's decoder. */
const MAX_PIXELS = 40_000_000

/** The main picture of a HEIC file, upright. */
export const decodeHeic = async (bytes: Uint8Array): Promise<OffscreenCanvas> => {
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find(one => one.is_primary()) ?? images[0]
  if (image === undefined) throw new Error('no picture')
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > MAX_PIXELS) throw new Error('too many pixels')
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  const pixels = context.createImageData(width, height)
  await new Promise<void>((resolve, reject) => {
    image.display(pixels, shown => (shown === null ? reject(new Error('cannot be decoded')) : resolve()))
  })
  context.putImageData(pixels, 0, 0)
  return canvas
}
