import { parseDate, parseLastFour, parsePersonName } from '../fields.ts'
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
 * The entries of a map to which an element is linked. Iterates over the shorter side, since a hostile file can
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

/** The last four SSN digits of a PARTY; the sender may also list other taxpayer numbers. */
export const readSsnLastFour = (party: XmlNode): string | null => {
  const numbers = every(party, 'TAXPAYER_IDENTIFIER')
  const isSsn = (node: XmlNode) => (below(node, 'TaxpayerIdentifierType') ?? 'Social').startsWith('Social')
  return parseLastFour(below(numbers.find(isSsn), 'TaxpayerIdentifierValue'))
}

export const readBirthDate = (party: XmlNode): string | null =>
  parseDate(below(party, 'BirthDate') ?? below(party, 'BorrowerBirthDate'))

/** The people a MISMO response is about, and which elements belong to each. */

type Borrower = {
  labels: ReadonlySet<string>
  name: string | null
  /** First and last name only, since middle names are often missing. */
  key: string
  ssnLastFour: string | null
  birthYear: string | null
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
    birthYear: readBirthDate(party)?.slice(0, 4) ?? null,
    primary: below(party, 'BorrowerClassificationType') === 'Primary',
  }
}

/** By SSN if both have one, otherwise by name. */
const isSame = (a: Borrower, b: Borrower): boolean =>
  a.ssnLastFour !== null && b.ssnLastFour !== null
    ? a.ssnLastFour === b.ssnLastFour
    : a.key !== '' && a.key === b.key

const mostLabels = 100

const joined = (a: Borrower, b: Borrower): Borrower => ({
  ...a,
  labels: a.labels.size < mostLabels ? new Set([...a.labels, ...b.labels]) : a.labels,
  ssnLastFour: a.ssnLastFour ?? b.ssnLastFour,
  birthYear: a.birthYear ?? b.birthYear,
  primary: a.primary || b.primary,
})

const mostBorrowers = 20

/** Each person once, with all labels used for them. `others` add data to people but create none. */
export const listPeople = (borrowers: readonly Borrower[], others: readonly Borrower[] = []): Borrower[] => {
  const people: Borrower[] = []
  const add = (one: Borrower, mayBeNew: boolean) => {
    const index = people.findIndex(person => isSame(person, one))
    const known = people[index]
    if (known) people[index] = joined(known, one)
    else if (mayBeNew && people.length < mostBorrowers) people.push(one)
  }
  for (const one of borrowers) add(one, true)
  for (const one of others) add(one, false)
  return people
}

/**
 * The people in a response: its own PARTIES, otherwise those its files name and those of the deal linked to
 * its files and rows. Other parties of the message add data about the same people.
 */
export const readBorrowers = (response: XmlNode, root: XmlNode, links: Links): Borrower[] => {
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
  return listPeople(own.map(readBorrower), everybody.map(readBorrower))
}

/** Which of a response's borrowers is the given person. */
export const findPerson = (
  borrowers: readonly Borrower[],
  person: Borrower | undefined,
): Borrower | undefined =>
  borrowers.find(one => person !== undefined && (one === person || isSame(one, person)))

export type Ownership = {
  isJoint: boolean
  /** Whether an element concerns the chosen borrower: by its own link to a person, otherwise by its files. */
  isMine: (node: XmlNode) => boolean
  /** Whether it also concerns the other borrower. */
  isOfBoth: (node: XmlNode) => boolean
}

/** Assigns the elements of a response to one of its borrowers. */
export const readOwnership = (
  response: XmlNode,
  links: Links,
  borrowers: readonly Borrower[],
  subject: Borrower | undefined,
): Ownership => {
  if (subject === undefined || borrowers.length < 2) {
    return { isJoint: false, isMine: () => true, isOfBoth: () => false }
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
    isJoint: true,
    isMine: node => {
      const owners = ownersOf(node)
      return owners.length === 0 || owners.includes(subject)
    },
    isOfBoth: node => new Set(ownersOf(node)).size > 1,
  }
}
