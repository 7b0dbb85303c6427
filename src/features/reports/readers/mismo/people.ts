import { findBorrower } from '../../person.ts'
import { parseLastFour, parsePersonName } from '../fields.ts'
import type { ReportOwner } from '../reading.ts'
import { at, below, child, every, type XmlNode } from '../xml.ts'

/**
 * MISMO 3 links its parts by RELATIONSHIP elements between labels (xlink:from, xlink:to). Senders ignore the
 * direction the arcrole names, so links work both ways.
 */

/** The labels an element is linked to. */
export type Links = (node: XmlNode) => ReadonlySet<string>

const none: ReadonlySet<string> = new Set()

/** The label by which relationships identify an element. */
export const readLabel = (node: XmlNode): string | null => node.attributes.get('label') ?? null

export const readLinks = (root: XmlNode): Links => {
  const ends = new Map<string, Set<string>>()
  const add = (from: string, to: string) => ends.set(from, (ends.get(from) ?? new Set()).add(to))
  for (const { attributes } of every(root, 'RELATIONSHIP')) {
    const from = attributes.get('from')
    const to = attributes.get('to')
    if (from === undefined || to === undefined) continue
    add(from, to)
    add(to, from)
  }
  return node => ends.get(readLabel(node) ?? '') ?? none
}

/**
 * The entries of a map that an element is linked to. Iterates over the shorter side, since a hostile file can
 * make one very long.
 */
export const findLinked = <T>(links: ReadonlySet<string>, byLabel: ReadonlyMap<string, T>): T[] => {
  if (byLabel.size <= links.size)
    return [...byLabel].flatMap(([label, one]) => (links.has(label) ? [one] : []))
  return [...links].flatMap(label => {
    const one = byLabel.get(label)
    return one === undefined ? [] : [one]
  })
}

/** A NAME element on one line. */
export const readName = (name: XmlNode | undefined): string | null => {
  if (name === undefined) return null
  const parts = ['FirstName', 'MiddleName', 'LastName', 'SuffixName']
  return parsePersonName(
    parts.map(part => child(name, part)?.text),
    child(name, 'FullName')?.text,
  )
}

/** The last four SSN digits of a PARTY; the sender may list other taxpayer numbers beside it. */
export const readSsnLastFour = (party: XmlNode): string | null => {
  const numbers = every(party, 'TAXPAYER_IDENTIFIER')
  const isSsn = (node: XmlNode) => (below(node, 'TaxpayerIdentifierType') ?? 'Social').startsWith('Social')
  return parseLastFour(below(numbers.find(isSsn), 'TaxpayerIdentifierValue'))
}

/** The people a MISMO response is about, and which elements belong to each. */

export type Borrower = {
  labels: ReadonlySet<string>
  name: string | null
  /** First and last name only, since middle names come and go. */
  key: string
  ssnLastFour: string | null
  primary: boolean
}

const keyOf = (name: string | null): string => {
  const words = (name ?? '').toUpperCase().match(/\p{L}+/gu) ?? []
  const own = words.filter((word, index) => index === 0 || !/^(JR|SR|II|III|IV)$/.test(word))
  return own.length < 2 ? '' : `${own[0]} ${own.at(-1)}`
}

const readBorrower = (party: XmlNode): Borrower => {
  const name = readName(at(party, 'INDIVIDUAL', 'NAME'))
  return {
    labels: new Set([party, ...every(party, 'ROLE')].flatMap(node => readLabel(node) ?? [])),
    name,
    key: keyOf(name),
    ssnLastFour: readSsnLastFour(party),
    primary: below(party, 'BorrowerClassificationType') === 'Primary',
  }
}

/** By SSN where both have one, otherwise by name. */
const isSame = (a: Borrower, b: Borrower): boolean =>
  a.ssnLastFour !== null && b.ssnLastFour !== null
    ? a.ssnLastFour === b.ssnLastFour
    : a.key !== '' && a.key === b.key

const mostLabels = 100

const joined = (a: Borrower, b: Borrower): Borrower => ({
  ...a,
  labels: a.labels.size < mostLabels ? new Set([...a.labels, ...b.labels]) : a.labels,
  ssnLastFour: a.ssnLastFour ?? b.ssnLastFour,
  primary: a.primary || b.primary,
})

const mostBorrowers = 20

/**
 * Each person once, with all labels that parties use for them. `others` add data to people but create none.
 */
const peopleOf = (parties: readonly XmlNode[], others: readonly XmlNode[]): Borrower[] => {
  const people: Borrower[] = []
  const add = (one: Borrower, mayBeNew: boolean) => {
    const index = people.findIndex(person => isSame(person, one))
    const known = people[index]
    if (known) people[index] = joined(known, one)
    else if (mayBeNew && people.length < mostBorrowers) people.push(one)
  }
  for (const party of parties) add(readBorrower(party), true)
  for (const party of others) add(readBorrower(party), false)
  return people
}

/**
 * The people in a response: its own PARTIES, otherwise those its files name and those of the deal linked to
 * its files and rows. Other parties of the message add data about the same people.
 */
const borrowersOf = (response: XmlNode, root: XmlNode, links: Links): Borrower[] => {
  const isBorrower = (party: XmlNode) => every(party, 'BORROWER').length > 0
  const own = every(child(response, 'PARTIES'), 'PARTY').filter(isBorrower)
  const everybody = every(root, 'PARTY').filter(isBorrower)
  if (own.length === 0) {
    const files = every(response, 'CREDIT_FILE')
    const nodes = [...files, ...every(response, 'CREDIT_LIABILITY')]
    const byLabel = new Map(nodes.map(node => [readLabel(node) ?? '', node]))
    const isLinked = (party: XmlNode) =>
      every(party, 'ROLE').some(role => findLinked(links(role), byLabel).length > 0)
    own.push(...files.flatMap(file => every(file, 'PARTY')), ...everybody.filter(isLinked))
  }
  return peopleOf(own, everybody)
}

export type Ownership = {
  subject: Borrower | undefined
  isJoint: boolean
  /** Whether an element concerns the chosen borrower: by its own link to a person, otherwise by its files. */
  isMine: (node: XmlNode) => boolean
  /** Whether it also concerns the other borrower. */
  isOfBoth: (node: XmlNode) => boolean
}

/** Chooses the borrower of a response and assigns its elements. */
export const readOwnership = (
  response: XmlNode,
  root: XmlNode,
  links: Links,
  person: ReportOwner,
): Ownership => {
  const borrowers = borrowersOf(response, root, links)
  const subject = findBorrower(borrowers, person)
  if (subject === undefined || borrowers.length < 2) {
    return { subject, isJoint: false, isMine: () => true, isOfBoth: () => false }
  }

  const byLabel = new Map(borrowers.flatMap(one => [...one.labels].map(label => [label, one] as const)))
  const linkedTo = (node: XmlNode) => findLinked(links(node), byLabel)
  const fileOwners = (file: XmlNode): Borrower[] => {
    const linked = linkedTo(file)
    const [party] = every(file, 'PARTY')
    if (linked.length > 0 || party === undefined) return linked
    const own = readBorrower(party)
    return borrowers.filter(one => isSame(one, own))
  }
  const ownersByFile = new Map(
    every(response, 'CREDIT_FILE').map(file => [readLabel(file) ?? '', fileOwners(file)]),
  )
  const ownersOf = (node: XmlNode): Borrower[] => {
    if (node.name === 'CREDIT_FILE') return fileOwners(node)
    const linked = linkedTo(node)
    return linked.length > 0 ? linked : findLinked(links(node), ownersByFile).flat()
  }
  return {
    subject,
    isJoint: true,
    isMine: node => {
      const owners = ownersOf(node)
      return owners.length === 0 || owners.includes(subject)
    },
    isOfBoth: node => new Set(ownersOf(node)).size > 1,
  }
}
