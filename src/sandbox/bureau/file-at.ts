import { type Bureau, bureaus } from '#values/bureau.ts'
import { addMonths, ageOn } from '#values/dates.ts'
import { buildAccountAt } from './account-at.ts'
import { applyError, isErrorVisible, type PlantedError } from './error.ts'
import type { BureauFile, ReportedAddressRow } from './held.ts'
import type { Life, Month, Subject } from './life.ts'
import { computeScore } from './score.ts'

/** Inquiries stay for two years. */
const inquiryMonths = 24

/** A chapter 7 bankruptcy stays for ten years from filing (FCRA 605(a)(1)). */
const bankruptcyMonths = 120

const addressesAt = (life: Life, subject: Subject, bureau: Bureau): ReportedAddressRow[] => [
  { place: subject.address, reported: life.livesHereSince[bureau] },
  ...life.earlierPlaces.flatMap(({ place, reported }) => {
    const day = reported[bureau]
    return day === undefined ? [] : [{ place, reported: day }]
  }),
]

const isAt =
  (bureau: Bureau) =>
  ({ at }: { at: readonly Bureau[] }): boolean =>
    at.includes(bureau)

/** A file without errors. */
const trueFile = (life: Life, subject: Subject, bureau: Bureau, month: Month): BureauFile => {
  const { bankruptcy } = life
  const first = `${month}-01`
  const isRecorded =
    bankruptcy !== undefined &&
    bankruptcy.filed < first &&
    bankruptcy.filed.slice(0, 7) >= addMonths(month, -bankruptcyMonths)
  return {
    bureau,
    frozen: life.frozenAt.includes(bureau),
    names: subject.names,
    aliases: life.aliases.filter(isAt(bureau)).map(({ names }) => names),
    birthDate: life.birthYearOnly.includes(bureau) ? subject.birthDate.slice(0, 4) : subject.birthDate,
    addresses: addressesAt(life, subject, bureau),
    employers: life.employers.filter(isAt(bureau)).map(({ name }) => name),
    phones: life.phones.filter(isAt(bureau)).map(({ number }) => number),
    accounts: life.accounts.flatMap(account => buildAccountAt(account, bureau, month) ?? []),
    inquiries: life.inquiries.filter(isAt(bureau)).map(({ company, on }) => ({ company, on })),
    records: isRecorded ? [bankruptcy] : [],
    score: null,
  }
}

const fileOf = (
  life: Life,
  errors: readonly PlantedError[],
  subject: Subject,
  bureau: Bureau,
  month: Month,
): BureauFile => {
  const wrong = errors
    .filter(error => isErrorVisible(error, bureau, month))
    .reduce((file, error) => applyError(file, error, month), trueFile(life, subject, bureau, month))
  const file = {
    ...wrong,
    // No one has a credit account in their own name before 18, so a young person's history is shorter.
    accounts: wrong.accounts.filter(
      ({ opened, responsibility }) =>
        responsibility === 'Authorized user' || ageOn(subject.birthDate, opened) >= 18,
    ),
    inquiries: wrong.inquiries
      .filter(({ on }) => on < `${month}-01` && on >= `${addMonths(month, -inquiryMonths)}-01`)
      .toSorted((a, b) => b.on.localeCompare(a.on)),
  }
  return { ...file, score: computeScore(file, month, life.scoreShift[bureau]) }
}

/**
 * Each bureau's file for a month, `YYYY-MM`: everything up to the end of the previous month, errors included.
 * Deterministic.
 */
export const buildFileAt = (
  life: Life,
  errors: readonly PlantedError[],
  subject: Subject,
  month: Month,
): BureauFile[] => bureaus.map(bureau => fileOf(life, errors, subject, bureau, month))
