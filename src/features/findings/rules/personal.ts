import type { Account, PersonalInfo, ReportedAddress } from '#features/reports/canonical.ts'
import { formatAddress } from '#features/reports/masks.ts'
import { type Bureau, distinctBureaus } from '#values/bureau.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { maskSsn } from '#values/mask.ts'
import { centsOwed, isLate } from '../account-facts.ts'
import type { RuleContext } from '../context.ts'
import { fieldEvidence } from '../evidence.ts'
import type { CheckedPersonalField, OwnDetails, Rule, RuleMatch } from '../finding.ts'
import { isBefore, minDaysBetween } from '../partial-dates.ts'
import { addressKey, datesAgree, isSameName, parseNameSuffix } from '../personal-details.ts'

/** Personal data compared between bureaus. */

const mixedFile = '15 USC 1681e(b): a file that mixes two persons is not accurate'

type Shown = { bureau: Bureau; value: string }

type PersonalMatch = Pick<RuleMatch, 'explanation'> &
  Partial<Pick<RuleMatch, 'bureaus' | 'title' | 'verdict' | 'severity' | 'certainty'>> & {
    shown: readonly Shown[]
  }

/** A rule about one kind of personal data, with each bureau's value as its evidence. */
const personalRule = (
  field: CheckedPersonalField,
  {
    check,
    ...rule
  }: Omit<Rule, 'find' | 'source'> & {
    source?: string
    check: (context: RuleContext) => readonly PersonalMatch[]
  },
): Rule => ({
  source: mixedFile,
  ...rule,
  find: context =>
    check(context).map(({ shown, ...match }) => ({
      subject: { kind: 'personal', field, value: shown[0]?.value ?? '' },
      bureaus: distinctBureaus(shown),
      evidence: shown.map(({ bureau, value }) => ({ bureau, field, value })),
      ...match,
    })),
})

const describeShown = (shown: readonly Shown[]): string =>
  showList(shown.map(({ bureau, value }) => `${bureau} shows ${value}`))

type NameAt = { bureau: Bureau; name: string }

const namesIn = (people: readonly PersonalInfo[]): NameAt[] =>
  people.flatMap(({ bureau, name, aliases }) =>
    [...new Set([...(name === null ? [] : [name]), ...aliases])].map(each => ({ bureau, name: each })),
  )

const otherName = personalRule('name', {
  id: 'P-01',
  title: 'A name that may not be yours',
  verdict: 'ask',
  severity: 'medium',
  check: ({ people }) => {
    const own = people.find(({ name }) => name !== null)
    if (own?.name == null) return []
    const { bureau, name: main } = own
    const others = namesIn(people).filter(({ name }) => !isSameName(name, main))
    const groups = Map.groupBy(others, ({ name }) => name.toUpperCase().replaceAll(/[^A-Z]/g, ''))
    return [...groups.values()].flatMap(same => {
      const [first] = same
      // A name known to several bureaus is more likely a former name than an error.
      if (first === undefined || new Set(same.map(one => one.bureau)).size > 1) return []
      return [
        {
          shown: [
            { bureau: first.bureau, value: first.name },
            { bureau, value: main },
          ],
          explanation: `${first.bureau} lists the name ${first.name} beside ${main}. Have you ever used it?`,
          bureaus: [first.bureau],
        },
      ]
    })
  },
})

/** Files of a father and a son are the ones mixed most often. */
const lonelySuffix = personalRule('name', {
  id: 'P-01',
  title: 'A Jr or Sr in your name at one bureau only',
  verdict: 'ask',
  severity: 'medium',
  check: ({ people, ownDetails }) => {
    const carrying = namesIn(people).filter(({ name }) => parseNameSuffix(name) !== null)
    const [first] = carrying
    const plain = people.find(({ name }) => name !== null && parseNameSuffix(name) === null)
    if (first === undefined || plain === undefined || plain.name === null) return []
    if (new Set(carrying.map(({ bureau }) => bureau)).size > 1 || plain.bureau === first.bureau) return []
    if (!isSameName(first.name, plain.name)) return []
    if (ownDetails !== null && parseNameSuffix(ownDetails.name) === parseNameSuffix(first.name)) return []
    return [
      {
        shown: [
          { bureau: first.bureau, value: first.name },
          { bureau: plain.bureau, value: plain.name },
        ],
        explanation: `${first.bureau} lists the name ${first.name}, and ${plain.bureau} lists ${plain.name}. Bureaus often leave out a Jr or Sr. Is it yours, or a relative’s?`,
        bureaus: [first.bureau],
      },
    ]
  },
})

const birthDates = personalRule('dob', {
  id: 'P-02',
  title: 'The bureaus show different dates of birth',
  verdict: 'contradiction',
  severity: 'high',
  comparesBureaus: true,
  check: ({ people }) => {
    const dates = people.flatMap(({ bureau, dob }) => (dob === null ? [] : [{ bureau, dob }]))
    if (dates.every(one => dates.every(other => datesAgree(one.dob, other.dob)))) return []
    const shown = dates.map(({ bureau, dob }) => ({ bureau, value: showDate(dob) ?? dob }))
    return [
      { shown, explanation: `${describeShown(shown)}. You were born once, so one of them may be wrong.` },
    ]
  },
})

const numbers = personalRule('ssn', {
  id: 'P-03',
  title: 'The bureaus show different Social Security numbers',
  verdict: 'contradiction',
  severity: 'high',
  comparesBureaus: true,
  check: ({ people }) => {
    const shown = people.flatMap(({ bureau, ssnLastFour }) =>
      ssnLastFour === null ? [] : [{ bureau, value: maskSsn(ssnLastFour.slice(-4)) }],
    )
    if (new Set(shown.map(({ value }) => value)).size < 2) return []
    return [
      {
        shown,
        explanation: `${describeShown(shown)}. A typing error, another person’s data in your file, or identity theft can be the cause.`,
      },
    ]
  },
})

type AddressAt = { bureau: Bureau; address: ReportedAddress; key: string; line: string; isCurrent: boolean }

const addressesIn = (people: readonly PersonalInfo[]): AddressAt[] =>
  people.flatMap(({ bureau, currentAddress, previousAddresses }) =>
    [
      ...(currentAddress === null ? [] : [{ address: currentAddress, isCurrent: true }]),
      ...previousAddresses.map(address => ({ address, isCurrent: false })),
    ].flatMap(({ address, isCurrent }) => {
      const [key, line] = [addressKey(address), formatAddress(address)]
      return key === null || line === null ? [] : [{ bureau, address, key, line, isCurrent }]
    }),
  )

/** Addresses that only some bureaus list. */
const partlyListedPlaces = (
  people: readonly PersonalInfo[],
  own: OwnDetails | null,
): (readonly [AddressAt, ...AddressAt[]])[] => {
  const home = own === null ? null : addressKey(own.address)
  const all = addressesIn(people)
  const answering = new Set(all.map(({ bureau }) => bureau))
  return [...Map.groupBy(all, ({ key }) => key).values()].flatMap(([first, ...others]) => {
    const at = new Set([first, ...others].map(one => one?.bureau))
    return first === undefined || answering.size < 2 || at.size === answering.size || first.key === home
      ? []
      : [[first, ...others]]
  })
}

const unknownPlace = personalRule('address', {
  id: 'P-04',
  title: 'An address only some bureaus list',
  verdict: 'ask',
  severity: 'medium',
  source: `${mixedFile}; an address that is not the person's can come with identity theft (15 USC 1681c(h), 12 CFR 1022.82)`,
  check: ({ people, ownDetails, isWhole }) =>
    partlyListedPlaces(
      // An unread part may also list it.
      people.every(({ bureau }) => isWhole(bureau, 'personal')) ? people : [],
      ownDetails,
    ).map(places => {
      const at = distinctBureaus(places)
      return {
        title:
          at.length === 1 ? 'An address only one bureau lists' : 'An address that one bureau does not list',
        shown: places.map(({ bureau, line }) => ({ bureau, value: line })),
        explanation: `${showList(at)} ${at.length === 1 ? 'lists' : 'list'} ${places[0].line}. Lenders report addresses to bureaus. Did you ever live here?`,
      }
    }),
})

const staleAddress = personalRule('address', {
  id: 'P-05',
  title: 'A bureau shows an earlier address as your current one',
  verdict: 'contradiction',
  severity: 'low',
  comparesBureaus: true,
  source: `${mixedFile}; results of a dispute are mailed to the current address (15 USC 1681i(a)(6))`,
  check: ({ people }) => {
    const all = addressesIn(people)
    const current = all.filter(({ isCurrent }) => isCurrent)
    const stale = current.filter(({ key, bureau }) =>
      all.some(other => other.key === key && !other.isCurrent && other.bureau !== bureau),
    )
    if (stale.length === 0 || new Set(current.map(({ key }) => key)).size < 2) return []
    const shown = current.map(({ bureau, line }) => ({ bureau, value: line }))
    return [
      {
        shown,
        explanation: `${describeShown(shown)} as your current address. One of them may be out of date.`,
        bureaus: distinctBureaus(stale),
      },
    ]
  },
})

/** Maximum days between a new address and a new account, and maximum age of the account. */
const together = 60
const newWithin = 730

const isNear = (one: PartialDate | null, other: PartialDate | null): boolean =>
  one !== null &&
  other !== null &&
  one.length > 4 &&
  other.length > 4 &&
  minDaysBetween(one, other) <= together &&
  minDaysBetween(other, one) <= together

/** Close to its limit, or late immediately. */
const isStrained = (row: Account): boolean =>
  row.isDerogatory ||
  isLate(row.payStatus) ||
  (centsOwed(row.creditLimit) > 0 && centsOwed(row.currentBalance) >= 0.9 * centsOwed(row.creditLimit))

const placeAndAccount: Rule = {
  id: 'P-06',
  title: 'A new account and an unknown address appeared together',
  verdict: 'ask',
  severity: 'high',
  source: '15 USC 1681c-2 block of information from identity theft; 15 USC 1681c-1 fraud alerts and freezes',
  reason: 'identity_theft',
  implies: ['C-29', 'C-30', 'C-40'],
  find: ({ people, groups, asOf, ownDetails }) => {
    const places = partlyListedPlaces(people, ownDetails).flat()
    if (asOf === null || places.length === 0) return []
    return groups.flatMap(rows => {
      const newest = rows.filter(
        row =>
          row.dateOpened !== null &&
          !isBefore(asOf, row.dateOpened) &&
          minDaysBetween(row.dateOpened, asOf) <= newWithin &&
          !row.isCollection,
      )
      const place = places.find(({ address }) => newest.some(row => isNear(address.reported, row.dateOpened)))
      const [first] = newest
      if (place === undefined || first === undefined || !newest.some(isStrained)) return []
      return [
        {
          subject: { kind: 'account', id: first.id },
          bureaus: distinctBureaus(newest),
          explanation: `${first.creditorName} was opened on ${showDate(first.dateOpened)}, and ${place.bureau} first heard of ${place.line} on ${showDate(place.address.reported)}. Is the account yours? If not, you can freeze your file at each bureau, which is free, and report it at IdentityTheft.gov.`,
          evidence: [
            ...newest.flatMap(row => fieldEvidence(row, ['creditorName', 'dateOpened', 'currentBalance'])),
            { bureau: place.bureau, field: 'address', value: place.line },
          ],
        },
      ]
    })
  },
}

/**
 * Compares personal data with what the user entered. The user may have mistyped, so it is always a question, regardless
 * of the strictest verdict of the rules with its id. If bureaus differ among themselves, another rule reports that
 * instead.
 */
const ownDetailRule = (
  field: CheckedPersonalField,
  {
    shown,
    gave,
    ...rule
  }: Pick<Rule, 'id' | 'title' | 'verdict' | 'severity'> & {
    /** What a bureau has and whether it is the user's own; null when it has nothing. */
    shown: (person: PersonalInfo, own: OwnDetails) => { value: string; isOwn: boolean } | null
    gave: (own: OwnDetails) => string
  },
): Rule =>
  personalRule(field, {
    ...rule,
    check: ({ people, ownDetails }) => {
      if (ownDetails === null) return []
      const all = people.flatMap(person => {
        const value = shown(person, ownDetails)
        return value === null ? [] : [{ bureau: person.bureau, ...value }]
      })
      return all.length === 0 || all.some(({ isOwn }) => isOwn)
        ? []
        : [
            {
              shown: all,
              explanation: `${describeShown(all)}. ${gave(ownDetails)} Which one is right?`,
              verdict: 'ask',
              severity: 'medium',
              certainty: 0.9,
            },
          ]
    },
  })

export const personalRules: readonly Rule[] = [
  otherName,
  lonelySuffix,
  birthDates,
  numbers,
  unknownPlace,
  staleAddress,
  placeAndAccount,
  ownDetailRule('name', {
    id: 'P-01',
    verdict: 'ask',
    severity: 'medium',
    title: 'Your file is not under your name',
    shown: ({ name }, own) => (name === null ? null : { value: name, isOwn: isSameName(name, own.name) }),
    gave: ({ name }) => `You gave us ${name}.`,
  }),
  ownDetailRule('dob', {
    id: 'P-02',
    verdict: 'contradiction',
    severity: 'high',
    title: 'Your file shows another year of birth',
    shown: ({ dob }, { birthYear }) =>
      dob === null || birthYear === null
        ? null
        : { value: showDate(dob) ?? dob, isOwn: dob.startsWith(birthYear) },
    gave: ({ birthYear }) => `You gave us a date in ${birthYear}.`,
  }),
  ownDetailRule('ssn', {
    id: 'P-03',
    verdict: 'contradiction',
    severity: 'high',
    title: 'Your file shows another Social Security number',
    shown: ({ ssnLastFour }, own) =>
      ssnLastFour === null
        ? null
        : { value: maskSsn(ssnLastFour.slice(-4)), isOwn: ssnLastFour.slice(-4) === own.ssnLastFour },
    gave: ({ ssnLastFour }) => `You gave us ${maskSsn(ssnLastFour)}.`,
  }),
]
