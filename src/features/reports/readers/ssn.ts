/**
 * Of an SSN only the last four digits are ever kept (decisions section 5). Senders also write it into account
 * numbers, remarks and alerts, so the numbers that a document names are removed from all of its text before
 * anything else reads it.
 */

/** Names of elements and keys that hold a whole SSN: MISMO 3, TrueLink. */
export const holdsSsn = (name: string): boolean =>
  name === 'TaxpayerIdentifierValue' || name === 'SocialSecurityNumber' || /^_?ssn$/i.test(name)

const isUseful = (digits: string) => digits.length === 9 && !/^(\d)\1{8}$/.test(digits)

/** A function that reduces the given SSNs, with or without dashes or dots, to `XXXXX4417` wherever they stand. */
export const ssnRemover = (reported: readonly string[]): ((text: string) => string) => {
  const numbers = new Set(
    reported
      .map(text => text.replaceAll(/\D/g, ''))
      .map(digits => (digits.length >= 5 ? digits.padStart(9, '0') : digits))
      .filter(isUseful),
  )
  if (numbers.size === 0) return text => text
  const shapes = [...numbers].map(
    n => `${n.slice(0, 3)}[-–. ]?${n.slice(3, 5)}[-–. ]?(?=${n.slice(5)}(?!\\d))`,
  )
  const pattern = new RegExp(`(?<!\\d)(?:${shapes.slice(0, 20).join('|')})`, 'g')
  return text => (text.length < 9 ? text : text.replaceAll(pattern, 'XXXXX'))
}
