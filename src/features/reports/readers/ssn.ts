import { oncePerName } from './once-per-name.ts'

/**
 * Only the last four digits of an SSN are ever kept. Senders also put it in account numbers, remarks and
 * alerts, so every SSN in a document is removed from all of its text before anything else reads it.
 */

/** Elements and keys that contain a full SSN: MISMO 3, TrueLink, TUXML, Experian, Equifax. */
export const containsSsn = oncePerName(
  name =>
    name === 'TaxpayerIdentifierValue' ||
    /^social_?security(number)?$/i.test(name) ||
    /^_?ssn$/i.test(name) ||
    /^(subject|inquiry)?_?social_?num(ber)?$/i.test(name),
)

const isUseful = (digits: string) => digits.length === 9 && !/^(\d)\1{8}$/.test(digits)

/**
 * Creates a function that replaces the given SSNs, with or without dashes or dots, with `XXXXX4417` everywhere.
 */
export const createSsnRemover = (reported: readonly string[]): ((text: string) => string) => {
  const numbers = new Set(
    reported
      .map(text => text.replaceAll(/\D/g, ''))
      .map(digits => (digits.length >= 5 ? digits.padStart(9, '0') : digits))
      .filter(isUseful),
  )
  if (numbers.size === 0) return text => text
  // Columns and numbers run together, so nine consecutive digits match inside a longer number too. SSNs of
  // test files that begin with 000 look like zero-padded numbers and must stand alone.
  const shapes = [...numbers].slice(0, 20).map(n => {
    const [area, group, serial] = [n.slice(0, 3), n.slice(3, 5), n.slice(5)]
    const alone = `(?<!\\d)${area}[-–. ]?${group}[-–. ]?(?=${serial}(?!\\d))`
    return area === '000' ? alone : `${alone}|${area}${group}(?=${serial})`
  })
  const pattern = new RegExp(shapes.join('|'), 'g')
  // Every shape ends in the unchanged serial number, which few texts contain.
  const serials = [...new Set([...numbers].slice(0, 20).map(n => n.slice(5)))]
  return text =>
    text.length < 9 || !serials.some(serial => text.includes(serial))
      ? text
      : text.replaceAll(pattern, 'XXXXX')
}
