import type { PersonalInfo } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { maskSsn } from '#values/mask.ts'
import type { RuleContext } from '../context.ts'
import type { CheckedPersonalField, OwnDetails, RawFinding, Rule } from '../finding.ts'
import { isSameName } from '../personal-details.ts'
import { distinctBureaus } from '../wording.ts'

/**
 * What bureaus have of the person beside what she gave us as her own. It may be she who mistyped, so these ask. Where the
 * bureaus differ among themselves, that is told and not this.
 */

const mixedFile = '15 USC 1681e(b): a file that mixes two persons is not accurate'

type Shown = { bureau: Bureau; value: string; isOwn: boolean }

type Detail = {
  id: string
  /** The strictest of the whole check, which other rules of it give. */
  verdict: Rule['verdict']
  severity: Rule['severity']
  field: CheckedPersonalField
  title: string
  /** What a bureau has, as it may be shown, and whether it is the person's own; null when it has nothing. */
  shown: (person: PersonalInfo, own: OwnDetails) => Omit<Shown, 'bureau'> | null
  /** What she gave us, in a sentence. */
  gave: (own: OwnDetails) => string
}

const ask =
  ({ field, title, shown, gave }: Detail) =>
  ({ people, ownDetails }: RuleContext): RawFinding[] => {
    if (ownDetails === null) return []
    const all = people.flatMap((person): Shown[] => {
      const value = shown(person, ownDetails)
      return value === null ? [] : [{ bureau: person.bureau, ...value }]
    })
    const [first] = all
    if (first === undefined || all.some(({ isOwn }) => isOwn)) return []
    const says = showList(all.map(({ bureau, value }) => `${bureau} shows ${value}`))
    return [
      {
        subject: { kind: 'personal', field, value: first.value },
        bureaus: distinctBureaus(all),
        title,
        explanation: `${says}. ${gave(ownDetails)} Which one is right?`,
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
  verdict: detail.verdict,
  severity: detail.severity,
  source: mixedFile,
  find: ask(detail),
}))
