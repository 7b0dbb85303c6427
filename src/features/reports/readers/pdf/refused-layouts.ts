import type { Row } from './rows.ts'

/** Layouts that are known and not read, with what to do instead. Known by some of their own words, in the case they are printed in. */

type RefusedLayout = {
  /** How many of the signs must be in the file. */
  needs: number
  signs: readonly RegExp[]
  message: string
}

const freeReport = (bureau: string): string =>
  `Your free ${bureau} report from annualcreditreport.com, saved as PDF, can be imported.`

const refusedLayouts: readonly RefusedLayout[] = [
  {
    needs: 3,
    signs: [
      /^Potentially negative items\b/i,
      /^Accounts in good standing\b/i,
      /^Record of requests\b/i,
      /\bAddress identification number\b/i,
      /\bCredit limit or original amount\b/i,
    ],
    message: `This is an older layout of Experian's report, which we can't read. ${freeReport('Experian')}`,
  },
  {
    needs: 3,
    signs: [/\bexperian\b/i, /\bDate opened\b/, /\bAccount (?:name|number|type)\b/],
    message: `This is the report of Experian's member site, which we can't read yet. ${freeReport('Experian')}`,
  },
  {
    needs: 3,
    signs: [/^Equifax Experian TransUnion$/, /\bReport Summary$/, /\bDispute File Information$/],
    message: `This is Equifax's report of three bureaus, which we can't read yet. Your free reports from annualcreditreport.com, saved as PDF, can be imported one after the other.`,
  },
  {
    needs: 1,
    signs: [/^https?:\/\/(?:www\.)?creditkarma\.com\//i],
    message:
      'This is a print of Credit Karma. No page of Credit Karma holds a whole credit report. Your free reports from annualcreditreport.com, saved as PDF, can be imported.',
  },
]

/** Why a print that no layout recognizes is refused; null when it is not known. */
export const findRefusedLayout = (rows: readonly Row[]): string | null => {
  const hasSign = (sign: RegExp): boolean => rows.some(({ text }) => text.length < 2000 && sign.test(text))
  return refusedLayouts.find(({ needs, signs }) => signs.filter(hasSign).length >= needs)?.message ?? null
}
