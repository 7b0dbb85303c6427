import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const texts = new Set(['.js', '.css', '.svg'])

/** The decoder of photos and the reader of PDFs, which load when a file needs them. */
const large = 1_000_000
const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY } = constants

/** One below the highest quality takes half the time, and makes a file up to 3 % larger. */
const qualityFor = ({ length }) => BROTLI_MAX_QUALITY - (length > large ? 1 : 0)

/** Writes a Brotli and a gzip form next to every text file of a folder, so that serving needs no compression. */
export const compressTexts = folder => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    if (!entry.isFile() || !texts.has(path.extname(file))) continue
    const content = readFileSync(file)
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, { params: { [BROTLI_PARAM_QUALITY]: qualityFor(content) } }),
    )
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}
