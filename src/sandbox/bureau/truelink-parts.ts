import type { Bureau } from '#values/bureau.ts'
import type { Day, Place } from './life.ts'

/** The parts that TrueLink JSON is made of: attributes are keys with `@`, texts `$`. */

export type Json = string | Json[] | { [key: string]: Json }

/** A coded element. */
export const coded = (symbol: string, description: string): Json => ({
  '@symbol': symbol,
  '@description': description,
  '@abbreviation': description,
  '@rank': '199',
})

const symbols: Readonly<Record<Bureau, string>> = { TransUnion: 'TUC', Experian: 'EXP', Equifax: 'EQF' }

/** Which bureau an element comes from, and on which day it was asked. */
export const sourceFrom = (bureau: Bureau, day: Day): Json => ({
  Bureau: coded(symbols[bureau], bureau),
  '@BorrowerKey': '',
  InquiryDate: { $: day },
})

/** Street types as the Postal Service shortens them (USPS Publication 28, appendix C1). */
const shortened: Readonly<Record<string, string>> = {
  AVENUE: 'AVE',
  BOULEVARD: 'BLVD',
  COURT: 'CT',
  DRIVE: 'DR',
  LANE: 'LN',
  PARKWAY: 'PKWY',
  PLACE: 'PL',
  ROAD: 'RD',
  STREET: 'ST',
}

/** A person's street as the bureaus write it. */
export const streetLine = (street: string): string =>
  street
    .toUpperCase()
    .replaceAll(',', '')
    .split(' ')
    .map(word => shortened[word] ?? word)
    .join(' ')

/** An address as one line and its place. */
export const creditAddress = ({ street, city, state, postal }: Place): Json => ({
  '@unparsedStreet': street.toUpperCase(),
  '@city': city.toUpperCase(),
  '@stateCode': state,
  '@postalCode': postal,
})

/** TrueLink names a TransUnion member without the letter of its industry. */
export const subscriberCode = (code: string): string => code.replace(/^[A-Z] /, '')
