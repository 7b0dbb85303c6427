import { showDay } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import { ceaseOutcomes, describeCease, describeValidation, validationOutcomes } from './collectors/words.ts'
import type { Item } from './dispute-contract.ts'
import type { FollowUp, FreezeAction, Outcome } from './dispute-requests.ts'
import { alertWords } from './fraud-alert-rules.ts'
import { goodwillWords, requestOutcomes, theftAskWords } from './furnishers/request-words.ts'
import { inquiryReasonWords, personalWords } from './reason-words.ts'
import { describeReason } from './value-differences.ts'

/** What was disputed and the claim about it, as shown on screens and in files. */
export const describeItem = (item: Item): { name: string; said: string } => {
  switch (item.type) {
    case 'account':
      return { name: item.creditorName, said: describeReason(item) }
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
    case 'fraud-alert':
      return { name: alertWords[item.reason].title, said: describeAlert(item) }
    case 'agency-freeze':
      return { name: `Freeze at ${item.agency}`, said: describeFreeze(item) }
    case 'validation':
      return { name: item.collector, said: describeValidation(item) }
    case 'cease':
      return { name: item.collector, said: describeCease(item) }
    case 'direct':
      return { name: item.creditorName, said: describeReason(item) }
    case 'goodwill':
      return { name: item.creditorName, said: goodwillWords[item.reason].label }
    case 'settlement':
      return { name: item.creditorName, said: `Offer of ${showMoney(item.amount)}` }
    case 'theft-notice':
      return { name: item.creditorName, said: theftAskWords[item.reason].label }
  }
}

type Freeze = { reason: FreezeAction; from: string | null; until: string | null }

const freezeAsked: Readonly<Record<FreezeAction, string>> = {
  place: 'Freeze the file',
  lift: 'Lift the freeze',
  remove: 'Remove the freeze',
}

/** A short description of a freeze request, with its days. */
export const describeFreeze = ({ reason, from, until }: Freeze): string => {
  const asked = freezeAsked[reason]
  if (from === null) return until === null ? asked : `${asked} until ${showDay(until)}`
  return until === null
    ? `${asked} from ${showDay(from)}`
    : `${asked} from ${showDay(from)} to ${showDay(until)}`
}

/** What a letter for an alert contains and requests in addition to the alert. */
const describeAlert = ({ givesPhone, asksFile }: { givesPhone: boolean; asksFile: boolean }): string => {
  const more = [
    ...(givesPhone ? ['your phone number for lenders'] : []),
    ...(asksFile ? ['a free copy of your file'] : []),
  ]
  return more.length === 0 ? 'Place the alert' : `Place the alert, with ${more.join(' and ')}`
}

export type OutcomeWords = { label: string; hint: string; tone: 'green' | 'red' | 'amber' | 'grey' }

/** A bureau's possible answers to a dispute, in plain words (15 USC 1681i(a)(3), (5) and (6)). */
const disputed: Readonly<Record<Outcome, OutcomeWords>> = {
  deleted: { label: 'Deleted', hint: 'The item is gone from the file.', tone: 'green' },
  corrected: { label: 'Corrected', hint: 'The item stays, and was changed.', tone: 'green' },
  verified: {
    label: 'Verified',
    hint: 'The bureau says that the item is right. It stays as it was.',
    tone: 'amber',
  },
  frivolous: {
    label: 'Not investigated',
    hint: 'The bureau calls the dispute frivolous or irrelevant, or asks for more.',
    tone: 'red',
  },
  no_answer: { label: 'No answer', hint: 'The deadline passed with no reply.', tone: 'grey' },
}

/** The answers to a freeze request. */
const frozen: Partial<Record<Outcome, OutcomeWords>> = {
  corrected: { label: 'Done', hint: 'The bureau did what you asked.', tone: 'green' },
  frivolous: {
    label: 'Turned down',
    hint: 'The bureau asks for more, or says that it cannot do it.',
    tone: 'red',
  },
  no_answer: { label: 'No answer', hint: 'The deadline passed with no reply.', tone: 'grey' },
}

/** For a specialty agency, no law that we know of sets a deadline. */
const agencyFrozen: Partial<Record<Outcome, OutcomeWords>> = {
  corrected: { label: 'Done', hint: 'The agency did what you asked.', tone: 'green' },
  frivolous: {
    label: 'Turned down',
    hint: 'The agency asks for more, or says that it cannot do it.',
    tone: 'red',
  },
  no_answer: { label: 'No answer', hint: 'No reply came.', tone: 'grey' },
}

/** No deadline is set for placing an alert. */
const alerted: Partial<Record<Outcome, OutcomeWords>> = {
  ...frozen,
  no_answer: { label: 'No answer', hint: 'No reply came.', tone: 'grey' },
}

/**
 * The answers to the question how an item was verified (15 USC 1681i(a)(7)). A bureau may also delete what it cannot
 * verify.
 */
const described: Partial<Record<Outcome, OutcomeWords>> = {
  corrected: {
    label: 'Described',
    hint: 'The bureau wrote how it checked the item, and with whom.',
    tone: 'green',
  },
  deleted: { label: 'Deleted', hint: 'The bureau deleted the item.', tone: 'green' },
  frivolous: { label: 'Turned down', hint: 'The bureau says that it will not describe it.', tone: 'red' },
  no_answer: { label: 'No description', hint: 'The 15 days passed with no description.', tone: 'grey' },
}

/** The answers to a statement of the dispute (15 USC 1681i(b) and (c)). */
const stated: Partial<Record<Outcome, OutcomeWords>> = {
  corrected: { label: 'Added', hint: 'The bureau says that the statement is in your file.', tone: 'green' },
  frivolous: {
    label: 'Turned down',
    hint: 'The bureau calls the statement frivolous or irrelevant, or asks for a shorter one.',
    tone: 'red',
  },
  no_answer: {
    label: 'No answer',
    hint: 'The bureau did not say that it added the statement.',
    tone: 'grey',
  },
}

/** The answers to a request to notify recipients of a deletion (15 USC 1681i(d)). */
const notified: Partial<Record<Outcome, OutcomeWords>> = {
  corrected: { label: 'Notified', hint: 'The bureau says that it notified them.', tone: 'green' },
  frivolous: {
    label: 'Turned down',
    hint: 'The bureau says that it will not, or that they received no such report.',
    tone: 'red',
  },
  no_answer: { label: 'No answer', hint: 'The bureau did not say whom it notified.', tone: 'grey' },
}

const outcomes = [
  'deleted',
  'corrected',
  'verified',
  'frivolous',
  'no_answer',
] as const satisfies readonly Outcome[]

/** The possible answers on an item; `follows` is how its dispute follows up another one. */
const wordsFor = (
  { type }: Pick<Item, 'type'>,
  follows: FollowUp | null,
): Partial<Record<Outcome, OutcomeWords>> => {
  if (follows === 'method_of_verification') return described
  if (follows === 'statement') return stated
  if (follows === 'notify_recipients') return notified
  if (type === 'freeze') return frozen
  if (type === 'agency-freeze') return agencyFrozen
  if (type === 'fraud-alert') return alerted
  if (type === 'direct' || type === 'goodwill' || type === 'settlement' || type === 'theft-notice')
    return requestOutcomes[type]
  if (type === 'validation') return validationOutcomes
  return type === 'cease' ? ceaseOutcomes : disputed
}

/** The possible answers on an item, in order, with their texts. */
export const listOutcomes = (
  item: Pick<Item, 'type'>,
  follows: FollowUp | null = null,
): ({ outcome: Outcome } & OutcomeWords)[] =>
  outcomes.flatMap(outcome => {
    const words = wordsFor(item, follows)[outcome]
    return words === undefined ? [] : [{ outcome, ...words }]
  })

/** Whether an answer is possible for the request. */
export const isPossibleAnswer = (
  item: Pick<Item, 'type'>,
  outcome: Outcome,
  follows: FollowUp | null = null,
): boolean => wordsFor(item, follows)[outcome] !== undefined

/** The text of one answer on an item. */
export const describeOutcome = (
  item: Pick<Item, 'type'>,
  outcome: Outcome,
  follows: FollowUp | null = null,
): OutcomeWords => wordsFor(item, follows)[outcome] ?? disputed[outcome]
