import type { Account, PersonalInfo, ReportedAddress } from '#features/reports/canonical.ts'
import { formatAddress } from '#features/reports/masks.ts'
import type { Bureau } from '#values/bureau.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { maskSsn } from '#values/mask.ts'
import { centsOwed, isLate } from '../account-facts.ts'
import type { RuleContext } from '../context.ts'
import { distinctBureaus, fieldEvidence } from '../evidence.ts'
import type { CheckedPersonalField, Evidence, OwnDetails, RawFinding, Rule } from '../finding.ts'
import { isBefore, minDaysBetween } from '../partial-dates.ts'
import { addressKey, datesAgree, isSameName, parseNameSuffix } from '../personal-details.ts'

/** Personal data compared between bureaus. */

const mixedFile = '15 USC 1681e(b): a file that mixes two persons is not accurate'

type Shown = { bureau: Bureau; value: string }

const foundOf = (
  field: CheckedPersonalField,
  shown: readonly Shown[],
  words: Pick<RawFinding, 'title' | 'explanation' | 'verdict' | 'severity'> & { bureaus?: readonly Bureau[] },
): RawFinding => ({
  subject: { kind: 'personal', field, value: shown.map(({ value }) => value)[0] ?? '' },
  bureaus: words.bureaus ?? distinctBureaus(shown),
  title: words.title,
  explanation: words.explanation,
  evidence: shown.map(({ bureau, value }): Evidence => ({ bureau, field, value })),
  reason: null,
  verdict: words.verdict,
  severity: words.severity,
  certainty: 1,
})

const says = (shown: readonly Shown[]): string =>
  showList(shown.map(({ bureau, value }) => `${bureau} shows ${value}`))

type NameAt = { bureau: Bureau; name: string }

const namesIn = (people: readonly PersonalInfo[]): NameAt[] =>
  people.flatMap(({ bureau, name, aliases }) =>
    [...new Set([...(name === null ? [] : [name]), ...aliases])].map(each => ({ bureau, name: each })),
  )

const otherName: Rule = {
  id: 'P-01',
  title: 'A name that may not be yours',
  verdict: 'ask',
  severity: 'medium',
  source: mixedFile,
  find: ({ people }) => {
    const main = people.find(({ name }) => name !== null)?.name ?? null
    if (main === null) return []
    const strange = namesIn(people).filter(({ name }) => !isSameName(name, main))
    const groups = Map.groupBy(strange, ({ name }) => name.toUpperCase().replaceAll(/[^A-Z]/g, ''))
    return [...groups.values()].flatMap(same => {
      const [first] = same
      // A name known to several bureaus is more likely a former name than an error.
      if (first === undefined || new Set(same.map(({ bureau }) => bureau)).size > 1) return []
      const own = people.find(({ name }) => name === main)
      const shown = [
        { bureau: first.bureau, value: first.name },
        ...(own === undefined ? [] : [{ bureau: own.bureau, value: main }]),
      ]
      return [
        foundOf('name', shown, {
          title: 'A name that may not be yours',
          explanation: `${first.bureau} lists the name ${first.name} beside ${main}. Have you ever used it?`,
          verdict: 'ask',
          severity: 'medium',
          bureaus: [first.bureau],
        }),
      ]
    })
  },
}

/** Files of a father and a son are mixed most often. */
const lonelySuffix: Rule = {
  id: 'P-01',
  title: 'A Jr or Sr in your name at one bureau only',
  verdict: 'ask',
  severity: 'medium',
  source: mixedFile,
  find: ({ people, ownDetails }) => {
    const carrying = namesIn(people).filter(({ name }) => parseNameSuffix(name) !== null)
    const [first] = carrying
    const plain = people.find(({ name }) => name !== null && parseNameSuffix(name) === null)
    if (first === undefined || plain === undefined || plain.name === null) return []
    if (new Set(carrying.map(({ bureau }) => bureau)).size > 1 || plain.bureau === first.bureau) return []
    if (!isSameName(first.name, plain.name)) return []
    if (ownDetails !== null && parseNameSuffix(ownDetails.name) === parseNameSuffix(first.name)) return []
    const shown = [
      { bureau: first.bureau, value: first.name },
      { bureau: plain.bureau, value: plain.name },
    ]
    return [
      foundOf('name', shown, {
        title: 'A Jr or Sr in your name at one bureau only',
        explanation: `${first.bureau} lists the name ${first.name}, and ${plain.bureau} lists ${plain.name}. Bureaus often leave out a Jr or Sr. Is it yours, or a relative’s?`,
        verdict: 'ask',
        severity: 'medium',
        bureaus: [first.bureau],
      }),
    ]
  },
}

const birthDates: Rule = {
  id: 'P-02',
  title: 'The bureaus show different dates of birth',
  verdict: 'contradiction',
  severity: 'high',
  source: mixedFile,
  find: ({ people }) => {
    const shown = people.flatMap(({ bureau, dob }) => (dob === null ? [] : [{ bureau, dob }]))
    const isApart = shown.some(one => shown.some(other => !datesAgree(one.dob, other.dob)))
    if (!isApart) return []
    const values = shown.map(({ bureau, dob }) => ({ bureau, value: showDate(dob) ?? dob }))
    return [
      foundOf('dob', values, {
        title: 'The bureaus show different dates of birth',
        explanation: `${says(values)}. You were born once, so one of them may be wrong.`,
        verdict: 'contradiction',
        severity: 'high',
      }),
    ]
  },
}

const numbers: Rule = {
  id: 'P-03',
  title: 'The bureaus show different Social Security numbers',
  verdict: 'contradiction',
  severity: 'high',
  source: mixedFile,
  find: ({ people }) => {
    const values = people.flatMap(({ bureau, ssnLastFour }) =>
      ssnLastFour === null ? [] : [{ bureau, value: maskSsn(ssnLastFour.slice(-4)) }],
    )
    return new Set(values.map(({ value }) => value)).size < 2
      ? []
      : [
          foundOf('ssn', values, {
            title: 'The bureaus show different Social Security numbers',
            explanation: `${says(values)}. A typing error, another person’s data in your file, or identity theft can be the cause.`,
            verdict: 'contradiction',
            severity: 'high',
          }),
        ]
  },
}

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
const strangePlaces = (
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

const unknownPlace: Rule = {
  id: 'P-04',
  title: 'An address only some bureaus list',
  verdict: 'ask',
  severity: 'medium',
  source: `${mixedFile}; an address that is not the person's can come with identity theft (15 USC 1681c(h), 12 CFR 1022.82)`,
  find: ({ people, ownDetails }) =>
    strangePlaces(people, ownDetails).map(places => {
      const bureaus = distinctBureaus(places)
      const { line } = places[0]
      return foundOf(
        'address',
        places.map(({ bureau, line: value }) => ({ bureau, value })),
        {
          title:
            bureaus.length === 1
              ? 'An address only one bureau lists'
              : 'An address that one bureau does not list',
          explanation: `${showList(bureaus)} ${bureaus.length === 1 ? 'lists' : 'list'} ${line}. Lenders report addresses to bureaus. Did you ever live here?`,
          verdict: 'ask',
          severity: 'medium',
        },
      )
    }),
}

const staleAddress: Rule = {
  id: 'P-05',
  title: 'A bureau shows an earlier address as your current one',
  verdict: 'contradiction',
  severity: 'low',
  source: `${mixedFile}; results of a dispute are mailed to the current address (15 USC 1681i(a)(6))`,
  find: ({ people }) => {
    const all = addressesIn(people)
    const current = all.filter(({ isCurrent }) => isCurrent)
    const stale = current.filter(({ key, bureau }) =>
      all.some(other => other.key === key && !other.isCurrent && other.bureau !== bureau),
    )
    const [first] = stale
    if (first === undefined || new Set(current.map(({ key }) => key)).size < 2) return []
    const values = current.map(({ bureau, line }) => ({ bureau, value: line }))
    return [
      foundOf('address', values, {
        title: 'A bureau shows an earlier address as your current one',
        explanation: `${says(values)} as your current address. One of them may be out of date.`,
        verdict: 'contradiction',
        severity: 'low',
        bureaus: distinctBureaus(stale),
      }),
    ]
  },
}

/** Days between a new address and a new account, and the age of the account. */
const together = 60
const newWithin = 730

const isNear = (one: PartialDate | null, other: PartialDate | null): boolean =>
  one !== null &&
  other !== null &&
  one.length > 4 &&
  other.length > 4 &&
  minDaysBetween(one, other) <= together &&
  minDaysBetween(other, one) <= together

/** Close to its limit, or late at once. */
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
  implies: ['C-29', 'C-30', 'C-40'],
  find: ({ people, groups, asOf, ownDetails }) => {
    const places = strangePlaces(people, ownDetails).flat()
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
          title: 'A new account and an unknown address appeared together',
          explanation: `${first.creditorName} was opened on ${showDate(first.dateOpened)}, and ${place.bureau} first heard of ${place.line} on ${showDate(place.address.reported)}. Is the account yours? If not, you can freeze your file at each bureau, which is free, and report it at IdentityTheft.gov.`,
          evidence: [
            ...newest.flatMap(row => fieldEvidence(row, ['creditorName', 'dateOpened', 'currentBalance'])),
            { bureau: place.bureau, field: 'address', value: place.line },
          ],
          reason: 'identity_theft',
          verdict: 'ask',
          severity: 'high',
          certainty: 1,
        },
      ]
    })
  },
}

export const personalRules: readonly Rule[] = [
  otherName,
  lonelySuffix,
  birthDates,
  numbers,
  unknownPlace,
  staleAddress,
  placeAndAccount,
]

/**
 * Personal data compared with what the user gave us. The user may have mistyped, so these ask. Where bureaus
 * differ among themselves, that is found instead.
 */

type OwnDetail = { bureau: Bureau; value: string; isOwn: boolean }

type Detail = {
  id: string
  /** The strictest of the check, which other rules with this id may give. */
  verdict: Rule['verdict']
  severity: Rule['severity']
  field: CheckedPersonalField
  title: string
  /** What a bureau has and whether it is the user's own; null when it has nothing. */
  shown: (person: PersonalInfo, own: OwnDetails) => Omit<OwnDetail, 'bureau'> | null
  gave: (own: OwnDetails) => string
}

const ask =
  ({ field, title, shown, gave }: Detail) =>
  ({ people, ownDetails }: RuleContext): RawFinding[] => {
    if (ownDetails === null) return []
    const all = people.flatMap((person): OwnDetail[] => {
      const value = shown(person, ownDetails)
      return value === null ? [] : [{ bureau: person.bureau, ...value }]
    })
    const [first] = all
    if (first === undefined || all.some(({ isOwn }) => isOwn)) return []
    const statement = showList(all.map(({ bureau, value }) => `${bureau} shows ${value}`))
    return [
      {
        subject: { kind: 'personal', field, value: first.value },
        bureaus: distinctBureaus(all),
        title,
        explanation: `${statement}. ${gave(ownDetails)} Which one is right?`,
        evidence: all.map(({ bureau, value }) => ({ bureau, field, value })),
        reason: null,
        verdict: 'ask',
        severity: 'medium',
        certainty: 0.9,
      },
    ]
  }

const details: readonly Detail[] = [
  {
    id: 'P-01',
    verdict: 'ask',
    severity: 'medium',
    field: 'name',
    title: 'Your file is not under your name',
    shown: ({ name }, own) => (name === null ? null : { value: name, isOwn: isSameName(name, own.name) }),
    gave: ({ name }) => `You gave us ${name}.`,
  },
  {
    id: 'P-02',
    verdict: 'contradiction',
    severity: 'high',
    field: 'dob',
    title: 'Your file shows another year of birth',
    shown: ({ dob }, { birthYear }) =>
      dob === null || birthYear === null
        ? null
        : { value: showDate(dob) ?? dob, isOwn: dob.startsWith(birthYear) },
    gave: ({ birthYear }) => `You gave us a date in ${birthYear}.`,
  },
  {
    id: 'P-03',
    verdict: 'contradiction',
    severity: 'high',
    field: 'ssn',
    title: 'Your file shows another Social Security number',
    shown: ({ ssnLastFour }, own) =>
      ssnLastFour === null
        ? null
        : { value: maskSsn(ssnLastFour.slice(-4)), isOwn: ssnLastFour.slice(-4) === own.ssnLastFour },
    gave: ({ ssnLastFour }) => `You gave us ${maskSsn(ssnLastFour)}.`,
  },
]

export const ownDetailsRules: readonly Rule[] = details.map(detail => ({
  id: detail.id,
  title: detail.title,
  verdict: detail.verdict,
  severity: detail.severity,
  source: mixedFile,
  find: ask(detail),
}))
