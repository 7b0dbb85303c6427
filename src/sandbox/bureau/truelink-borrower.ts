import type { Bureau } from '#values/bureau.ts'
import type { BureauFile } from './held.ts'
import type { Day, Names, Place, Subject } from './life.ts'

/** Building blocks of TrueLink JSON: attributes are keys with `@`, text is `$`. */

export type Json = string | Json[] | { [key: string]: Json }

export const coded = (symbol: string, description: string): Json => ({
  '@symbol': symbol,
  '@description': description,
  '@abbreviation': description,
  '@rank': '199',
})

const symbols: Readonly<Record<Bureau, string>> = { TransUnion: 'TUC', Experian: 'EXP', Equifax: 'EQF' }

/** The source bureau of an element, and the inquiry date. */
export const sourceFrom = (bureau: Bureau, day: Day): Json => ({
  Bureau: coded(symbols[bureau], bureau),
  '@BorrowerKey': '',
  InquiryDate: { $: day },
})

/** The Postal Service's abbreviations of street types (USPS Publication 28, appendix C1). */
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

/** A street as written by the bureaus. */
const streetLine = (street: string): string =>
  street
    .toUpperCase()
    .replaceAll(',', '')
    .split(' ')
    .map(word => shortened[word] ?? word)
    .join(' ')

export const creditAddress = ({ street, city, state, postal }: Place): Json => ({
  '@unparsedStreet': street.toUpperCase(),
  '@city': city.toUpperCase(),
  '@stateCode': state,
  '@postalCode': postal,
})

/** In TrueLink a TransUnion member code has no industry letter. */
export const subscriberCode = (code: string): string => code.replace(/^[A-Z] /, '')

/** The person at each bureau, and the scores, as a TrueLink Borrower. */

type Part = { [key: string]: Json }

const named = ({ firstName, middleName, lastName }: Names): Json => ({
  '@first': firstName.toUpperCase(),
  '@middle': (middleName ?? '').toUpperCase(),
  '@last': lastName.toUpperCase(),
})

const namesOf = ({ names, aliases }: BureauFile): Part[] => [
  { Name: named(names), NameType: coded('1', 'Primary'), '@partitionSet': '0' },
  ...aliases.map(alias => ({
    Name: named(alias),
    NameType: coded('2', 'Also known as'),
    '@partitionSet': '0',
  })),
]

const birthOf = ({ birthDate }: BureauFile): Part => {
  const [year = '', month = '', day = ''] = birthDate.split('-')
  return {
    '@date': day === '' ? '' : birthDate,
    BirthDate: { '@year': year, '@month': month, '@day': day },
  }
}

const phoneOf = (number: string): Part => ({
  PhoneNumber: {
    '@AreaCode': number.slice(0, 3),
    '@Exchange': number.slice(3, 6),
    '@Trunk': number.slice(6),
  },
})

const scoresOf = ({ score }: BureauFile): Part[] =>
  score === null
    ? []
    : [
        {
          '@riskScore': String(score.value),
          '@scoreName': 'VantageScore3',
          '@populationRank': '',
          '@inquiriesAffectedScore': score.factors.some(({ code }) => code === '85') ? 'true' : 'false',
          CreditScoreModel: coded('00W40', 'VantageScore 3.0'),
          NoScoreReason: coded('', ''),
          CreditScoreFactor: score.factors.map(({ code, words }) => ({
            '@bureauCode': code,
            FactorType: { $: 'Negative' },
            FactorText: [{ $: `explain: ${words}.` }, { $: `factor: ${words}` }],
          })),
        },
      ]

export const borrower = (files: readonly BureauFile[], { ssn }: Subject, day: Day): Json => {
  const each = (parts: (file: BureauFile) => Part[]): Json =>
    files.flatMap(file => parts(file).map(part => ({ ...part, Source: sourceFrom(file.bureau, day) })))
  const addressesOf = (file: BureauFile): Part[] =>
    file.addresses.map(({ place, reported }, index) => ({
      CreditAddress: creditAddress({ ...place, street: streetLine(place.street) }),
      '@addressOrder': String(index),
      '@dateReported': reported,
    }))
  return {
    '@SocialSecurityNumber': ssn,
    BorrowerName: each(namesOf),
    BorrowerAddress: each(file => addressesOf(file).slice(0, 1)),
    PreviousAddress: each(file => addressesOf(file).slice(1)),
    Birth: each(file => [birthOf(file)]),
    SocialPartition: { Social: each(() => [{ '@SocialSecurityNumber': ssn }]) },
    Employer: each(file => file.employers.map(name => ({ '@name': name }))),
    BorrowerTelephone: each(file => file.phones.map(phoneOf)),
    CreditScore: each(scoresOf),
  }
}
