import { type BureauCoverage, coveredSections } from '#features/reports/coverage.ts'

/** A complete reading of one account and no other rows. */
export const coverageOf = (given: Partial<BureauCoverage> = {}): BureauCoverage => ({
  bureau: 'TransUnion',
  stated: { accounts: 1, inquiries: null, publicRecords: 0 },
  read: { accounts: 1, inquiries: 1, publicRecords: 0 },
  sections: [...coveredSections],
  monthsUnreadable: 0,
  pagesMissing: [],
  pagesDamaged: [],
  pagesStated: null,
  doubts: [],
  ...given,
})
