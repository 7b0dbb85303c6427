import type { Bureau } from '#values/bureau.ts'

/** How a bureau takes a freeze faster than by mail, and how we know. */
export type FreezeContact = {
  /** The bureau's own page. */
  web: string
  /** Toll-free, E.164. */
  phone: string
  /** Where the telephone number stands. */
  source: string
  /** The day on which the source was last read. */
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
