import type { Reader } from '../reading.ts'
import { unreadable } from '../reply-words.ts'
import { parseXml } from '../xml.ts'
import { isMismo2, readMismo2 } from './mismo-2.ts'
import { readMismo3 } from './mismo-3.ts'

/** Which MISMO an XML document is. */

/**
 * Requests, embedded PDF and HTML copies of the report, watch-list products and sums are no data of the file, and
 * values of earlier months none of now.
 */
const skipped = new Set([
  'CREDIT_REQUEST',
  'DOCUMENT_SETS',
  'FOREIGN_OBJECT',
  'EMBEDDED_FILE',
  'EMBEDDED_CONTENT',
  'REGULATORY_PRODUCT',
  'CREDIT_SUMMARY',
  'CREDIT_LIABILITY_PRIOR_INFORMATIONS',
  'PERIODIC_LATE_COUNTS',
])

/** Reads a MISMO 2.x or 3.x credit response, alone or in a sender's own envelope. */
export const readMismo: Reader = (text, person) => {
  const parsed = parseXml(text, skipped)
  if ('stopped' in parsed) return unreadable.broken('XML', parsed.stopped)
  return isMismo2(parsed.root) ? readMismo2(parsed.root, person) : readMismo3(parsed.root, person)
}
