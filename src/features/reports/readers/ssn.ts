/**
 * Of an SSN only the last four digits are ever kept (decisions section 5). Senders also write it into account
 * numbers, remarks and alerts, so the numbers that a document names are removed from all of its text before
 * anything else reads it.
 */

/** Names of elements and keys that hold a whole SSN: MISMO 3, TrueLink, TUXML, Experian, Equifax. */
export const containsSsn = (name: string): boolean =>
  name === 'TaxpayerIdentifierValue' ||
  /^social_?security(number)?$/i.test(name) ||
  /^_?ssn$/i.test(name) ||
  /^(subject|inquiry)?_?social_?num(ber)?$/i.test(name)

const isUseful = (digits: string) => digits.length === 9 && !/^(\d)\1{8}$/.test(digits)

/** A function that reduces the given SSNs, with or without dashes or dots, to `XXXXX4417` wherever they stand. */
export const createSsnRemover = (reported: readonly string[]): ((text: string) => string) => {
  const numbers = new Set(
    reported
      .map(text => text.replaceAll(/\D/g, ''))
      .map(digits => (digits.length >= 5 ? digits.padStart(9, '0') : digits))
      .filter(isUseful),
  )
  if (numbers.size === 0) return text => text
  // Columns and numbers run together: nine digits in a row are the SSN inside a longer number too. Those of test
  // files that begin with 000 look like any number filled up with zeros, so they must stand alone.
  const shapes = [...numbers].slice(0, 20).map(n => {
    const [area, group, serial] = [n.slice(0, 3), n.slice(3, 5), n.slice(5)]
    const alone = `(?<!\\d)${area}[-–. ]?${group}[-–. ]?(?=${serial}(?!\\d))`
    return area === '000' ? alone : `${alone}|${area}${group}(?=${serial})`
  })
  const pattern = new RegExp(shapes.join('|'), 'g')
  return text => (text.length < 9 ? text : text.replaceAll(pattern, 'XXXXX'))
}
