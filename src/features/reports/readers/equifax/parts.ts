import type { Address, Remark } from '../../canonical.ts'
import { freeTextOf, phoneOf, postalOf, textOf } from '../fields.ts'
import { filledAddress } from '../filled-address.ts'
import type { Tree, TreeNode } from '../json.ts'
import { isNode } from '../json.ts'
import { listAt, partAt, rawAt } from '../json-folded.ts'
import { streetLine } from '../street.ts'
import { narrativeOf } from './narratives.ts'

/** How Equifax writes its parts: codes with descriptions, narratives, addresses, companies. */

/** The code of `{code, description}`, or the plain value that stands in its place. */
export const codeAt = (node: Tree | undefined, ...path: readonly string[]): string | null => {
  const part = partAt(node, ...path)
  return textOf(isNode(part) ? rawAt(part, 'code') : rawAt(node, ...path))
}

/** The description of `{code, description}`. */
export const descriptionAt = (node: Tree | undefined, ...path: readonly string[]): string | null =>
  freeTextOf(rawAt(node, ...path, 'description'))

const listOfTexts = (part: Tree | undefined): string[] =>
  (Array.isArray(part) ? part : [part]).flatMap(one => (typeof one === 'string' ? (textOf(one) ?? []) : []))

/** `CREDIT CARD` as `Credit card`: Equifax describes its narratives in capitals. */
const inSentenceCase = (text: string): string =>
  text === text.toUpperCase() ? text.charAt(0) + text.slice(1).toLowerCase() : text

/** The narratives of a row, each once; Equifax repeats their codes alone in rawNarrativeCodes. */
export const narrativesOf = (node: TreeNode): { code: string | null; description: string | null }[] => {
  const described = listAt(node, 'narrativeCodes').map(one => ({
    code: textOf(rawAt(one, 'code'))?.toUpperCase() ?? null,
    description: freeTextOf(rawAt(one, 'description')),
  }))
  const bare = [
    ...listOfTexts(partAt(node, 'narrativeCodes')),
    ...listOfTexts(partAt(node, 'rawNarrativeCodes')),
  ].map(code => ({ code: code.toUpperCase(), description: null }))
  const known = new Set<string | null>()
  return [...described, ...bare].filter(({ code, description }) => {
    const isNew = !known.has(code) && (code !== null || description !== null)
    known.add(code)
    return isNew
  })
}

/** Narratives as remarks, in our words, else in the sender's, else as a code. */
export const narrativeRemarks = (node: TreeNode): Remark[] =>
  narrativesOf(node).map(({ code, description }) => ({
    code,
    text:
      narrativeOf(code)?.words ??
      (description === null ? `Equifax narrative ${code}` : inSentenceCase(description)),
  }))

/** An address of a person or a company; null when it holds nothing. */
export const addressOf = (node: Tree | undefined): Address | null => {
  const part = (...keys: readonly string[]) => keys.map(key => rawAt(node, key)).find(Boolean) ?? null
  const line = textOf(
    `${part('addressLine1', 'primaryAddress') ?? ''} ${part('addressLine2', 'secondaryAddress') ?? ''}`,
  )
  const parts = streetLine({
    number: part('houseNumber'),
    before: part('quadrant'),
    name: part('streetName'),
    type: part('streetType'),
    after: null,
    unit: part('apartmentNumber', 'unitNumber'),
  })
  return filledAddress({
    street: line ?? parts,
    city: textOf(part('cityName', 'city')),
    state: textOf(part('stateAbbreviation', 'stateAbbr', 'state')),
    postal: postalOf(part('zipCode', 'zip')),
  })
}

export type Company = { name: string | null; address: Address | null; phone: string | null }

/** Companies of the report by their customer number (`onlineDirectory`). */
export type Directory = ReadonlyMap<string, Company>

/** The companies that a report lists. */
export const directoryOf = (report: TreeNode): Directory =>
  new Map(
    listAt(report, 'onlineDirectory').flatMap(node => {
      const number = textOf(rawAt(node, 'customerNumber'))
      if (number === null) return []
      const name = freeTextOf(rawAt(node, 'customerName'))
      return [[number, { name, address: addressOf(node), phone: phoneOf(rawAt(node, 'telephoneNumber')) }]]
    }),
  )
