import type { ShownFinding } from '#features/findings/contract.ts'
import { bureaus as allBureaus, type Bureau } from '#values/bureau.ts'
import type { client } from '#web/client.ts'
import { matchesAllWords } from '#web/ui/text-search.ts'
import type { FreezeAction } from '../../dispute-requests.ts'
import { freezeWords } from '../../freeze-rules.ts'
import { maxExplanationLength } from '../../limits.ts'
import type { ReasonWords } from '../../reason-words.ts'

export type Analytics = Awaited<ReturnType<typeof client.credit.analytics>>
export type FullReport = NonNullable<Analytics['fullReport']>

/** One answer to what is wrong, or to what should happen. */
export type Option = {
  value: string
  label: string
  /** One line below the label; null when the label needs none. */
  hint: string | null
  /** What may be written beside it; null when nothing. */
  words: { label: string; hint: string; needed: boolean; missing: string; most: number } | null
  /** Whether it is asked between which days. */
  days: boolean
}

/** Bureaus that show what is disputed in one way, as an answer to which is right. */
export type RightAnswer = {
  /** The bureau that is named to the others. */
  bureau: Bureau
  /** What it shows, with every bureau that shows the same, as a sentence. */
  text: string
  /** The chosen bureaus that it would set right: letters go to them alone. */
  written: readonly Bureau[]
}

/** One thing of the report that a dispute may be about, whatever its type. */
export type DisputableItem = {
  /** The account's or inquiry's id, or the field and the entry; the draft's key. */
  key: string
  name: string
  /** How else bureaus spell it, to be looked for. */
  spellings: readonly string[]
  /** The one figure of its line. */
  amount: string
  /** One fact about it, a sentence. */
  fact: string
  /** Its number as shown; null when there is none. */
  number: string | null
  /** The heading that it stands under; worth a look first when null. */
  group: string | null
  /** The rows of the report that it is made of, by the names that a link has for them. */
  rows: readonly { id: string; bureau: Bureau }[]
  /** Where it may be disputed, with what each bureau shows; in the order in which the product shows bureaus. */
  offered: readonly { bureau: Bureau; shows: string }[]
  /** What the finder found about it, the weightiest first. */
  findings: readonly ShownFinding[]
  /** The answers to offer when it is disputed at some bureaus, today (`YYYY-MM-DD`). */
  listOptions: (bureaus: readonly Bureau[], today: string) => readonly Option[]
  /** Which bureau may be right, where they show what a reason disputes differently; else empty. */
  listRightAnswers: (reason: string | null, bureaus: readonly Bureau[]) => readonly RightAnswer[]
  /** Whether an answer can be said of what a bureau shows, today. */
  isReasonAllowed: (value: string, bureau: Bureau, today: string) => boolean
}

/** The answer that was chosen, as offered; null when none is, or when it is offered no more. */
export const chosenOption = (
  item: DisputableItem | undefined,
  { bureaus, reason }: { bureaus: readonly Bureau[]; reason: string | null },
  today: string,
): Option | null => item?.listOptions(bureaus, today).find(({ value }) => value === reason) ?? null

type Answered = {
  key: string
  bureaus: readonly Bureau[]
  reason: string | null
  correctBureau: Bureau | null
}

/**
 * An answer as the letters are made of it: where the person says which bureau is right, they go to those that it sets
 * right. A bureau that is offered no more was not named.
 */
export const applyRightBureau = <Given extends Answered>(
  choice: Given,
  all: readonly DisputableItem[],
): Given => {
  const right = all
    .find(({ key }) => key === choice.key)
    ?.listRightAnswers(choice.reason, choice.bureaus)
    .find(({ bureau }) => bureau === choice.correctBureau)
  return right === undefined ? { ...choice, correctBureau: null } : { ...choice, bureaus: right.written }
}

/** The items whose name, as shown or as a bureau spells it, contains every typed word. */
export const filterByName = (all: readonly DisputableItem[], typed: string): DisputableItem[] =>
  all.filter(({ name, spellings }) => matchesAllWords([name, ...spellings], typed))

/**
 * The items in the order in which to look at them: what was found, the weightiest first; then what is worth a look;
 * then the rest as the report has them.
 */
export const sortByFindings = (
  all: readonly DisputableItem[],
  findings: readonly ShownFinding[],
): DisputableItem[] => {
  const rank = ({ findings: found, group }: DisputableItem): number => {
    const places = found.map(({ id }) => findings.findIndex(one => one.id === id))
    if (places.length > 0) return Math.min(...places)
    return findings.length + (group === null ? 0 : 1)
  }
  return all.toSorted((one, other) => rank(one) - rank(other))
}

/** Puts the answers that findings suggest first, in the order of the findings. */
export const suggestedFirst = <Value extends string>(
  values: readonly Value[],
  found: readonly ShownFinding[],
): Value[] => {
  const suggested = suggestedReasons(found)
  const first = suggested.flatMap(one => values.find(value => value === one) ?? [])
  return [...new Set([...first, ...values])]
}

/** The answers that findings suggest, each once. */
export const suggestedReasons = (found: readonly ShownFinding[]): string[] => [
  ...new Set(found.flatMap(({ suggestedReason }) => suggestedReason ?? [])),
]

/** A reason as an answer of the wizard: details may be said, and must be where the reason alone says nothing. */
export const reasonOption = (
  value: string,
  { label, hint, details }: ReasonWords,
  needed: boolean,
): Option => ({
  value,
  label,
  hint,
  words: {
    label: 'Details',
    hint: `${details} Your words go into the letter as you write them.`,
    needed,
    missing: details,
    most: maxExplanationLength,
  },
  days: false,
})

/** What may be asked for, in the words of the contract. */
export const freezeActions = ['place', 'lift', 'remove'] as const satisfies readonly FreezeAction[]

const freezeOptions: readonly Option[] = freezeActions.map(value => ({
  value,
  label: freezeWords[value].label,
  hint: freezeWords[value].hint,
  words: null,
  days: value === 'lift',
}))

/** A freeze as the one thing to choose: at every bureau, whatever the plan, for it is about files and not about items. */
export const disputableFreeze = (): DisputableItem[] => [
  {
    key: 'freeze',
    name: 'Security freeze',
    spellings: [],
    amount: '',
    fact: '',
    number: null,
    group: null,
    rows: allBureaus.map(bureau => ({ id: 'freeze', bureau })),
    offered: allBureaus.map(bureau => ({ bureau, shows: '' })),
    findings: [],
    listOptions: () => freezeOptions,
    listRightAnswers: () => [],
    isReasonAllowed: () => true,
  },
]
