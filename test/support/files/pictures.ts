import sharp from 'sharp'

/** Pictures that tests upload, made by code: invented patterns, no one's document. */

type Wanted = { width?: number; height?: number; seed?: number }

/** Noise that differs by `seed`, so that two pictures are never the same. */
const pixels = (width: number, height: number, seed: number, channels: 1 | 3 | 4) => {
  const bytes = Buffer.alloc(width * height * channels)
  let state = seed + 1
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = ((at / channels) % width) + (state >>> 27)
  }
  return sharp(bytes, { raw: { width, height, channels } })
}

/** A sharp picture to encode in any way. */
export const createPicture = ({ width = 64, height = 48, seed = 0 }: Wanted = {}) =>
  pixels(width, height, seed, 3)

export const createGreyPicture = ({ width = 64, height = 48, seed = 0 }: Wanted = {}) =>
  pixels(width, height, seed, 1)

/** Four inks, as scanners and print shops save. */
export const createCmykPicture = ({ width = 64, height = 48, seed = 0 }: Wanted = {}) =>
  pixels(width, height, seed, 3).toColourspace('cmyk')

/** What a phone writes into a picture: where it was taken, by what, and which way up it is. */
export const phoneMetadata = {
  IFD0: { Make: 'PlantedPhone', Software: 'PlantedSoftware' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '34/1 8/1 4711/100',
    GPSLongitudeRef: 'W',
    GPSLongitude: '118/1 14/1 815/100',
  },
} as const

/** A picture as a phone takes it, lying on its side. */
export const phonePicture = (wanted: Wanted = {}): Promise<Buffer> =>
  createPicture(wanted)
    .jpeg()
    .withExif(phoneMetadata)
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><planted>PlantedXmp</planted></x:xmpmeta>')
    .toBuffer()

/** A plain picture. */
export const plainPicture = (wanted: Wanted = {}): Promise<Buffer> => createPicture(wanted).jpeg().toBuffer()

/** One small JPEG of each kind that people bring: a phone's, a progressive one, one of greys and one of four inks. */
export const smallJpegs = async (): Promise<Buffer[]> => {
  const size = { width: 32, height: 32 }
  return Promise.all([
    phonePicture(size),
    createPicture(size).jpeg({ progressive: true }).toBuffer(),
    createGreyPicture(size).jpeg().toBuffer(),
    createCmykPicture(size).jpeg().toBuffer(),
  ])
}
