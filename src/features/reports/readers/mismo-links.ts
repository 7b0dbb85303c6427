import { borrowerOf } from '../person.ts'
import { lastFourOf, textOf } from './fields.ts'
import type { Person } from './reading.ts'
import { at, below, child, every, type XmlNode } from './xml.ts'

/**
 * MISMO 3 ties its parts together by RELATIONSHIP elements between labels (xlink:from, xlink:to). Senders do not
 * keep to the direction that the arcrole names, so a link counts both ways.
 */

/** What an element is linked to: the labels of the others. */
export type Links = (node: XmlNode) => ReadonlySet<string>

const none: ReadonlySet<string> = new Set()

export const labelOf = (node: XmlNode): string | null => node.attributes.get('label') ?? null

/** Reads every RELATIONSHIP of a document. */
export const linksOf = (root: XmlNode): Links => {
  const ends = new Map<string, Set<string>>()
  const add = (from: string, to: string) => ends.set(from, (ends.get(from) ?? new Set()).add(to))
  for (const { attributes } of every(root, 'RELATIONSHIP')) {
    const from = attributes.get('from')
    const to = attributes.get('to')
    if (from === undefined || to === undefined) continue
    add(from, to)
    add(to, from)
  }
  return node => ends.get(labelOf(node) ?? '') ?? none
}

/** A NAME element as one line. */
export const nameOf = (name: XmlNode | undefined): string | null => {
  if (name === undefined) return null
  const parts = ['FirstName', 'MiddleName', 'LastName', 'SuffixName']
  const full = textOf(child(name, 'FullName')?.text)
  return full ?? textOf(parts.map(part => child(name, part)?.text ?? '').join(' '))
}

/** The SSN's last four of a PARTY; the sender may list other taxpayer numbers beside it. */
export const ssnLastFourOf = (party: XmlNode): string | null => {
  const numbers = every(party, 'TAXPAYER_IDENTIFIER')
  const isSsn = (node: XmlNode) => (below(node, 'TaxpayerIdentifierType') ?? 'Social').startsWith('Social')
  return lastFourOf(below(numbers.find(isSsn), 'TaxpayerIdentifierValue'))
}

export type Borrower = {
  labels: ReadonlySet<string>
  name: string | null
  ssnLastFour: string | null
  primary: boolean
}

const readBorrower = (party: XmlNode): Borrower => ({
  labels: new Set([party, ...every(party, 'ROLE')].flatMap(node => labelOf(node) ?? [])),
  name: nameOf(at(party, 'INDIVIDUAL', 'NAME')),
  ssnLastFour: ssnLastFourOf(party),
  primary: below(party, 'BorrowerClassificationType') === 'Primary',
})

const mostBorrowers = 20

/** The people a response is about: its own PARTIES, or those that its files name. */
const borrowersOf = (response: XmlNode): Borrower[] => {
  const own = every(child(response, 'PARTIES'), 'PARTY').filter(party => every(party, 'BORROWER').length > 0)
  const parties = own.length > 0 ? own : every(response, 'CREDIT_FILE').flatMap(file => every(file, 'PARTY'))
  const seen = new Map<string, Borrower>()
  for (const borrower of parties.map(readBorrower)) {
    const key = borrower.ssnLastFour ?? borrower.name ?? ''
    if (!seen.has(key)) seen.set(key, borrower)
  }
  return [...seen.values()].slice(0, mostBorrowers)
}

export type Ownership = {
  subject: Borrower | undefined
  /** Whether an element concerns the chosen borrower: by its own link to a person, else by its files. */
  isMine: (node: XmlNode) => boolean
}

/** Chooses the borrower of a response and says which of its elements are that person's (decisions section 5). */
export const ownershipOf = (response: XmlNode, links: Links, person: Person): Ownership => {
  const borrowers = borrowersOf(response)
  const subject = borrowerOf(borrowers, person)
  if (subject === undefined || borrowers.length < 2) return { subject, isMine: () => true }

  const linkedTo = (node: XmlNode) =>
    borrowers.filter(one => [...links(node)].some(label => one.labels.has(label)))
  const fileOwners = (file: XmlNode): Borrower[] => {
    const linked = linkedTo(file)
    if (linked.length > 0) return linked
    const [party] = every(file, 'PARTY')
    const own = party === undefined ? null : readBorrower(party)
    const bySsn = borrowers.filter(one => own?.ssnLastFour != null && one.ssnLastFour === own.ssnLastFour)
    return bySsn.length > 0 ? bySsn : borrowers.filter(one => own?.name != null && one.name === own.name)
  }
  const ownersByFile = new Map(every(response, 'CREDIT_FILE').map(file => [labelOf(file), fileOwners(file)]))
  const ownersOf = (node: XmlNode): Borrower[] => {
    if (node.name === 'CREDIT_FILE') return fileOwners(node)
    const linked = linkedTo(node)
    return linked.length > 0 ? linked : [...links(node)].flatMap(label => ownersByFile.get(label) ?? [])
  }
  return {
    subject,
    isMine: node => {
      const owners = ownersOf(node)
      return owners.length === 0 || owners.includes(subject)
    },
  }
}
