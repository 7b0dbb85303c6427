import type { Bureau } from '#values/bureau.ts'
import type { Company } from './companies.ts'

/** A company's name as a bureau spells it. */
export const companyForBureau = ({ name, spelled }: Company, bureau: Bureau): string =>
  spelled?.[bureau] ?? name
