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
  /** One line below the label; null if none is needed. */
  hint: string | null
  /** The text that can be entered with it; null if none. */
  words: { label: string; hint: string; needed: boolean; missing: string; most: number } | null
  /** Whether it has a period of days. */
  days: boolean
}

/** Bureaus that show the disputed fields the same way, as an answer to which is right. */
export type RightAnswer = {
  /** The bureau named in the letters to the others. */
  bureau: Bureau
  /** Its values, with every bureau that shows the same, as a sentence. */
  text: string
  /** The chosen bureaus that would have to correct their values: only they get letters. */
  written: readonly Bureau[]
}

/** One item of the report that can be disputed, of any type. */
export type DisputableItem = {
  /** The account's or inquiry's id, or the field and the entry; also the draft's key. */
  key: string
  name: string
  /** Other bureaus' spellings, for searching. */
  spellings: readonly string[]
  /** The amount shown on its line. */
  amount: string
  /** One fact about it, as a sentence. */
  fact: string
  /** Its number as shown; null if it has none. */
  number: string | null
  /** The heading it is listed under; if null, it is worth a look first. */
  group: string | null
  /** The rows of the report behind it, by the names used in links. */
  rows: readonly { id: string; bureau: Bureau }[]
  /** Where it may be disputed, with each bureau's values; in display order. */
  offered: readonly { bureau: Bureau; shows: string }[]
  /** Its findings, the most important first. */
  findings: readonly ShownFinding[]
  /** The answers to offer when it is disputed at some bureaus, today (`YYYY-MM-DD`). */
  listOptions: (bureaus: readonly Bureau[], today: string) => readonly Option[]
  /** Which bureau may be right, if they differ in what a reason disputes; otherwise empty. */
  listRightAnswers: (reason: string | null, bureaus: readonly Bureau[]) => readonly RightAnswer[]
  /** Whether an answer is possible given a bureau's values, today. */
  isReasonAllowed: (value: string, bureau: Bureau, today: string) => boolean
}

/** The chosen answer as offered; null if none is chosen, or if it is no longer offered. */
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
 * Converts an answer for the letters: if the user named the bureau that is right, they are sent to those that have to
 * correct their values. A bureau that is no longer offered counts as not named.
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

/** The items whose name, as shown or as spelled by a bureau, contains every typed word. */
export const filterByName = (all: readonly DisputableItem[], typed: string): DisputableItem[] =>
  all.filter(({ name, spellings }) => matchesAllWords([name, ...spellings], typed))

/**
 * Sorts the items in the order in which to look at them: findings, the most important first; then what is worth a look;
 * then the rest in the report's order.
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

/** Moves the answers suggested by findings to the front, in the order of the findings. */
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

/** A reason as an answer of the wizard: details may be entered, and must be if the reason alone is not specific. */
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

/** The possible actions, in the contract's terms. */
export const freezeActions = ['place', 'lift', 'remove'] as const satisfies readonly FreezeAction[]

const freezeOptions: readonly Option[] = freezeActions.map(value => ({
  value,
  label: freezeWords[value].label,
  hint: freezeWords[value].hint,
  words: null,
  days: value === 'lift',
}))

/** A freeze as the only item: at every bureau, on every plan, because it is about files and not about items. */
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
