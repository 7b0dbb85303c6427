import sharp from 'sharp'

/** Generated images for uploads: invented patterns, no real documents. */

type Wanted = { width?: number; height?: number; seed?: number }

/** Noise that depends on `seed`, so that two images are never equal. */
const pixels = (width: number, height: number, seed: number, channels: 1 | 3 | 4) => {
  const bytes = Buffer.alloc(width * height * channels)
  let state = seed + 1
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = ((at / channels) % width) + (state >>> 27)
  }
  return sharp(bytes, { raw: { width, height, channels } })
}

/** A sharp image to be encoded in any format. */
export const createPicture = ({ width = 64, height = 48, seed = 0 }: Wanted = {}) =>
  pixels(width, height, seed, 3)

export const createGreyPicture = ({ width = 64, height = 48, seed = 0 }: Wanted = {}) =>
  pixels(width, height, seed, 1)

/** CMYK, as saved by scanners and print shops. */
export const createCmykPicture = ({ width = 64, height = 48, seed = 0 }: Wanted = {}) =>
  pixels(width, height, seed, 3).toColourspace('cmyk')

/** Metadata of a phone's photo: location, device and orientation. */
const phoneMetadata = {
  IFD0: { Make: 'PlantedPhone', Software: 'PlantedSoftware' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '34/1 8/1 4711/100',
    GPSLongitudeRef: 'W',
    GPSLongitude: '118/1 14/1 815/100',
  },
} as const

/** A photo as taken by a phone, rotated by metadata. */
export const phonePicture = (wanted: Wanted = {}): Promise<Buffer> =>
  createPicture(wanted)
    .jpeg()
    .withExif(phoneMetadata)
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><planted>PlantedXmp</planted></x:xmpmeta>')
    .toBuffer()

/** A plain JPEG. */
export const plainPicture = (wanted: Wanted = {}): Promise<Buffer> => createPicture(wanted).jpeg().toBuffer()

/** One small JPEG of each common kind: a phone's, progressive, grayscale and CMYK. */
export const smallJpegs = async (): Promise<Buffer[]> => {
  const size = { width: 32, height: 32 }
  return Promise.all([
    phonePicture(size),
    createPicture(size).jpeg({ progressive: true }).toBuffer(),
    createGreyPicture(size).jpeg().toBuffer(),
    createCmykPicture(size).jpeg().toBuffer(),
  ])
}
