/**
 * What must not go on in a text: Social Security numbers, and card, account and phone numbers. Written with digits, with
 * dashes or spaces, or said digit by digit. Dates, amounts, scores and ZIP codes stay.
 */

const REMOVED = '[number removed]'

/** `123-45-6789`, `123 45 6789`, `xxx-xx-6789`; and nine digits or more, however they are grouped. */
const ssn = /(?<![\d$.,])\d{3}[-\s.]\d{2}[-\s.]\d{4}(?!\d)/g
const maskedSsn = /\b[xX*]{3}[-\s]?[xX*]{2}[-\s]?\d{4}\b/g
const longNumber = /(?<![\d$,.])\d(?:[-\s.]?\d){6,}(?!\d)(?:[*xX]+)?/g

/** Dates are no numbers of anything: they are set aside before long numbers are looked for. */
const date = /\b(?:\d{1,2}[/-]\d{1,2}[/-]\d{4}|\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{4})\b/g

const digitWords =
  'zero|oh|one|two|three|four|five|six|seven|eight|nine|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve'
const spokenNumber = new RegExp(`\\b(?:(?:${digitWords})[\\s,.-]+){5,}(?:${digitWords})\\b`, 'gi')

/** A number that is called what it is: the last digits of it too. A year is none. */
const calledNumber =
  /\b(ssn|social(?: security)?(?: number)?|account(?: number)?|card(?: number)?|pin|cvv|seguro social|cuenta|tarjeta)((?:(?<=\s)(?:is|ends?|ending|in|with|no|number|es|termina|en|numero)|[\s:#.])*)((?!(?:19|20)\d{2}\b)\d(?:[-\s]?\d){3,})(?!\d)/gi

/** The text without them; each stands as `[number removed]`. */
export const redact = (text: string): string => {
  const dates: string[] = []
  const kept = text.replaceAll(date, found => {
    dates.push(found)
    return `\u0001${dates.length - 1}\u0002`
  })
  return kept
    .replaceAll(ssn, REMOVED)
    .replaceAll(maskedSsn, REMOVED)
    .replaceAll(calledNumber, (_, name: string, between: string) => `${name}${between} ${REMOVED}`)
    .replaceAll(longNumber, REMOVED)
    .replaceAll(spokenNumber, REMOVED)
    .replaceAll(/\u0001(\d+)\u0002/g, (_, at: string) => dates[Number(at)] ?? '')
    .replaceAll(/ {2,}/g, ' ')
}
