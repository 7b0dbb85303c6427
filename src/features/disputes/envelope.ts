import type { PostalAddress } from '#providers/letters/port.ts'
import type { Bureau } from '#values/bureau.ts'

/** The envelope addresses, parsed from the lines that the letter prints: they show through its windows and must match. */

/** What the print-and-mail provider takes (Lob, letters: `name` 40; `address_line1` and `address_line2` 50 together). */
const NAME = 40
const STREET = 50

const place = /^(?<city>.+), (?<state>[A-Z]{2}) (?<zip>\d{5}(?:-\d{4})?)$/

/** A name that fits: without its middle words, the last first, and the first as an initial, where it is too long. */
const fittingName = (name: string): string => {
  const words = name.split(' ')
  while (words.join(' ').length > NAME && words.length > 2) words.splice(-2, 1)
  const [first = '', ...last] = words
  return words.join(' ').length > NAME && last.length > 0
    ? [first.slice(0, 1), ...last].join(' ')
    : words.join(' ')
}

/** A part of an address that an envelope cannot take, and why. */
export type EnvelopeProblem = { part: 'name' | 'street' | 'place'; why: 'missing' | 'too_long' }

/** The address in lines of name, street and place, or the first part of it that is not complete or too long. */
export const parseEnvelopeAddress = (lines: readonly string[]): PostalAddress | EnvelopeProblem => {
  const [name = '', line1 = '', ...rest] = lines.map(line => line.trim())
  const last = rest.at(-1) ?? ''
  const [line2 = null] = rest.slice(0, -1)
  const { city, state, zip } = place.exec(last)?.groups ?? {}
  const fitting = fittingName(name)
  if (fitting === '') return { part: 'name', why: 'missing' }
  if (fitting.length > NAME) return { part: 'name', why: 'too_long' }
  if (line1 === '') return { part: 'street', why: 'missing' }
  if (line1.length + (line2?.length ?? 0) > STREET || rest.length > 2)
    return { part: 'street', why: 'too_long' }
  if (!city || !state || !zip) return { part: 'place', why: 'missing' }
  return { name: fitting, line1, line2: line2 === '' ? null : line2, city, state, zip }
}

const partNames = {
  name: 'name',
  street: 'street address',
  place: 'city, state and ZIP code',
} as const satisfies Record<EnvelopeProblem['part'], string>

const most = { name: NAME, street: STREET, place: null } as const

/** Which part of whose address keeps a letter from being mailed, and what to do; `bureau` is null of the person's own. */
export const envelopeProblemMessage = ({ part, why }: EnvelopeProblem, bureau: Bureau | null): string => {
  const what = bureau === null ? `Your ${partNames[part]}` : `The ${partNames[part]} of ${bureau}`
  const [is, are] = part === 'place' ? ['are', 'have'] : ['is', 'has']
  const problem =
    why === 'missing'
      ? `${what} on this letter ${is} not complete.`
      : `${what} on this letter ${are} more than the ${most[part] ?? ''} characters that can be printed on an envelope.`
  if (bureau !== null) return `${problem} Make the letter again. If that does not help, contact support.`
  return part === 'name'
    ? `${problem} Contact support to have it shortened, or download the PDF and mail it yourself.`
    : `${problem} Correct your address in Profile and make the letter again, or download the PDF and mail it yourself.`
}

/** Where a bureau takes letters of one kind by mail, and how we know. */
export type BureauAddress = {
  /** As printed on the envelope; at most 40 characters a line, as the print-and-mail provider takes them. */
  lines: readonly [company: string, street: string, place: string]
  source: string
  /** The day on which the source was last read. */
  checkedOn: string
}

const source = 'https://www.equifax.com/personal/help/article-list/-/h/a/mail-in-credit-report-dispute/'

/**
 * Addresses for disputes of accounts, inquiries and personal information, and for what follows them.
 */
export const disputeAddresses: Readonly<Record<Bureau, BureauAddress>> = {
  TransUnion: {
    lines: ['TransUnion Consumer Solutions', 'P.O. Box 2000', 'Chester, PA 19016'],
    source,
    checkedOn: '2026-11-20',
  },
  Experian: {
    lines: ['Experian', 'P.O. Box 4500', 'Allen, TX 75013'],
    source,
    checkedOn: '2026-11-20',
  },
  Equifax: {
    lines: ['Equifax Information Services LLC', 'P.O. Box 740256', 'Atlanta, GA 30374-0256'],
    source,
    checkedOn: '2026-11-20',
  },
}

const oregon = 'https://dfr.oregon.gov/financial/protect/pages/place-credit-freeze.aspx'

/**
 * Addresses for security freezes. For TransUnion public pages give two; its own freeze desk
 * is the one in Woodlyn, disputes go to Chester.
 */
export const freezeAddresses: Readonly<Record<Bureau, BureauAddress>> = {
  TransUnion: {
    lines: ['TransUnion', 'P.O. Box 160', 'Woodlyn, PA 19094'],
    source:
      'https://www.gjsentinel.com/gjrealestateweekly/jims-mortgage-corner/article_bd5997c6-012d-11ec-b4dd-9f9630b42b6a.html',
    checkedOn: '2026-11-21',
  },
  Experian: {
    lines: ['Experian Security Freeze', 'P.O. Box 9554', 'Allen, TX 75013'],
    source: oregon,
    checkedOn: '2026-11-21',
  },
  Equifax: {
    lines: ['Equifax Security Freeze', 'P.O. Box 105788', 'Atlanta, GA 30348'],
    source: oregon,
    checkedOn: '2026-11-21',
  },
}
