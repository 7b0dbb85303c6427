import { inflateSync } from 'node:zlib'
import { errorCode } from '#platform/error-code.ts'

/**
 * Signs that a PDF is damaged. The library reads on wherever it can, so a damaged file gives less text, or other text,
 * and no error; what shows it are its warnings, and checksums that it does not check.
 */

/** About the shapes of letters, which are not drawn here. */
const ofShapes = /\bTT: |CFF|glyf|'loca'|post table|stem hints|private use area|buildFontPaths/

/** Of what the library only remarks on, the words about damage. */
const ofDamage =
  /flate stream|XRef|dictionary|Bad length|endstream|Illegal character|args, but received|End of file/i

let warnings = 0

/** Has the library's warnings counted. */
export const countWarnings = (): void => {
  console.warn = (message: unknown) => {
    if (!ofShapes.test(String(message))) warnings += 1
  }
  console.info = (message: unknown) => {
    if (ofDamage.test(String(message))) warnings += 1
  }
}

/** How many there were since this was last asked. */
export const takeWarnings = (): number => {
  const taken = warnings
  warnings = 0
  return taken
}

const MOST_INFLATED_BYTES = 32 * 1024 * 1024

const isDeflated = (head: Buffer): boolean =>
  head.length === 2 && (head.readUInt8(0) & 0x0f) === 8 && head.readUInt16BE(0) % 31 === 0

const hasOwnChecksum = (bytes: Buffer): boolean => {
  try {
    inflateSync(bytes, { maxOutputLength: MOST_INFLATED_BYTES })
    return true
  } catch (error) {
    return !(errorCode(error) === 'Z_DATA_ERROR' && String(error).includes('incorrect data check'))
  }
}

/** Whether a compressed part of the file is not what was compressed: letters and digits may have changed. */
export const hasWrongChecksum = (data: Uint8Array): boolean => {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  for (let at = bytes.indexOf('stream'); at !== -1; at = bytes.indexOf('stream', at + 6)) {
    const after = at + 6
    const start = after + (bytes[after] === 0x0d ? 2 : 1)
    if (isDeflated(bytes.subarray(start, start + 2)) && !hasOwnChecksum(bytes.subarray(start))) return true
  }
  return false
}
