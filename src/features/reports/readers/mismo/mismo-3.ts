import { parseText } from '../fields.ts'
import type { Reading, ReportOwner } from '../reading.ts'
import { unreadable } from '../reply-words.ts'
import { below, child, every, type XmlNode } from '../xml.ts'
import { readLinks } from './links.ts'
import { hasData, readResponses } from './response.ts'

/** The reader of MISMO 3.x credit responses (docs/report-model.md). */

/** `3.4.032420160128` of the message, else the sender's own version of the data. */
const versionOf = (root: XmlNode): string | null => {
  const message = [root, ...every(root, 'MESSAGE')].find(node => node.name === 'MESSAGE')
  const model = /^3\.\d+/.exec(message?.attributes.get('MISMOReferenceModelIdentifier') ?? '')?.[0]
  return model ?? parseText(below(child(message, 'ABOUT_VERSIONS'), 'DataVersionIdentifier'))
}

const isMismo3 = (root: XmlNode): boolean =>
  root.name === 'MESSAGE' ||
  every(root, 'MESSAGE').length > 0 ||
  (root.name === 'CREDIT_RESPONSE' && hasData(root))

/** Reads a MISMO 3.x MESSAGE, or one wrapped in a sender's own envelope. */
export const readMismo3 = (root: XmlNode, person: ReportOwner): Reading => {
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
