/** The kind of a file by its first bytes; names and declared types are often wrong, especially for HEIC. */
export type ConvertibleKind = 'jpeg' | 'png' | 'heic' | 'pdf'

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte)

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

const textAt = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end))

/** Brands of HEIF files whose pictures are coded in HEVC (ISO/IEC 23008-12, annex B), and the general ones. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/**
 * How many bytes are needed. A PDF may begin with something else within this many (ISO 32000-1, implementation note 13).
 */
export const HEAD_BYTES = 1_024

/** Null for anything else. */
export const findConvertibleKind = (head: Uint8Array): ConvertibleKind | null => {
  if (startsWith(head, JPEG)) return 'jpeg'
  if (startsWith(head, PNG)) return 'png'
  if (textAt(head, 4, 8) === 'ftyp' && heicBrands.includes(textAt(head, 8, 12))) return 'heic'
  return textAt(head, 0, HEAD_BYTES).includes('%PDF-') ? 'pdf' : null
}
