import { lookUp } from './codes.ts'

/**
 * Kinds of business of creditors, by the first letter of the two-letter codes of Experian ("kind of business") and
 * Equifax ("industry code"). The second letter is each bureau's own. Data only.
 */
const groups: Readonly<Record<string, string>> = {
  A: 'Automotive',
  B: 'Banks',
  C: 'Clothing',
  D: 'Department and variety stores',
  E: 'Education',
  F: 'Personal finance',
  G: 'Groceries',
  H: 'Home furnishings',
  I: 'Insurance',
  J: 'Jewelry, cameras and computers',
  K: 'Contractors',
  L: 'Lumber, building material and hardware',
  M: 'Medical and health',
  N: 'Credit card, travel and entertainment',
  O: 'Oil companies and national credit cards',
  P: 'Personal services',
  Q: 'Finance other than personal',
  R: 'Real estate and public accommodation',
  S: 'Sporting goods',
  T: 'Farm and garden supplies',
  U: 'Utilities and fuel',
  V: 'Government',
  W: 'Wholesale',
  X: 'Advertising',
  Y: 'Collection services',
  Z: 'Other businesses',
}

/** Letters that Experian gives another meaning. */
const experianGroups: Readonly<Record<string, string>> = {
  ...groups,
  F: 'Finance companies, credit unions and savings associations',
  N: 'National credit cards and airlines',
  O: 'Oil companies',
  Q: 'Mail order houses',
}

/** Letters that TransUnion gives another meaning. */
const transUnionGroups: Readonly<Record<string, string>> = {
  ...groups,
  E: 'Education and employment',
  F: 'Personal finance',
  N: 'Credit cards, travel and entertainment',
  O: 'Oil companies',
  P: 'Personal services other than medical',
  Q: 'Finance other than personal',
  Z: 'Miscellaneous',
}

const groupIn = (table: Readonly<Record<string, string>>, code: string | null): string | null =>
  code !== null && /^[A-Z]{1,2}$/i.test(code) ? lookUp(table, code.charAt(0).toUpperCase()) : null

/** An Equifax industry code in words; null when none is reported or its letter is unknown. */
export const equifaxIndustry = (code: string | null): string | null => groupIn(groups, code)

/** An Experian kind of business in words; null when none is reported or its letter is unknown. */
export const experianIndustry = (code: string | null): string | null => groupIn(experianGroups, code)

/** A TransUnion industry code in words; null when none is reported or its letter is unknown. */
export const transUnionIndustry = (code: string | null): string | null => groupIn(transUnionGroups, code)

/** Whether a creditor collects the debts of others. */
export const isCollector = (code: string | null): boolean => /^Y[A-Z]?$/i.test(code ?? '')
