import { isPartialDate, type PartialDate } from '#values/dates.ts'
import type { Dollars } from '#values/money.ts'
import type { Address } from '../../../canonical.ts'
import { parseFreeText, parseMoney } from '../../fields.ts'
import { dropAdverseMarks, isNothingPrinted } from '../../printed-words.ts'
import { type Columns, findColumns } from '../columns.ts'
import type { Field, Fields } from '../fields.ts'
import type { Labels } from '../labels.ts'
import type { Row } from '../rows.ts'

/** Values as TransUnion prints them. */

/** The columns of labels, if most pages have several. One alone needs none: its labels begin rows. */
export const columnsOf = <Name extends string>(rows: readonly Row[], labels: Labels<Name>): Columns => {
  const columns = findColumns(rows, labels)
  const several = [...columns.values()].filter(({ length }) => length > 1)
  return several.length * 2 > columns.size ? columns : new Map()
}

/** The printed value; null where nothing is reported. */
export const printedIn = (field: Field | undefined): string | null => {
  const text = field?.value ?? null
  return text === null || isNothingPrinted(text) ? null : text
}

export const printedOf = <Name extends string>({ values }: Fields<Name>, name: Name): string | null =>
  printedIn(values.get(name))

/** `$696`, or `High balance of $696 from 10/2023 to 03/2026`. An amount among other words may be another label's. */
export const amountIn = (text: string | null): Dollars | null => {
  const plain = dropAdverseMarks(text ?? '')
  const [, amount = plain] =
    /^(?:[a-z ]{1,40} of )?(-?\$ ?[\d,]{1,15}(?:\.\d\d)?)(?: from [\d/ to]{1,40})?$/i.exec(plain) ?? []
  return parseMoney(amount)
}

/** The month in a value whose label goes on beside it: `this item will be removed 10/2032`. */
export const monthIn = (text: string | null): PartialDate | null => {
  const [, month, year] = /(?<![\d/])(\d{1,2})\/(\d{4})(?!\d)/.exec(text ?? '') ?? []
  const date = `${year}-${month?.padStart(2, '0')}`
  return month !== undefined && isPartialDate(date) ? date : null
}

/** `PO BOX 12 WILMINGTON, DE 19801`: nothing tells where the street ends and the city begins. */
export const readAddressLine = (text: string | null): Address | null => {
  const line = parseFreeText(text)
  if (line === null || isNothingPrinted(line)) return null
  const [, street = '', state, postal] =
    /^(.{0,300}?)(?:,|, | )([A-Z]{2}),? ?(\d{5}(?:-\d{4})?)$/.exec(line) ?? []
  return state === undefined || postal === undefined
    ? { street: line, city: null, state: null, postal: null }
    : { street: street.trim() || null, city: null, state, postal }
}
