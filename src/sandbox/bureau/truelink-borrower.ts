import type { BureauFile } from './held.ts'
import type { Day, Names, Subject } from './life.ts'
import { coded, creditAddress, type Json, sourceFrom, streetLine } from './truelink-parts.ts'

/** Who the person is at each bureau, and the scores, as a TrueLink Borrower. */

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

/** The Borrower of the bureaus that returned a file. */
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
