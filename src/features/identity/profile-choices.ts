import { addMonths } from '#values/dates.ts'

/** Choices at registration, for the screens and the server. */

export const goals = [
  'Buy a home',
  'Buy a car',
  'Get a credit card',
  'Lower my rates',
  'Fix errors',
  'Other',
] as const

export const goalPeriods = ['3 months', '6 months', '12 months', '24 months'] as const

/** The month by which a goal is to be reached; null for a period that is not one of the choices. */
export const goalTargetMonth = (setOn: string, period: string): string | null =>
  goalPeriods.some(one => one === period) ? addMonths(setOn.slice(0, 7), Number.parseInt(period, 10)) : null

/** States, DC and the territories that the product serves, by postal code. */
export const states = [
  'AL',
  'AK',
  'AS',
  'AZ',
  'AR',
  'CA',
  'CO',
  'CT',
  'DE',
  'DC',
  'FL',
  'GA',
  'GU',
  'HI',
  'ID',
  'IL',
  'IN',
  'IA',
  'KS',
  'KY',
  'LA',
  'ME',
  'MD',
  'MA',
  'MI',
  'MN',
  'MP',
  'MS',
  'MO',
  'MT',
  'NE',
  'NV',
  'NH',
  'NJ',
  'NM',
  'NY',
  'NC',
  'ND',
  'OH',
  'OK',
  'OR',
  'PA',
  'PR',
  'RI',
  'SC',
  'SD',
  'TN',
  'TX',
  'UT',
  'VT',
  'VA',
  'VI',
  'WA',
  'WV',
  'WI',
  'WY',
] as const
