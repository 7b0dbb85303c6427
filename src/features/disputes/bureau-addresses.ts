import type { Bureau } from '#values/bureau.ts'

/** Where a bureau takes disputes by mail, and how we know. */
export type BureauAddress = {
  /** As printed on the envelope; at most 40 characters a line, as the print-and-mail provider takes them. */
  lines: readonly [company: string, street: string, place: string]
  source: string
  /** The day on which the source was last read. */
  checkedOn: string
}

const source = 'https://www.equifax.com/personal/help/article-list/-/h/a/mail-in-credit-report-dispute/'

/**
 * Addresses for account disputes (product paper section 4.8). TransUnion takes disputes in Chester and freezes in
 * Woodlyn (decisions section 6); freezes have addresses of their own.
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
