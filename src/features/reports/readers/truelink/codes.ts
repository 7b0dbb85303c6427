import type { Bureau } from '#values/bureau.ts'
import type { Address } from '../../canonical.ts'
import { addressOrNull, formatStreet } from '../address.ts'
import { parseBureau } from '../codes.ts'
import { parsePostal, parseText } from '../fields.ts'
import { get, isNode, rawText, type Tree, type TreeNode } from '../json.ts'

/** Common parts of TrueLink: coded elements, sources, addresses. */

/**
 * The symbol of a coded element `{symbol, description, ...}`, or the plain value some senders use instead.
 */
export const readSymbol = (coded: Tree | undefined): string | null =>
  parseText(isNode(coded) && coded.has('symbol') ? rawText(coded, 'symbol') : rawText(coded))

export const readDescription = (coded: Tree | undefined): string | null =>
  parseText(rawText(coded, 'description')) ?? parseText(rawText(coded, 'abbreviation'))

/** Descriptions of coded elements with their symbols. */
type Words = readonly (readonly [pattern: RegExp, symbol: string])[]

export const payStatusLabels: Words = [
  [/\b30\b/, '1'],
  [/\b60\b/, '2'],
  [/\b90\b/, '3'],
  [/\b120\b/, '4'],
  [/\b150\b/, '5'],
  [/\b180\b/, '6'],
  [/bankruptcy|wage earner/i, '7'],
  [/surrender/i, '8A'],
  [/reposs|foreclos/i, '8'],
  [/collection|charge/i, '9'],
  [/^(current|as agreed|paid as agreed)/i, 'C'],
  [/unknown/i, 'U'],
  [/too new/i, '0'],
]

export const conditionLabels: Words = [
  [/derog/i, 'F'],
  [/^open/i, 'O'],
  [/^closed/i, 'C'],
  [/^paid/i, 'P'],
  [/^refinanced/i, 'R'],
  [/^transferred/i, 'T'],
]

export const accountTypeLabels: Words = [
  [/collection/i, 'Y'],
  [/revolving/i, 'R'],
  [/installment/i, 'I'],
  [/mortgage/i, 'M'],
  [/line of credit/i, 'C'],
  [/^open/i, 'O'],
]

/** The meaning of a coded element: by its symbol, otherwise by its description. */
export const resolveMeaning = <T>(
  coded: Tree | undefined,
  meaningOfSymbol: (symbol: string | null) => T | null,
  words: Words,
): T | null => {
  const symbol = readSymbol(coded)
  const described = readDescription(coded) ?? symbol ?? ''
  const bySymbol = meaningOfSymbol(symbol)
  if (bySymbol !== null) return bySymbol
  return meaningOfSymbol(words.find(([pattern]) => pattern.test(described))?.[1] ?? null)
}

export const readSource = (node: TreeNode): Bureau | null =>
  parseBureau(parseText(rawText(node, 'Source', 'Bureau', 'symbol'))) ??
  parseBureau(parseText(rawText(node, 'Source', 'Bureau', 'description'))) ??
  parseBureau(parseText(rawText(node, 'Source', 'Bureau'))) ??
  parseBureau(parseText(rawText(node, 'bureau')))

const streetOf = (part: (key: string) => string | null): string | null =>
  parseText(part('unparsedStreet')) ??
  formatStreet({
    number: part('houseNumber'),
    before: part('direction'),
    name: part('streetName'),
    type: part('streetType'),
    after: part('postDirection'),
    unit: part('unit'),
  })

/** A CreditAddress; null when empty. */
export const readAddress = (node: Tree | undefined): Address | null => {
  const part = (key: string) => rawText(get(node, key))
  return addressOrNull({
    street: streetOf(part),
    city: parseText(part('city')),
    state: parseText(part('stateCode')),
    postal: parsePostal(part('postalCode')),
  })
}
