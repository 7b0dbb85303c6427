import type { Bureau } from '#values/bureau.ts'
import type { Address } from '../../canonical.ts'
import { bureauOf } from '../codes.ts'
import { postalOf, textOf } from '../fields.ts'
import { filledAddress } from '../filled-address.ts'
import { get, isNode, rawOf, type Tree, type TreeNode } from '../json.ts'
import { streetLine } from '../street.ts'

/** How TrueLink writes its parts: coded elements, sources, addresses. */

/** The symbol of a coded element `{symbol, description, ...}`, or the plain value some senders put in its place. */
export const symbolOf = (coded: Tree | undefined): string | null =>
  textOf(isNode(coded) && coded.has('symbol') ? rawOf(coded, 'symbol') : rawOf(coded))

/** The description of a coded element. */
export const descriptionOf = (coded: Tree | undefined): string | null =>
  textOf(rawOf(coded, 'description')) ?? textOf(rawOf(coded, 'abbreviation'))

/** The descriptions of coded elements, as the symbols that they stand for. */
type Words = readonly (readonly [pattern: RegExp, symbol: string])[]

export const payStatusWords: Words = [
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

export const conditionWords: Words = [
  [/derog/i, 'F'],
  [/^open/i, 'O'],
  [/^closed/i, 'C'],
  [/^paid/i, 'P'],
  [/^refinanced/i, 'R'],
  [/^transferred/i, 'T'],
]

export const accountTypeWords: Words = [
  [/collection/i, 'Y'],
  [/revolving/i, 'R'],
  [/installment/i, 'I'],
  [/mortgage/i, 'M'],
  [/line of credit/i, 'C'],
  [/^open/i, 'O'],
]

/** What a coded element means: by its symbol, else by its description (credit-formats 6.2). */
export const meaningOf = <T>(
  coded: Tree | undefined,
  meaningOfSymbol: (symbol: string | null) => T | null,
  words: Words,
): T | null => {
  const symbol = symbolOf(coded)
  const described = descriptionOf(coded) ?? symbol ?? ''
  const bySymbol = meaningOfSymbol(symbol)
  if (bySymbol !== null) return bySymbol
  return meaningOfSymbol(words.find(([pattern]) => pattern.test(described))?.[1] ?? null)
}

/** The bureau that an element names as its source. */
export const sourceOf = (node: TreeNode): Bureau | null =>
  bureauOf(textOf(rawOf(node, 'Source', 'Bureau', 'symbol'))) ??
  bureauOf(textOf(rawOf(node, 'Source', 'Bureau', 'description'))) ??
  bureauOf(textOf(rawOf(node, 'Source', 'Bureau'))) ??
  bureauOf(textOf(rawOf(node, 'bureau')))

const streetOf = (part: (key: string) => string | null): string | null =>
  textOf(part('unparsedStreet')) ??
  streetLine({
    number: part('houseNumber'),
    before: part('direction'),
    name: part('streetName'),
    type: part('streetType'),
    after: part('postDirection'),
    unit: part('unit'),
  })

/** A CreditAddress; null when it holds nothing. */
export const addressOf = (node: Tree | undefined): Address | null => {
  const part = (key: string) => rawOf(get(node, key))
  return filledAddress({
    street: streetOf(part),
    city: textOf(part('city')),
    state: textOf(part('stateCode')),
    postal: postalOf(part('postalCode')),
  })
}
