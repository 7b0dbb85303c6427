import { dayIn, showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import type { Dispute, FreezeAction, Item, Outcome } from '../dispute-contract.ts'
import { inquiryReasonWords, personalWords, reasonWords } from '../reason-words.ts'

/** What was disputed and what was said of it, in the words of the screens. */
export const describeItem = (item: Item): { name: string; said: string } => {
  switch (item.type) {
    case 'account':
      return { name: item.creditorName, said: reasonWords[item.reason].label }
    case 'inquiry':
      return { name: item.company, said: inquiryReasonWords[item.reason].label }
    case 'personal-info': {
      const said = personalWords[item.field][item.reason].label
      return {
        name: item.reportedValue,
        said: item.correctValue === null ? said : `${said}: ${item.correctValue}`,
      }
    }
    case 'freeze':
      return { name: 'Security freeze', said: describeFreeze(item) }
  }
}

type Freeze = { reason: FreezeAction; from: string | null; until: string | null }

const freezeAsked: Readonly<Record<FreezeAction, string>> = {
  place: 'Freeze the file',
  lift: 'Lift the freeze',
  remove: 'Remove the freeze',
}

/** What is asked of a bureau about a freeze, in a few words with its days. */
export const describeFreeze = ({ reason, from, until }: Freeze): string => {
  const asked = freezeAsked[reason]
  if (from === null) return until === null ? asked : `${asked} until ${showDay(until)}`
  return until === null
    ? `${asked} from ${showDay(from)}`
    : `${asked} from ${showDay(from)} to ${showDay(until)}`
}

type OutcomeWords = { label: string; hint: string; tone: 'green' | 'red' | 'amber' | 'grey' }

/** What a bureau may answer to a dispute, in plain words (15 USC 1681i(a)(3), (5) and (6)). */
const disputed: Readonly<Record<Outcome, OutcomeWords>> = {
  deleted: { label: 'Deleted', hint: 'The item is gone from the file.', tone: 'green' },
  corrected: { label: 'Corrected', hint: 'The item stays, and was changed.', tone: 'green' },
  verified: {
    label: 'Verified',
    hint: 'The bureau says that the item is right. It stays as it was.',
    tone: 'amber',
  },
  frivolous: {
    label: 'Not looked into',
    hint: 'The bureau calls the dispute frivolous or irrelevant, or asks for more.',
    tone: 'red',
  },
  no_answer: { label: 'No answer', hint: 'The deadline passed with no reply.', tone: 'grey' },
}

/** To a freeze a bureau answers other things. */
const frozen: Partial<Record<Outcome, OutcomeWords>> = {
  corrected: { label: 'Done', hint: 'The bureau did what you asked.', tone: 'green' },
  frivolous: {
    label: 'Turned down',
    hint: 'The bureau asks for more, or says that it cannot do it.',
    tone: 'red',
  },
  no_answer: { label: 'No answer', hint: 'The deadline passed with no reply.', tone: 'grey' },
}

const outcomes = [
  'deleted',
  'corrected',
  'verified',
  'frivolous',
  'no_answer',
] as const satisfies readonly Outcome[]

/** The answers that a bureau may give on an item, in order, with their words. */
export const listOutcomes = (item: Item): ({ outcome: Outcome } & OutcomeWords)[] =>
  outcomes.flatMap(outcome => {
    const words = item.type === 'freeze' ? frozen[outcome] : disputed[outcome]
    return words === undefined ? [] : [{ outcome, ...words }]
  })

/** The words of one answer on an item. */
export const describeOutcome = (item: Item, outcome: Outcome): OutcomeWords =>
  (item.type === 'freeze' ? frozen[outcome] : undefined) ?? disputed[outcome]

export type DisputeType = Dispute['type']

type Card = {
  type: DisputeType
  name: string
  icon: 'card' | 'search' | 'user' | 'snow'
  about: string
}

/** What may be disputed, in the order of the specification's list of types (section 1). */
export const disputeTypeCards: readonly Card[] = [
  {
    type: 'account',
    name: 'Account',
    icon: 'card',
    about: 'Wrong balance, status or late payment',
  },
  {
    type: 'inquiry',
    name: 'Inquiry removal',
    icon: 'search',
    about: 'A credit check you did not allow',
  },
  {
    type: 'personal-info',
    name: 'Personal info',
    icon: 'user',
    about: 'Wrong name, address or birth date',
  },
  {
    type: 'freeze',
    name: 'Security freeze',
    icon: 'snow',
    about: 'Stop new credit in your name',
  },
]

/** The name of a type as people read it. */
export const disputeTypeName = (type: DisputeType): string =>
  disputeTypeCards.find(card => card.type === type)?.name ?? 'Dispute'

/** `1 item`, `3 items`. */
export const pluralize = (count: number, thing: string): string =>
  `${count} ${count === 1 ? thing : `${thing}s`}`

/** The user's calendar day, `YYYY-MM-DD`. */
export const today = (): string => dayIn(browserTimeZone, new Date())
