import { parseText } from '../fields.ts'
import { type Reader, type Reading, type ReportOwner, unreadable } from '../reading.ts'
import { below, child, every, parseXml, type XmlNode } from '../xml.ts'
import { isMismo2, readMismo2 } from './mismo-2.ts'
import { readLinks } from './people.ts'
import { hasData, readResponses } from './response.ts'

/** Reads MISMO 3.x credit responses (docs/reference/report-model.md). */

/** `3.4.032420160128` of the message, otherwise the sender's own version of the data. */
const versionOf = (root: XmlNode): string | null => {
  const message = [root, ...every(root, 'MESSAGE')].find(node => node.name === 'MESSAGE')
  const model = /^3\.\d+/.exec(message?.attributes.get('MISMOReferenceModelIdentifier') ?? '')?.[0]
  return model ?? parseText(below(child(message, 'ABOUT_VERSIONS'), 'DataVersionIdentifier'))
}

const isMismo3 = (root: XmlNode): boolean =>
  root.name === 'MESSAGE' ||
  every(root, 'MESSAGE').length > 0 ||
  (root.name === 'CREDIT_RESPONSE' && hasData(root))

/** Reads a MISMO 3.x MESSAGE, also inside a sender's own envelope. */
const readMismo3 = (root: XmlNode, person: ReportOwner): Reading => {
  if (!isMismo3(root)) return unreadable.unknownXml(root.name.slice(0, 60))
  const responses = root.name === 'CREDIT_RESPONSE' ? [root] : every(root, 'CREDIT_RESPONSE')
  return readResponses(
    {
      root,
      responses,
      links: readLinks(root),
      format: 'mismo-3',
      version: versionOf(root),
      inquiryKind: 'hard',
    },
    person,
  )
}

/**
 * Not part of the file's current data: requests, embedded PDF and HTML copies, watch-list products, totals,
 * and values of earlier months.
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

/** Reads a MISMO 2.x or 3.x credit response, also inside a sender's own envelope. */
export const readMismo: Reader = (text, person) => {
  const parsed = parseXml(text, skipped)
  if ('stopped' in parsed) return unreadable.broken('XML', parsed.stopped)
  return isMismo2(parsed.root) ? readMismo2(parsed.root, person) : readMismo3(parsed.root, person)
}
