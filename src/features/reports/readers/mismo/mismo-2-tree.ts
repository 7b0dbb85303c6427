import { isNode, type Tree } from '../json.ts'
import { oncePerName } from '../once-per-name.ts'
import { elementOf, leafOf, type XmlNode } from '../xml.ts'
import {
  addressNames,
  commentNames,
  type Name,
  personNames,
  repositoryNames,
  streetParts,
} from './mismo-2-names.ts'

/**
 * MISMO 2 as written by senders: XML with values in attributes (`_AccountType="Revolving"`), or the same as
 * JSON (`"@_AccountType": "Revolving"`; the parser drops the `@`). Both become one tree. Names are compared
 * without leading underscores and ignoring case, since converters change both.
 */

export type Part = {
  readonly name: string
  /** Attributes and text-only elements by name; repeated ones of one spelling are joined. */
  readonly values: ReadonlyMap<string, string>
  readonly parts: readonly Part[]
}

const keyOf = oncePerName(name => name.replace(/^[@_]+/, '').toLowerCase())

/** Values with their original spelling: only repeats of one spelling are pieces of one text. */
type Content = { values: Map<string, { spelling: string; texts: string[] }>; parts: Part[] }

const addValue = ({ values }: Content, spelling: string, text: string) => {
  if (text.trim() === '') return
  const key = keyOf(spelling)
  const known = values.get(key)
  if (known === undefined) values.set(key, { spelling, texts: [text] })
  else if (known.spelling === spelling) known.texts.push(text)
}

const partOf = (name: string, { values, parts }: Content): Part => ({
  name: keyOf(name),
  values: new Map([...values].map(([key, { texts }]) => [key, texts.join(' ')])),
  parts,
})

export const toPartFromXml = (node: XmlNode): Part => {
  const content: Content = { values: new Map(), parts: [] }
  for (const [name, text] of node.attributes) addValue(content, name, text)
  if (node.children.length > 0 || node.text !== '') addValue(content, '#text', node.text)
  for (const child of node.children) {
    if (child.children.length === 0 && child.attributes.size === 0) addValue(content, child.name, child.text)
    else content.parts.push(toPartFromXml(child))
  }
  return partOf(node.name, content)
}

const addJson = (content: Content, name: string, tree: Tree) => {
  if (typeof tree === 'string') addValue(content, name === '$' ? '#text' : name, tree)
  else if (Array.isArray(tree)) for (const one of tree) addJson(content, name, one)
  else if (isNode(tree)) content.parts.push(toPartFromJson(name, tree))
}

/** The tree of a JSON object; a single object and an array of one are equivalent. */
export const toPartFromJson = (name: string, tree: Tree): Part => {
  const content: Content = { values: new Map(), parts: [] }
  if (isNode(tree)) for (const [key, one] of tree) addJson(content, key, one)
  return partOf(name, content)
}

/** Direct children of that name. */
export const findParts = (part: Part | undefined, name: string): Part[] => {
  const key = keyOf(name)
  return part === undefined ? [] : part.parts.filter(one => one.name === key)
}

/** Descendants of that name, or the part itself; not nested ones. */
export const listParts = (part: Part, name: string): Part[] => {
  const key = keyOf(name)
  return part.name === key ? [part] : part.parts.flatMap(one => listParts(one, name))
}

export const partValue = (part: Part | undefined, ...names: readonly string[]): string | null => {
  for (const name of names) {
    const value = part?.values.get(keyOf(name))
    if (value !== undefined) return value
  }
  return null
}

/** Parts used in many places of a MISMO 2 response, as MISMO 3 elements. */

/** The values of a part under their MISMO 3 names. */
export const toLeaves = (part: Part | undefined, names: readonly Name[]): XmlNode[] =>
  names.flatMap(([to, ...from]) => leafOf(to, partValue(part, ...from)))

/** A NAME: its parts, and the full line in addition to or instead of them. */
export const nameElement = (person: Part): XmlNode =>
  elementOf('NAME', [
    ...toLeaves(person, personNames),
    ...leafOf('FullName', partValue(person, 'UnparsedName', 'Name')),
  ])

const parsedStreetOf = (part: Part | undefined): string | null => {
  const [street] = findParts(part, 'PARSED_STREET_ADDRESS')
  return streetParts.flatMap(name => partValue(street, name) ?? []).join(' ') || null
}

/** An ADDRESS; none when empty. */
export const addressElements = (part: Part | undefined): XmlNode[] => {
  const values = toLeaves(part, addressNames)
  const hasStreet = values.some(value => value.name === 'AddressLineText')
  const all = hasStreet ? values : [...leafOf('AddressLineText', parsedStreetOf(part)), ...values]
  return all.length === 0 ? [] : [elementOf('ADDRESS', all)]
}

/** Phone numbers: contact points other than fax and email, otherwise the part's own number. */
export const phoneElements = (part: Part | undefined): XmlNode[] => {
  const points = findParts(part, 'CONTACT_DETAIL').flatMap(detail => findParts(detail, 'CONTACT_POINT'))
  const numbers = points
    .filter(point => /phone/i.test(partValue(point, 'Type') ?? 'Phone'))
    .flatMap(point => partValue(point, 'Value') ?? [])
  const own = partValue(part, 'Phone')
  return (numbers.length === 0 && own !== null ? [own] : numbers).map(number =>
    elementOf('CONTACT_POINT_TELEPHONE', leafOf('ContactPointTelephoneValue', number)),
  )
}

/** The bureaus a part names, in child elements or in an attribute. */
export const repositoryElements = (part: Part): XmlNode[] => {
  const own = findParts(part, 'CREDIT_REPOSITORY')
  const named = own.length > 0 ? own : partValue(part, 'CreditRepositorySourceType') === null ? [] : [part]
  return named.map(one => elementOf('CREDIT_REPOSITORY', toLeaves(one, repositoryNames)))
}

/** Array stores trended values of earlier months in a comment, as markup. */
const isTrended = (comment: Part): boolean =>
  /^\s*</.test(partValue(comment, 'Text') ?? '') ||
  /trended/i.test([...comment.values.values()].join(' ').slice(0, 500))

/** Comments of a part, for remarks and statements. */
export const commentElements = (comments: readonly Part[]): XmlNode =>
  elementOf(
    'CREDIT_COMMENTS',
    comments
      .filter(comment => !isTrended(comment))
      .map(comment => elementOf('CREDIT_COMMENT', toLeaves(comment, commentNames))),
  )
