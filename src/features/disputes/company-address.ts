import { states } from '#features/identity/profile-choices.ts'
import { NAME_CHARACTERS, STREET_CHARACTERS } from '#features/mailing/envelope-address.ts'
import type { Account } from '#features/reports/canonical.ts'
import type { CompanyAddress } from './dispute-requests.ts'
import { alertAddresses, disputeAddresses, freezeAddresses } from './envelope.ts'
import { findUnprintable, toPrintable } from './letters/printable.ts'

/** Addresses of companies: what can be mailed to, what the report states, and whose P.O. box it is. */

export type CompanyAddressPart = 'name' | 'street' | 'secondLine' | 'city' | 'state' | 'postal'

/** An address as typed. */
export type TypedAddress = Readonly<Record<CompanyAddressPart, string>>

/** The maximum length. */
const CITY_CHARACTERS = 40

const maxCharacters: Readonly<Record<CompanyAddressPart, number>> = {
  name: NAME_CHARACTERS,
  street: STREET_CHARACTERS,
  secondLine: STREET_CHARACTERS,
  city: CITY_CHARACTERS,
  state: 2,
  postal: 10,
}

/** Not a street that a letter carrier can deliver to. */
const isNoStreet = (street: string): boolean =>
  street.includes('@') || /^(?:https?:|www\.)/i.test(street) || !/\p{L}/u.test(street)

/**
 * The states for each first digit of a ZIP code (USPS, Publication 59; DC and Texas have two). Wrong later digits are
 * left to the mail provider.
 */
const zipZones = [
  'CT MA ME NH NJ NY PR RI VI VT',
  'DE NY PA',
  'DC MD NC SC VA WV',
  'AL FL GA MS TN',
  'IN KY MI OH',
  'DC IA MN MT ND SD WI',
  'IL KS MO NE',
  'AR LA OK TX',
  'AZ CO ID NM NV TX UT WY',
  'AK AS CA GU HI MP OR WA',
].map(zone => zone.split(' '))

const isOtherState = ({ state, postal }: TypedAddress): boolean =>
  states.some(one => one === state) && zipZones[Number(postal.trim()[0])]?.includes(state) === false

const missing: Readonly<Record<CompanyAddressPart, string | null>> = {
  name: 'Enter the name of the company',
  street: 'Enter a street or a P.O. box',
  secondLine: null,
  city: 'Enter the city',
  state: 'Choose a state',
  postal: 'Enter a ZIP code, like 12345 or 12345-6789',
}

const partProblem = (part: CompanyAddressPart, address: TypedAddress): string | null => {
  const text = address[part].trim()
  if (text === '') return missing[part]
  const unprintable = findUnprintable(text)
  if (unprintable.length > 0)
    return `A letter cannot print these characters: ${unprintable.slice(0, 10).join(' ')}`
  if (part === 'state') return states.some(state => state === text) ? null : missing.state
  if (part === 'postal') {
    if (!/^\d{5}(-\d{4})?$/.test(text)) return missing.postal
    return isOtherState(address) ? `This ZIP code is not in ${address.state}` : null
  }
  if (part === 'city' && !/\p{L}/u.test(text)) return missing.city
  if (part === 'street' && isNoStreet(text))
    return 'Enter a street or a P.O. box. Letters do not go to an email address, a website or a phone number.'
  if (text.length > maxCharacters[part])
    return `Use at most ${maxCharacters[part]} characters: no more can be printed on an envelope`
  return part === 'secondLine' && address.street.trim().length + text.length > STREET_CHARACTERS
    ? `Use at most ${STREET_CHARACTERS} characters for both lines together: no more can be printed on an envelope`
    : null
}

const parts = ['name', 'street', 'secondLine', 'city', 'state', 'postal'] as const

/** Why letters cannot be sent to an address, one message per field. */
export const companyAddressProblems = (
  address: TypedAddress,
): Partial<Record<CompanyAddressPart, string>> => {
  const problems: Partial<Record<CompanyAddressPart, string>> = {}
  for (const part of parts) {
    const sentence = partProblem(part, address)
    if (sentence !== null) problems[part] = sentence
  }
  return problems
}

/** The lines of a letter and its envelope. */
export const companyLines = ({
  name,
  street,
  secondLine = '',
  city,
  state,
  postal,
}: CompanyAddress): string[] =>
  [name, street, secondLine, `${city}, ${state} ${postal}`].map(toPrintable).filter(line => line !== '')

type StatedRow = Pick<Account, 'creditorNameReported' | 'address'>

/** Normalizes a ZIP code as reports write it: with or without its hyphen, the last four digits sometimes as zeros. */
const toPostal = (text: string): string => {
  const [, first = '', last = ''] = /^(\d{5})-?(\d{4})?$/.exec(text.trim()) ?? []
  return last === '' || last === '0000' ? first : `${first}-${last}`
}

/** The address that a row of the report states for its company; null if there is none, or none that can be mailed to. */
export const findStatedAddress = ({ creditorNameReported, address }: StatedRow): TypedAddress | null => {
  if (address === null) return null
  const stated = {
    name: creditorNameReported.trim(),
    street: address.street?.trim() ?? '',
    secondLine: '',
    city: address.city?.trim() ?? '',
    state: address.state?.trim().toUpperCase() ?? '',
    postal: toPostal(address.postal ?? ''),
  }
  const { name: _, ...problems } = companyAddressProblems(stated)
  return Object.keys(problems).length > 0 ? null : stated
}

type Place = { street: string; postal: string }

/** A P.O. box with its post office, `15298 19850`; null for any other address. */
const boxOf = ({ street, postal }: Place): string | null => {
  const words = street.toUpperCase().replaceAll(/[^A-Z0-9]+/g, ' ')
  const [, number] = /\b(?:P ?O ?BOX|POB|POST OFFICE BOX) (\w+)/.exec(words) ?? []
  return number === undefined ? null : `${number} ${postal.slice(0, 5)}`
}

/** Words that are common in company names. */
const common = new Set(
  'THE AND OF FOR INC LLC LTD CORP CORPORATION COMPANY NATIONAL AMERICAN AMERICA USA BANK BANKING BANKCARD CARD CARDS CREDIT CREDITS FINANCIAL FINANCE SERVICE SERVICES SERVICING LOAN LOANS MORTGAGE GROUP UNION FEDERAL COLLECTION COLLECTIONS RECOVERY CAPITAL FIRST'.split(
    ' ',
  ),
)

const wordsOf = (name: string): string[] =>
  name
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(word => word.length > 2)

/** Whether two names may be of one company: they share an uncommon word, or are the same. */
const mayBeSameCompany = (one: string, other: string): boolean => {
  const words = wordsOf(one)
  return (
    words.join(' ') === wordsOf(other).join(' ') ||
    wordsOf(other).some(word => words.includes(word) && !common.has(word))
  )
}

const bureauBoxes = [disputeAddresses, freezeAddresses, alertAddresses].flatMap(addresses =>
  Object.entries(addresses).map(([bureau, { lines }]) => ({
    bureau,
    box: boxOf({ street: lines[1], postal: /\d{5}/.exec(lines[2])?.[0] ?? '' }),
  })),
)

const isBureauName = (name: string): boolean => {
  const written = name.toUpperCase().replaceAll(/[^A-Z]+/g, '')
  return Object.keys(disputeAddresses).some(bureau => written.startsWith(bureau.toUpperCase()))
}

/**
 * Why an address is not the company's, as a message; null if nothing suggests that. `known` are the names of the company
 * in the report and from the user, `rows` what the report states about all companies.
 */
export const otherOwnerProblem = (
  { name, street, secondLine = '', postal }: CompanyAddress,
  known: readonly string[],
  rows: readonly StatedRow[],
): string | null => {
  const box = boxOf({ street: `${street} ${secondLine}`, postal })
  const bureau = isBureauName(name) ? name : bureauBoxes.find(one => box !== null && one.box === box)?.bureau
  if (bureau !== undefined)
    return `This is an address of ${bureau}, a credit bureau. This letter goes to the company itself: enter its own address.`
  if (box === null) return null
  const names = [name, ...known]
  const others = rows.filter(
    ({ address }) =>
      address !== null &&
      boxOf({ street: address.street ?? '', postal: toPostal(address.postal ?? '') }) === box,
  )
  const isOwn = others.some(other => names.some(one => one === other.creditorNameReported))
  const other = others.find(one => !names.some(own => mayBeSameCompany(own, one.creditorNameReported)))
  if (other === undefined) return null
  return `Your report gives this P.O. box as the address of ${other.creditorNameReported}${isOwn ? ' too' : ''}. Enter an address that ${name} gives for itself, for example on a statement or in a letter to you.`
}
