import { isBefore } from '#features/findings/partial-dates.ts'
import { letterStatuses } from '#features/mailing/letter-status.ts'
import type { Bureau } from '#values/bureau.ts'
import { dayIn, type PartialDate } from '#values/dates.ts'
import { isAnswered } from '../deadlines/answer-due.ts'
import { listAsks } from '../deadlines/deadlines.ts'
import type { Calendar } from '../deadlines/letter-deadlines.ts'
import type { Dispute, Item } from '../dispute-contract.ts'
import type { FollowUp, Outcome, PersonalField } from '../dispute-requests.ts'
import { toPrintable } from '../letters/printable.ts'
import { endOnce, joinWithAnd, longDate, nestQuotes, spellCount } from '../letters/words.ts'
import { inquiryReasonWords, personalWords } from '../reason-words.ts'
import { describeReason } from '../value-differences.ts'
import { isDisputeOfItems } from './complaint-opening.ts'

/**
 * What happened, in the first person for the Consumer Financial Protection Bureau: what was disputed, mailed, delivered
 * and answered, each with its day, and nothing that the user did not confirm or the file does not show. The form asks
 * consumers to leave out names of people, contact details and account numbers, so personal entries are named only by
 * their kind.
 */

/** The approximate limit of the form's field when it was last published (docs/reference/letters.md). */
export const maxSummaryLength = 4_000

/** The requested resolution: 15 U.S.C. 1681i(a)(5)(A) and (a)(6). */
export const resolutionFor = (bureau: Bureau): string =>
  `I ask ${bureau} to correct or delete what is inaccurate, incomplete or cannot be verified, and to send me the result in writing.`

type FiledDispute = Pick<
  Dispute,
  'id' | 'type' | 'follows' | 'items' | 'letters' | 'createdAt' | 'enclosures'
>

/** An item that the user's current report clearly shows after the last answer, with the day of that report. */
type StillShown = { item: Item; reportDate: PartialDate }

const personalNouns: Readonly<Record<PersonalField, string>> = {
  name: 'a name',
  dob: 'a date of birth',
  ssn: 'a Social Security number',
  address: 'an address',
  phone: 'a phone number',
  employer: 'an employer',
}

/** Company names are truncated, so that many items still fit. */
const maxName = 60

/** An item's name, and the claim about it. Null for what is not an item of a credit file. */
const disputedAs = (item: Item): { name: string; problem: string } | null => {
  if (item.type === 'account')
    return { name: toPrintable(item.creditorName).slice(0, maxName), problem: describeReason(item) }
  if (item.type === 'inquiry')
    return {
      name: `the inquiry of ${toPrintable(item.company).slice(0, maxName)}`,
      problem: inquiryReasonWords[item.reason].label,
    }
  return item.type === 'personal-info'
    ? { name: personalNouns[item.field], problem: personalWords[item.field][item.reason].label }
    : null
}

type Detail = { ownWords: boolean; maxItems: number }

const namesOf = (items: readonly Item[], { maxItems }: Detail): string => {
  const names = items.flatMap(item => disputedAs(item)?.name ?? [])
  const more = names.length - maxItems
  return more > 0
    ? joinWithAnd([...names.slice(0, maxItems), `${spellCount(more)} more`])
    : joinWithAnd(names)
}

/** When the letter was mailed and delivered, as far as known; empty if it was not mailed by us. */
const mailing = (dispute: FiledDispute, bureau: Bureau, { today, timeZone }: Calendar): string => {
  const letter = dispute.letters.find(one => one.bureau === bureau)
  if (letter?.lobSentAt == null) return ''
  const mailed = `The letter was mailed on ${longDate(dayIn(timeZone, new Date(letter.lobSentAt)))}`
  const delivered = letter.events.find(({ event }) => event === 'delivered')
  if (delivered !== undefined && letter.mailState === 'delivered')
    return ` ${mailed} and delivered on ${longDate(dayIn(timeZone, new Date(delivered.at)))}.`
  if (letter.mailState === 'returned' && letter.neverReceived) return ` ${mailed} and came back.`
  // It could not be mailed, or an earlier mailing arrived; a bureau that answered may have received it from the user.
  if (letterStatuses[letter.mailState].display === 'failed') return ''
  const expected = letter.lobExpectedDeliveryDate
  return expected === null || today <= expected
    ? ` ${mailed}.`
    : ` ${mailed}. It should have arrived by ${longDate(expected)}; no delivery was reported.`
}

type AnswerWords = Readonly<Record<Outcome, (bureau: Bureau, on: string, names: string) => string>>

const answeredWords: AnswerWords = {
  deleted: (bureau, on, names) => `${bureau} answered on ${on} that it deleted ${names}.`,
  corrected: (bureau, on, names) => `${bureau} answered on ${on} that it corrected ${names}.`,
  verified: (bureau, on, names) => `${bureau} answered on ${on} that it verified ${names}.`,
  frivolous: (bureau, on, names) => `${bureau} answered on ${on} without reinvestigating ${names}.`,
  no_answer: (_, on, names) => `By ${on} I had received no answer about ${names}.`,
}

const noAnswer = (names: string): string => `My records show no answer about ${names}.`

const itemsAt = ({ items }: FiledDispute, bureau: Bureau): Item[] =>
  items.filter(({ bureaus }) => bureaus.includes(bureau))

/** The answers on the items, one sentence for each kind and day. */
const answers = (items: readonly Item[], bureau: Bureau, detail: Detail, words: AnswerWords): string[] => {
  const answered = items.flatMap(item => {
    const answer = item.answers.find(one => one.bureau === bureau)
    return answer === undefined ? [] : [{ item, ...answer }]
  })
  const groups = Map.groupBy(answered, ({ outcome, on }) => `${on} ${outcome}`)
  const open = items.filter(item => !item.answers.some(one => one.bureau === bureau))
  return [
    ...[...groups.keys()].toSorted().flatMap(key => {
      const same = groups.get(key) ?? []
      const [first] = same
      const names = namesOf(
        same.map(({ item }) => item),
        detail,
      )
      return first === undefined ? [] : [words[first.outcome](bureau, longDate(first.on), names)]
    }),
    ...(open.length === 0 ? [] : [noAnswer(namesOf(open, detail))]),
  ].map(endOnce)
}

/** That the letter also asked to block what came from identity theft (15 U.S.C. 1681c-2); null if it did not. */
const blockAsked = (
  { type, follows, items, enclosures }: FiledDispute,
  bureau: Bureau,
  detail: Detail,
): string | null => {
  const enclosed = enclosures.flatMap(({ kind }) => (kind === undefined ? [] : [{ kind }]))
  const asks = listAsks({ type, followUp: follows?.kind ?? null, items, enclosed }, bureau)
  if (!asks.some(({ kind }) => kind === 'block')) return null
  const stolen = items.filter(
    ({ reason, bureaus }) => reason === 'identity_theft' && bureaus.includes(bureau),
  )
  return `I enclosed an identity theft report and proof of my identity, and also asked ${bureau} to block ${namesOf(stolen, detail)}, under 15 U.S.C. 1681c-2.`
}

const disputeParagraphs = (
  dispute: FiledDispute,
  bureau: Bureau,
  again: boolean,
  detail: Detail,
  calendar: Calendar,
): string[] => {
  const items = itemsAt(dispute, bureau)
  // A letter that the user reworded may no longer contain the words that it was made with.
  const isAsMade = dispute.letters.every(({ bureau: to, edited }) => to !== bureau || !edited)
  const ownWords = detail.ownWords && isAsMade
  const block = isAsMade ? blockAsked(dispute, bureau, detail) : null
  const listed = items.slice(0, detail.maxItems).flatMap(item => {
    const disputed = disputedAs(item)
    if (disputed === null) return []
    const own =
      ownWords && item.explanation !== null ? ` In my own words: “${nestQuotes(item.explanation)}”` : ''
    return [`- ${disputed.name}: ${disputed.problem}.${own}`]
  })
  const more = items.length - listed.length
  const written = longDate(dayIn(calendar.timeZone, new Date(dispute.createdAt)))
  return [
    `On ${written} I wrote to ${bureau}${again ? ' again' : ''}.${mailing(dispute, bureau, calendar)} I disputed:`,
    [...listed, ...(more > 0 ? [`- ${spellCount(more)} more, listed in the attached letter.`] : [])].join(
      '\n',
    ),
    ...(block === null ? [] : [endOnce(block)]),
    answers(items, bureau, detail, answeredWords).join(' '),
  ]
}

/** Possible results of asking how an item was verified (15 U.S.C. 1681i(a)(7)). */
const describedWords: AnswerWords = {
  ...answeredWords,
  corrected: (bureau, on) => `${bureau} sent me a description on ${on}.`,
  frivolous: (bureau, on) => `${bureau} turned that down on ${on}.`,
  no_answer: (_, on) => `By ${on} I had received no description.`,
}

/** Possible results of adding a statement of the dispute (15 U.S.C. 1681i(b)). */
const statedWords: AnswerWords = {
  ...answeredWords,
  corrected: (bureau, on) => `${bureau} confirmed on ${on} that it was added.`,
  frivolous: (bureau, on) => `${bureau} turned that down on ${on}.`,
  no_answer: (_, on) => `By ${on} I had received no confirmation.`,
}

/** Possible results of a request to notify recipients of a deletion (15 U.S.C. 1681i(d)). */
const notifiedWords: AnswerWords = {
  ...answeredWords,
  corrected: (bureau, on) => `${bureau} told me on ${on} that it notified them.`,
  frivolous: (bureau, on) => `${bureau} turned that down on ${on}.`,
  no_answer: (_, on) => `By ${on} I had received no answer.`,
}

/** What a letter that disputed nothing requested, and the texts for its answers. */
const requestOf = (kind: FollowUp | undefined, names: string): { asked: string; words: AnswerWords } => {
  if (kind === 'statement')
    return {
      asked: `add my statement of the dispute about ${names} to my file, under 15 U.S.C. 1681i(b)`,
      words: statedWords,
    }
  return kind === 'notify_recipients'
    ? {
        asked: `notify those whom I named that ${names} had been deleted, under 15 U.S.C. 1681i(d)`,
        words: notifiedWords,
      }
    : {
        asked: `describe how it had checked ${names}, under 15 U.S.C. 1681i(a)(7)`,
        words: describedWords,
      }
}

/** The paragraph about a letter that disputed nothing. */
const requestParagraph = (
  dispute: FiledDispute,
  bureau: Bureau,
  detail: Detail,
  calendar: Calendar,
): string => {
  const items = itemsAt(dispute, bureau)
  const names = namesOf(items, detail)
  const { asked, words } = requestOf(dispute.follows?.kind, names)
  const written = longDate(dayIn(calendar.timeZone, new Date(dispute.createdAt)))
  const answered = answers(items, bureau, detail, words).join(' ')
  return `On ${written} I asked ${bureau} to ${asked}.${mailing(dispute, bureau, calendar)} ${answered}`
}

const opening = (dispute: FiledDispute, bureau: Bureau): string =>
  `I disputed information in my ${bureau} credit file directly with ${bureau}. ${
    isAnswered(dispute.items, { bureau })
      ? 'That dispute has ended.'
      : 'That was more than 45 days ago, and my records do not show an answer to all of it.'
  }`

const stillShows = (shown: readonly StillShown[], bureau: Bureau, detail: Detail): string[] =>
  [...Map.groupBy(shown, ({ reportDate }) => reportDate)].map(([date, same]) => {
    const names = namesOf(
      same.map(({ item }) => item),
      detail,
    )
    return endOnce(`My ${bureau} report of ${longDate(date)} still shows ${names}.`)
  })

/** The disputed items that a bureau's current report shows, if it is clearly later than the answer or the letter. */
export const listStillShown = (
  dispute: FiledDispute,
  bureau: Bureau,
  report: { date: PartialDate | null; shows: (item: Item) => boolean },
  { timeZone }: Calendar,
): StillShown[] =>
  itemsAt(dispute, bureau).flatMap(item => {
    const since =
      item.answers.find(one => one.bureau === bureau)?.on ?? dayIn(timeZone, new Date(dispute.createdAt))
    return report.date !== null && isBefore(since, report.date) && report.shows(item)
      ? [{ item, reportDate: report.date }]
      : []
  })

type Case = {
  bureau: Bureau
  dispute: FiledDispute
  /** Other disputes of the same items at the bureau, and questions about how they were verified. */
  related: readonly FiledDispute[]
  stillShown: readonly StillShown[]
}

const paragraphs = (
  { bureau, dispute, related, stillShown }: Case,
  detail: Detail,
  calendar: Calendar,
): string[] => {
  const all = [dispute, ...related].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const [first] = all.filter(isDisputeOfItems)
  return [
    opening(dispute, bureau),
    ...all.flatMap(one =>
      isDisputeOfItems(one)
        ? disputeParagraphs(one, bureau, one !== first, detail, calendar)
        : [requestParagraph(one, bureau, detail, calendar)],
    ),
    ...stillShows(stillShown, bureau, detail),
    'Copies of my letters, and of what I have of their mailing and of the answers, are attached.',
  ]
}

/** From all details down to only the dates. */
const details: readonly Detail[] = [
  { ownWords: true, maxItems: 20 },
  { ownWords: false, maxItems: 20 },
  { ownWords: false, maxItems: 5 },
  { ownWords: false, maxItems: 1 },
]

const fitting = (parts: readonly string[]): string => {
  const kept: string[] = []
  for (const part of parts) if ([...kept, part].join('\n\n').length <= maxSummaryLength) kept.push(part)
  return kept.join('\n\n')
}

/** What happened, as text for the form, with as much detail as fits. */
export const writeSummary = (filed: Case, calendar: Calendar): string => {
  const whole = details
    .map(detail => paragraphs(filed, detail, calendar).join('\n\n'))
    .find(text => text.length <= maxSummaryLength)
  return whole ?? fitting(paragraphs(filed, { ownWords: false, maxItems: 1 }, calendar))
}
