import { isPostalNumber, maskReportedNumber, maskSsn } from '#values/mask.ts'
import type { Address, Report } from './canonical.ts'

/** Masks for the numbers in one report. Values that are not reported stay null. */
export type Masks = {
  /** An account number: at most eight characters and `****`. */
  number: (reported: string | null) => string | null
  /** Free text: masks Social Security numbers and long account numbers. */
  text: (reported: string) => string
  /**
   * Text in which long numbers are not account numbers (phones, court cases): masks Social Security numbers
   * only.
   */
  ssnOnly: (reported: string) => string
}

/** Three, two and four digits, separated or not, with no other digit next to them. */
const ssnShape =
  /(?<!\d)\d{3}(?:[\s\-\u2010-\u2015\u2212]{0,3}|\.)\d{2}(?:[\s\-\u2010-\u2015\u2212]{0,3}|\.)\d{4}(?!\d)/g

/** A ZIP+4 or mail code has as many digits as an SSN; it is masked only if it ends like the person's SSN. */
const zipShape = /^\d{5}-\d{4}$/

/** A card number as printed (4-4-4-4, or 4-6-5), or a run of ten or more digits. */
const longNumber = /(?<!\d)(?:\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{5}|\d{10,})(?!\d)/g

/** Runs that may be an account number with letters. */
const token = /[0-9A-Za-z][0-9A-Za-z-]{8,}/g

const firstEightDigits = (number: string): string => `${/^(?:\D*\d){8}/.exec(number)?.[0] ?? ''}****`

/** The masks use the report's own account numbers and the last four digits of its SSNs. */
export const createMasks = (report: Report): Masks => {
  const lastFours = new Set(
    [report.subject.ssnLastFour, ...report.personal.map(person => person.ssnLastFour)].filter(
      four => four !== null,
    ),
  )
  const numbers = new Set(
    report.accounts
      .map(account => account.accountNumber)
      .filter(number => number !== null && number.length > 8),
  )
  const number = (reported: string): string => maskReportedNumber(reported, lastFours)
  const ssnOnly = (reported: string) =>
    reported.replaceAll(ssnShape, (found, offset: number) => {
      const four = found.slice(-4)
      const isPostal = zipShape.test(found) || isPostalNumber(found, reported.slice(0, offset))
      return isPostal && !lastFours.has(four) ? found : maskSsn(four)
    })
  return {
    number: reported => (reported === null ? null : number(reported)),
    text: reported =>
      ssnOnly(reported.replaceAll(token, run => (numbers.has(run) ? number(run) : run))).replaceAll(
        longNumber,
        firstEightDigits,
      ),
    ssnOnly,
  }
}

export const ifReported = (change: (text: string) => string, text: string | null): string | null =>
  text === null ? null : change(text)

/** A nine-digit ZIP code is rewritten as ZIP+4 so that it cannot be mistaken for an SSN. */
const formatPostal = (postal: string): string => postal.trim().replace(/^(\d{5})[ -]{0,3}(\d{4})$/, '$1-$2')

export const maskAddress = (address: Address, mask: Masks): Address => ({
  street: ifReported(mask.text, address.street),
  city: ifReported(mask.text, address.city),
  state: ifReported(mask.text, address.state),
  postal: ifReported(postal => mask.text(formatPostal(postal)), address.postal),
})

/** `12 Elm Street, Dayton, OH 45401`, or null when nothing is reported. Mask the address first. */
export const formatAddress = ({ street, city, state, postal }: Address): string | null => {
  const region = [state, postal].filter(part => part !== null && part !== '').join(' ')
  return [street, city, region].filter(part => part !== null && part !== '').join(', ') || null
}

export const formatMaskedAddress = (address: Address, mask: Masks): string | null =>
  formatAddress(maskAddress(address, mask))
