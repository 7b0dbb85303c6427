import { parseText } from '../fields.ts'
import { findNearest, type Tree } from '../json.ts'
import type { Reading, ReportOwner } from '../reading.ts'
import { elementOf, every, leafOf, type XmlNode } from '../xml.ts'
import { errorElements, fileElements, fileLabel } from './mismo-2-files.ts'
import { factorNames, inquiryNames, publicRecordNames, responseNames, scoreNames } from './mismo-2-names.ts'
import { liabilityElement, partyElement, toBorrowers } from './mismo-2-rows.ts'
import {
  addressElements,
  findParts,
  listParts,
  type Part,
  partValue,
  repositoryElements,
  toLeaves,
  toPartFromJson,
  toPartFromXml,
} from './mismo-2-tree.ts'
import type { Links } from './people.ts'
import { type Message, readResponses } from './response.ts'

/**
 * Reads MISMO 2.3.1, 2.4 and 2.6 credit responses, in XML and in Array's JSON. MISMO 3 renamed the parts and
 * replaced ids with links, so both are converted to MISMO 3 and read by its reader.
 */

/** The owner of every element, filled in during conversion. */
type Owners = Map<XmlNode, ReadonlySet<string>>

const borrowerLabel = (id: string): string => `borrower ${id}`

const idsIn = (ids: string | null): string[] => (ids ?? '').split(/\s+/).filter(id => id !== '')

/**
 * Links elements to the files and people that their parts name; a row of a person's file is also that
 * person's.
 */
const linker = (response: Part, owners: Owners) => {
  const files = findParts(response, 'CREDIT_FILE')
  const borrowersByFile = new Map(
    files.map(file => [partValue(file, 'CreditFileID') ?? '', idsIn(partValue(file, 'BorrowerID'))]),
  )
  const fileByScore = new Map(
    files.flatMap(file =>
      idsIn(partValue(file, 'CreditScoreID')).map(
        score => [score, partValue(file, 'CreditFileID') ?? ''] as const,
      ),
    ),
  )
  return (part: Part, element: XmlNode): XmlNode => {
    const given = idsIn(partValue(part, 'CreditFileID'))
    const scored = fileByScore.get(partValue(part, 'CreditScoreID') ?? '')
    const fileIds = given.length > 0 || part.name === 'credit_file' || scored === undefined ? given : [scored]
    const people = [
      ...idsIn(partValue(part, 'BorrowerID')),
      ...fileIds.flatMap(id => borrowersByFile.get(id) ?? []),
    ]
    owners.set(element, new Set([...fileIds.map(fileLabel), ...people.map(borrowerLabel)]))
    return element
  }
}

const inquiryElement = (inquiry: Part): XmlNode =>
  elementOf('CREDIT_INQUIRY', [
    elementOf('NAME', leafOf('FullName', partValue(inquiry, 'Name'))),
    ...toLeaves(inquiry, inquiryNames),
    ...addressElements(inquiry),
    ...repositoryElements(inquiry),
  ])

const publicRecordElement = (record: Part): XmlNode =>
  elementOf('CREDIT_PUBLIC_RECORD', [...toLeaves(record, publicRecordNames), ...repositoryElements(record)])

const scoreElement = (score: Part): XmlNode =>
  elementOf('CREDIT_SCORE', [
    ...toLeaves(score, scoreNames),
    ...findParts(score, 'FACTOR').map(factor =>
      elementOf('CREDIT_SCORE_FACTOR', toLeaves(factor, factorNames)),
    ),
  ])

const responseElement = (response: Part, answered: string | null, owners: Owners): XmlNode => {
  const link = linker(response, owners)
  const linked = (name: string, make: (part: Part) => XmlNode) =>
    findParts(response, name).map(part => link(part, make(part)))
  const references = new Map(
    findParts(response, 'CREDIT_TRADE_REFERENCE').map(one => [
      partValue(one, 'CreditTradeReferenceID') ?? '',
      one,
    ]),
  )
  const files = findParts(response, 'CREDIT_FILE')
  const fileParts = fileElements(response)
  fileParts.forEach((element, index) => {
    const part = files[index]
    if (part !== undefined) link(part, element)
  })
  const date = partValue(response, 'CreditReportLastUpdatedDate', 'CreditReportFirstIssuedDate')
  return elementOf('CREDIT_RESPONSE', [
    elementOf('CREDIT_RESPONSE_DETAIL', [
      ...toLeaves(response, responseNames),
      ...leafOf('CreditReportFirstIssuedDate', date === null ? answered : null),
    ]),
    errorElements(response),
    elementOf(
      'PARTIES',
      toBorrowers(response).map(person =>
        partyElement(person, borrowerLabel(partValue(person, 'BorrowerID') ?? '')),
      ),
    ),
    ...fileParts,
    ...linked('CREDIT_LIABILITY', row => liabilityElement(row, references)),
    ...linked('CREDIT_INQUIRY', inquiryElement),
    ...linked('CREDIT_PUBLIC_RECORD', publicRecordElement),
    elementOf('CREDIT_SCORES', linked('CREDIT_SCORE', scoreElement)),
  ])
}

/** The status of the order in the envelope: `_Condition`, and the sender's message. */
const statusElement = (root: Part): XmlNode => {
  const statuses = listParts(root, 'STATUS')
  const all = (name: string) => statuses.flatMap(status => partValue(status, name) ?? []).join('; ')
  return elementOf('STATUS', [
    ...leafOf('StatusCode', all('Condition')),
    ...leafOf('StatusDescription', all('Description')),
  ])
}

type Said = Pick<Message, 'format' | 'inquiryKind'>

const readTree = (tree: Part, said: Said, person: ReportOwner): Reading => {
  const owners: Owners = new Map()
  const links: Links = node => owners.get(node) ?? new Set()
  const parts = listParts(tree, 'CREDIT_RESPONSE')
  const answered =
    listParts(tree, 'RESPONSE')
      .map(part => partValue(part, 'ResponseDateTime'))
      .find(Boolean) ?? null
  const responses = parts.map(part => responseElement(part, answered, owners))
  const [version = null] = [...parts, ...listParts(tree, 'RESPONSE_GROUP')].flatMap(
    part => partValue(part, 'MISMOVersionID') ?? [],
  )
  const root = elementOf('RESPONSE_GROUP', [statusElement(tree), ...responses])
  return readResponses({ root, responses, links, version: parseText(version), ...said }, person)
}

/** Whether a CREDIT_RESPONSE has its values in attributes (MISMO 2) rather than elements (MISMO 3). */
const isResponse2 = (response: XmlNode): boolean =>
  [...response.attributes.keys()].some(name =>
    /^_?(MISMOVersionID|Credit(Response|Report)\w+)$/i.test(name),
  ) || response.children.some(part => [...part.attributes.keys()].some(name => name.startsWith('_')))

/** Whether a document is MISMO 2: a RESPONSE_GROUP, or a CREDIT_RESPONSE with its values in attributes. */
export const isMismo2 = (root: XmlNode): boolean =>
  /^response_group$/i.test(root.name) ||
  every(root, 'RESPONSE_GROUP').length > 0 ||
  (/^credit_response$/i.test(root.name) ? [root] : every(root, 'CREDIT_RESPONSE')).some(isResponse2)

/** Lender reports list only hard inquiries. */
export const readMismo2 = (root: XmlNode, person: ReportOwner): Reading =>
  readTree(toPartFromXml(root), { format: 'mismo-2', inquiryKind: 'hard' }, person)

/** The key of a response, or of an envelope that may contain one. */
const isEnvelope = (key: string): boolean => /^_?(credit_response|response_group)$/i.test(key)

/**
 * Reads MISMO 2 as JSON, in Array's form; null without a credit response. An inquiry's kind is unknown unless its
 * purpose states it, because this is a consumer report.
 */
export const readArray = (tree: Tree, person: ReportOwner): Reading | null => {
  const holder = findNearest(tree, node => [...node.keys()].some(isEnvelope))
  if (holder === undefined) return null
  return readTree(toPartFromJson('', holder), { format: 'array-json', inquiryKind: 'unknown' }, person)
}
