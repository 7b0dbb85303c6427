import path from 'node:path'
import {
  AnnotationMode,
  getDocument,
  OPS,
  PasswordException,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.min.mjs'
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
import { inflateSync } from 'node:zlib'
import { errorCode } from '#platform/error-code.ts'
import { pdfLimits } from '../../readers/pdf/limits.ts'
import type { PagesText } from '../../readers/pdf/pages-text.ts'
import { toMatrix } from './matrix.ts'
import { type Font, LimitExceeded, walkPage } from './page-walk.ts'
import type { PdfAnswer } from './pdf-answer.ts'

/**
 * Signs that a PDF is damaged. The library continues wherever it can, so a damaged file results in less or different text,
 * without an error; only its warnings show it, and checksums that it does not verify.
 */

/** Warnings about glyph shapes, which are not drawn here. */
const ofShapes = /\bTT: |CFF|glyf|'loca'|post table|stem hints|private use area|buildFontPaths/

/** Words about damage in the library's informational messages. */
const ofDamage =
  /flate stream|XRef|dictionary|Bad length|endstream|Illegal character|args, but received|End of file/i

let warnings = 0

/** Counts the library's warnings. */
const countWarnings = (): void => {
  console.warn = (message: unknown) => {
    if (!ofShapes.test(String(message))) warnings += 1
  }
  console.info = (message: unknown) => {
    if (ofDamage.test(String(message))) warnings += 1
  }
}

/** The number of warnings since the last call. */
const takeWarnings = (): number => {
  const taken = warnings
  warnings = 0
  return taken
}

const MAX_INFLATED_BYTES = 32 * 1024 * 1024

const isDeflated = (head: Buffer): boolean =>
  head.length === 2 && (head.readUInt8(0) & 0x0f) === 8 && head.readUInt16BE(0) % 31 === 0

const hasOwnChecksum = (bytes: Buffer): boolean => {
  try {
    inflateSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES })
    return true
  } catch (error) {
    return !(errorCode(error) === 'Z_DATA_ERROR' && String(error).includes('incorrect data check'))
  }
}

/** Whether a compressed part of the file has a wrong checksum: letters and digits may have changed. */
const hasWrongChecksum = (data: Uint8Array): boolean => {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  for (let at = bytes.indexOf('stream'); at !== -1; at = bytes.indexOf('stream', at + 6)) {
    const after = at + 6
    const start = after + (bytes[after] === 0x0d ? 2 : 1)
    if (isDeflated(bytes.subarray(start, start + 2)) && !hasOwnChecksum(bytes.subarray(start))) return true
  }
  return false
}

/** Larger images are not decoded; scans are not read, and small images that mark a cell keep their position. */
const MAX_IMAGE_PIXELS = 1_000_000

const fonts = path.join(import.meta.dirname, '../../../../../node_modules/pdfjs-dist/standard_fonts/')

const names: string[] = []
for (const [name, number] of Object.entries(OPS)) names[number] = name

countWarnings()

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const textOf = (info: unknown, name: string): string | null => {
  const value = isRecord(info) ? info[name] : null
  return typeof value === 'string' && value !== '' ? value.slice(0, 1000) : null
}

const usualFont: Font = { widthScale: 0.001, vertical: false }

const fontFrom = (found: unknown): Font => {
  const [widthScale = 0.001] = (isRecord(found) ? toMatrix(found['fontMatrix']) : null) ?? []
  return { widthScale, vertical: isRecord(found) && found['vertical'] === true }
}

/** The words and shapes of a PDF, or why there are none. */
export const openPdf = async (data: Uint8Array): Promise<PdfAnswer> => {
  // Before the library takes ownership of the bytes.
  const isChanged = hasWrongChecksum(data)
  const opening = getDocument({
    data,
    standardFontDataUrl: fonts,
    // An image beyond the limit would otherwise empty its page without an error.
    stopAtErrors: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: VerbosityLevel.INFOS,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  })
  try {
    takeWarnings()
    const pdf = await opening.promise
    if (pdf.numPages > pdfLimits.pages) return { kind: 'refused', reason: 'tooManyPages' }
    const { info } = await pdf.getMetadata()
    // Damage of the file's own table may affect any page.
    const isDamaged = takeWarnings() > 0
    const pages: PagesText['pages'] = []
    const into: Pick<PagesText, 'words' | 'shapes'> = { words: [], shapes: [] }
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const before = into.words.length + into.shapes.length
      const size = await readPage(pdf, number, into).catch((error: unknown) => {
        if (error instanceof LimitExceeded) throw error
        return null
      })
      // The library treats invalid content as empty.
      const isBlank = into.words.length + into.shapes.length === before
      const warned = takeWarnings() > 0 || isDamaged || size === null || isBlank
      pages.push({ width: size?.width ?? 0, height: size?.height ?? 0, warned })
    }
    // If the library did not warn, it is unknown which page was changed.
    if (isChanged && pages.every(({ warned }) => !warned)) for (const page of pages) page.warned = true
    const pagesText = { title: textOf(info, 'Title'), producer: textOf(info, 'Producer'), pages, ...into }
    return { kind: 'pages', pages: pagesText }
  } catch (error) {
    if (error instanceof LimitExceeded) return { kind: 'refused', reason: 'tooMuch' }
    return { kind: 'refused', reason: error instanceof PasswordException ? 'locked' : 'damaged' }
  }
}

/** The longest side that the format allows, in points. */
const isSide = (length: number): boolean => length > 0 && length <= 14_400

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>

const readPage = async (
  pdf: Pdf,
  number: number,
  into: Pick<PagesText, 'words' | 'shapes'>,
): Promise<{ width: number; height: number } | null> => {
  const page = await pdf.getPage(number)
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const operators = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
  const fontOf = (name: unknown): Font =>
    typeof name === 'string' && page.commonObjs.has(name) ? fontFrom(page.commonObjs.get(name)) : usualFont
  const start = toMatrix(transform)
  if (start === null || !isSide(width) || !isSide(height)) return null
  walkPage(operators, { page: number, width, height, start, fontOf, names, into })
  page.cleanup()
  return { width, height }
}
