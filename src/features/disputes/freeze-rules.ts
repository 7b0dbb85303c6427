import type { Bureau } from '#values/bureau.ts'
import type { FreezeAction, FreezeDispute } from './dispute-requests.ts'

/** The problems of the days of a request on a day (`YYYY-MM-DD`), by the body's paths; empty without problems. */
export const freezeDayProblems = (
  { action, from, until }: Pick<FreezeDispute, 'action' | 'from' | 'until'>,
  today: string,
): Partial<Record<'from' | 'until', string>> => {
  const days = { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) }
  if (action !== 'lift') {
    const sentence = 'Only a temporary lift of a freeze takes days'
    return Object.fromEntries(Object.keys(days).map(field => [field, sentence]))
  }
  const past = Object.entries(days).filter(([, day]) => day < today)
  if (past.length > 0) return Object.fromEntries(past.map(([field]) => [field, 'This day is in the past']))
  // A letter that is mailed today is received no earlier than tomorrow.
  if (until === today)
    return { until: 'No letter arrives today. Choose a later day, or lift it online or by phone' }
  return from !== undefined && until !== undefined && until < from
    ? { until: 'The last day is before the first' }
    : {}
}

/** The default titles of freeze disputes, and the wizard's labels of the choice. */
export const freezeWords: Readonly<Record<FreezeAction, { label: string; hint: string; title: string }>> = {
  place: {
    label: 'Freeze my credit files',
    hint: 'New lenders can’t see your file, so no one can open credit in your name. Free, no effect on your score.',
    title: 'Security freeze',
  },
  lift: {
    label: 'Lift a freeze',
    hint: 'When you apply for credit, for a time or until further notice. By mail it takes three business days from receipt, online or by phone an hour.',
    title: 'Lift of a security freeze',
  },
  remove: {
    label: 'Remove a freeze',
    hint: 'It stays off until you place it again.',
    title: 'Removal of a security freeze',
  },
}

/** Ways to place a freeze at a bureau faster than by mail, with their source. */
export type FreezeContact = {
  /** The bureau's own page. */
  web: string
  /** Toll-free, E.164. */
  phone: string
  /** The source of the telephone number. */
  source: string
  /** The day on which the source was last checked. */
  checkedOn: string
}

const massachusetts = 'https://www.mass.gov/how-to/request-a-credit-report-security-freeze'
const oregon = 'https://dfr.oregon.gov/financial/protect/pages/place-credit-freeze.aspx'

/**
 * What to try before a letter. By telephone or online a freeze is placed within one business day and lifted within one
 * hour; by mail both take three business days from receipt (15 USC 1681c-1(i)(2)(A) and (3)(C)).
 */
export const freezeContacts: Readonly<Record<Bureau, FreezeContact>> = {
  TransUnion: {
    web: 'https://www.transunion.com/credit-freeze',
    phone: '+18889098872',
    source: massachusetts,
    checkedOn: '2026-11-21',
  },
  Experian: {
    web: 'https://www.experian.com/freeze/center.html',
    phone: '+18883973742',
    source: massachusetts,
    checkedOn: '2026-11-21',
  },
  Equifax: {
    web: 'https://www.equifax.com/personal/credit-report-services/credit-freeze/',
    phone: '+18882980045',
    source: oregon,
    checkedOn: '2026-11-21',
  },
}
