import {
  type EnvelopeProblem,
  NAME_CHARACTERS,
  STREET_CHARACTERS,
} from '#features/mailing/envelope-address.ts'
import type { Bureau } from '#values/bureau.ts'

/** The bureaus' mailing addresses, and why an address cannot be printed on an envelope. */

const partNames = {
  name: 'name',
  street: 'street address',
  place: 'city, state and ZIP code',
} as const satisfies Record<EnvelopeProblem['part'], string>

const most = { name: NAME_CHARACTERS, street: STREET_CHARACTERS, place: null } as const

/** The part of the address that prevents mailing, whose it is, and what to do; `recipient` is null for the user's own. */
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

/** The message that a company's address is undeliverable. */
export const undeliverableMessage = (company: string): string =>
  `The postal service does not deliver to the address of ${company} on this letter. Make the letter again with another address, or download the PDF and mail it yourself.`

/** A bureau's mailing address for one kind of letters, with its source. */
export type BureauAddress = {
  /** As printed on the envelope; at most 40 characters per line, the mail provider's limit. */
  lines: readonly [company: string, street: string, place: string]
  source: string
  /** The day on which the source was last checked. */
  checkedOn: string
}

const source = 'https://www.equifax.com/personal/help/article-list/-/h/a/mail-in-credit-report-dispute/'

/** Addresses for disputes of accounts, inquiries and personal information, and for their follow-ups. */
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
 * Addresses for security freezes. For TransUnion public pages list two; its own freeze page has the one in Woodlyn,
 * disputes go to Chester.
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
 * Addresses for fraud alerts. Public pages differ: some list P.O. Box 740241 for Equifax, and Experian's own pages also
 * list P.O. Box 9701.
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
