import { elementOf, leafOf, type XmlNode } from '../xml.ts'
import {
  addressNames,
  commentNames,
  type Name,
  personNames,
  repositoryNames,
  streetParts,
} from './mismo-2-names.ts'
import { findParts, type Part, partValue } from './mismo-2-tree.ts'

/** Parts that occur in many places of a MISMO 2 response, as MISMO 3 elements. */

/** The values of a part under their MISMO 3 names. */
export const toLeaves = (part: Part | undefined, names: readonly Name[]): XmlNode[] =>
  names.flatMap(([to, ...from]) => leafOf(to, partValue(part, ...from)))

/** A NAME: its parts, and the one line that a sender gives beside them or in their place. */
export const nameElement = (person: Part): XmlNode =>
  elementOf('NAME', [
    ...toLeaves(person, personNames),
    ...leafOf('FullName', partValue(person, 'UnparsedName', 'Name')),
  ])

const parsedStreetOf = (part: Part | undefined): string | null => {
  const [street] = findParts(part, 'PARSED_STREET_ADDRESS')
  return streetParts.flatMap(name => partValue(street, name) ?? []).join(' ') || null
}

/** An ADDRESS; none when the part holds none. */
export const addressElements = (part: Part | undefined): XmlNode[] => {
  const values = toLeaves(part, addressNames)
  const hasStreet = values.some(value => value.name === 'AddressLineText')
  const all = hasStreet ? values : [...leafOf('AddressLineText', parsedStreetOf(part)), ...values]
  return all.length === 0 ? [] : [elementOf('ADDRESS', all)]
}

/** Telephone numbers: of contact points those that are no fax or e-mail, else a number of its own. */
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

/** The bureaus a part names, in elements of their own or in an attribute. */
export const repositoryElements = (part: Part): XmlNode[] => {
  const own = findParts(part, 'CREDIT_REPOSITORY')
  const named = own.length > 0 ? own : partValue(part, 'CreditRepositorySourceType') === null ? [] : [part]
  return named.map(one => elementOf('CREDIT_REPOSITORY', toLeaves(one, repositoryNames)))
}

/** Array puts the trended values of earlier months into a comment, as a text of markup. */
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
