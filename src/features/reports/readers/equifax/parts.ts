import type { Address, Remark } from '../../canonical.ts'
import { addressOrNull, formatStreet } from '../address.ts'
import { parseFreeText, parsePhone, parsePostal, parseText } from '../fields.ts'
import { isNode, listAt, partAt, rawAt, type Tree, type TreeNode } from '../json.ts'
import { findNarrative } from './narratives.ts'

/** Common parts of Equifax reports: codes with descriptions, narratives, addresses, companies. */

/** The code of `{code, description}`, or a plain value in its place. */
export const codeAt = (node: Tree | undefined, ...path: readonly string[]): string | null => {
  const part = partAt(node, ...path)
  return parseText(isNode(part) ? rawAt(part, 'code') : rawAt(node, ...path))
}

export const descriptionAt = (node: Tree | undefined, ...path: readonly string[]): string | null =>
  parseFreeText(rawAt(node, ...path, 'description'))

const listOfTexts = (part: Tree | undefined): string[] =>
  (Array.isArray(part) ? part : [part]).flatMap(one =>
    typeof one === 'string' ? (parseText(one) ?? []) : [],
  )

/** `CREDIT CARD` as `Credit card`: Equifax capitalizes its narratives. */
const inSentenceCase = (text: string): string =>
  text === text.toUpperCase() ? text.charAt(0) + text.slice(1).toLowerCase() : text

/** A row's narratives without duplicates; rawNarrativeCodes repeats their codes. */
export const readNarratives = (node: TreeNode): { code: string | null; description: string | null }[] => {
  const described = listAt(node, 'narrativeCodes').map(one => ({
    code: parseText(rawAt(one, 'code'))?.toUpperCase() ?? null,
    description: parseFreeText(rawAt(one, 'description')),
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

/** Narratives as remarks: our text, otherwise the sender's, otherwise the bare code. */
export const narrativeRemarks = (node: TreeNode): Remark[] =>
  readNarratives(node).map(({ code, description }) => ({
    code,
    text:
      findNarrative(code)?.text ??
      (description === null ? `Equifax narrative ${code}` : inSentenceCase(description)),
  }))

/** An address of a person or company; null when empty. */
export const readAddress = (node: Tree | undefined): Address | null => {
  const part = (...keys: readonly string[]) => keys.map(key => rawAt(node, key)).find(Boolean) ?? null
  const line = parseText(
    `${part('addressLine1', 'primaryAddress') ?? ''} ${part('addressLine2', 'secondaryAddress') ?? ''}`,
  )
  const parts = formatStreet({
    number: part('houseNumber'),
    before: part('quadrant'),
    name: part('streetName'),
    type: part('streetType'),
    after: null,
    unit: part('apartmentNumber', 'unitNumber'),
  })
  return addressOrNull({
    street: line ?? parts,
    city: parseText(part('cityName', 'city')),
    state: parseText(part('stateAbbreviation', 'stateAbbr', 'state')),
    postal: parsePostal(part('zipCode', 'zip')),
  })
}

type Company = { name: string | null; address: Address | null; phone: string | null }

/** The report's companies by customer number (`onlineDirectory`). */
export type Directory = ReadonlyMap<string, Company>

export const readDirectory = (report: TreeNode): Directory =>
  new Map(
    listAt(report, 'onlineDirectory').flatMap(node => {
      const number = parseText(rawAt(node, 'customerNumber'))
      if (number === null) return []
      const name = parseFreeText(rawAt(node, 'customerName'))
      return [
        [number, { name, address: readAddress(node), phone: parsePhone(rawAt(node, 'telephoneNumber')) }],
      ]
    }),
  )
