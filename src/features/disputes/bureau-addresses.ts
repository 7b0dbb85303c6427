import type { Bureau } from '#values/bureau.ts'

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
 * Addresses for disputes of accounts, inquiries and personal information, and for what follows them (product paper
 * section 4.8).
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
 * Addresses for security freezes (product paper section 4.8). For TransUnion public pages give two; its own freeze desk
 * is the one in Woodlyn (decisions section 6), disputes go to Chester.
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
