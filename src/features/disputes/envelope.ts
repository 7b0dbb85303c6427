import {
  type EnvelopeProblem,
  NAME_CHARACTERS,
  STREET_CHARACTERS,
} from '#features/mailing/envelope-address.ts'
import type { Bureau } from '#values/bureau.ts'

/** Where bureaus take letters, and what keeps an address from an envelope. */

const partNames = {
  name: 'name',
  street: 'street address',
  place: 'city, state and ZIP code',
} as const satisfies Record<EnvelopeProblem['part'], string>

const most = { name: NAME_CHARACTERS, street: STREET_CHARACTERS, place: null } as const

/** Which part of whose address keeps a letter from being mailed, and what to do; `recipient` is null of the person's own. */
export const envelopeProblemMessage = ({ part, why }: EnvelopeProblem, recipient: string | null): string => {
  const what = recipient === null ? `Your ${partNames[part]}` : `The ${partNames[part]} of ${recipient}`
  const [is, are] = part === 'place' ? ['are', 'have'] : ['is', 'has']
  const problem =
    why === 'missing'
      ? `${what} on this letter ${is} not complete.`
      : `${what} on this letter ${are} more than the ${most[part] ?? ''} characters that can be printed on an envelope.`
  if (recipient !== null) return `${problem} Make the letter again. If that does not help, contact support.`
  return part === 'name'
    ? `${problem} Contact support to have it shortened, or download the PDF and mail it yourself.`
    : `${problem} Correct your address in Profile and make the letter again, or download the PDF and mail it yourself.`
}

/** That nobody delivers to the address of a company. */
export const undeliverableMessage = (company: string): string =>
  `The postal service does not deliver to the address of ${company} on this letter. Make the letter again with another address, or download the PDF and mail it yourself.`

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

const arkansas = 'https://arkansasag.gov/consumer-protection/identity/column-one/fraud-alerts/'

/**
 * Addresses for fraud alerts. Public pages differ: for Equifax some give P.O. Box 740241, Experian's own pages also name
 * P.O. Box 9701.
 */
export const alertAddresses: Readonly<Record<Bureau, BureauAddress>> = {
  TransUnion: {
    lines: ['TransUnion Fraud Victim Assistance', 'P.O. Box 2000', 'Chester, PA 19016'],
    source: arkansas,
    checkedOn: '2026-11-23',
  },
  Experian: {
    lines: ['Experian', 'P.O. Box 9554', 'Allen, TX 75013'],
    source: arkansas,
    checkedOn: '2026-11-23',
  },
  Equifax: {
    lines: ['Equifax Information Services LLC', 'P.O. Box 105069', 'Atlanta, GA 30348-5069'],
    source: 'https://www.verified.org/articles/guides/how-to-place-an-equifax-fraud-alert',
    checkedOn: '2026-11-23',
  },
}
