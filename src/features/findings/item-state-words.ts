import { showDate, showDay } from '#values/dates.ts'
import type { StateAt } from './item-state.ts'

/** What screens show for an item's state: the state, its source, and the next step. */
export type StateWords = {
  label: string
  tone: 'blue' | 'green' | 'amber' | 'red' | 'grey' | 'line'
  /** One or two facts with their dates. */
  text: string
  next: string | null
}

const answered = ({ answeredOn, createdOn }: StateAt): string =>
  `You recorded the answer of ${showDay(answeredOn ?? createdOn)}.`

/** What the newest report shows; empty if nothing is certain. */
const inReport = ({ newerReport }: StateAt, gone: string, listed: string): string => {
  if (newerReport === null || newerReport.lists === null) return ''
  return `Your report of ${showDate(newerReport.date)} ${newerReport.lists ? listed : gone}.`
}

const mailed = ({ mailedOn, createdOn }: StateAt): string =>
  mailedOn === null
    ? `Letter created ${showDay(createdOn)}, being mailed.`
    : `Letter mailed ${showDay(mailedOn)}.`

const waiting = (state: StateAt, today: string): Pick<StateWords, 'text' | 'next'> => {
  const { dueOn } = state
  if (dueOn === null) return { text: mailed(state), next: 'Record the answer when it comes.' }
  return today <= dueOn
    ? { text: `${mailed(state)} Answer due by ${showDay(dueOn)}.`, next: 'Record the answer when it comes.' }
    : {
        text: `${mailed(state)} The answer was due by ${showDay(dueOn)}.`,
        next: 'Record the answer, or that none came.',
      }
}

const askedHow = (state: StateAt): string => {
  const { mailedOn, createdOn, dueOn } = state
  const asked =
    mailedOn === null
      ? `Your letter of ${showDay(createdOn)} asks how it was checked.`
      : `You asked on ${showDay(mailedOn)} how it was checked.`
  return dueOn === null ? asked : `${asked} The description is due by ${showDay(dueOn)}.`
}

/**
 * The text for a state on a day (`YYYY-MM-DD`). An answer is described as what the user recorded, and a report as what it
 * shows: only an answer is called "deleted".
 */
export const describeState = (state: StateAt, today: string): StateWords => {
  const { createdOn } = state
  const made = showDay(createdOn)
  switch (state.state) {
    case 'unconfirmed':
      return {
        label: 'Confirm letter',
        tone: 'amber',
        text: `Staff wrote a letter for you on ${made}.`,
        next: 'Read it and confirm it.',
      }
    case 'letter_ready':
      return {
        label: 'Letter ready',
        tone: 'line',
        text: `Letter created ${made}. We have not mailed it.`,
        next: 'Mail it, or record the answer if you mailed it yourself.',
      }
    case 'letter_failed':
      return {
        label: 'Letter failed',
        tone: 'red',
        text: `The letter created ${made} did not arrive.`,
        next: 'Mail it again.',
      }
    case 'in_dispute':
      return { label: 'In dispute', tone: 'blue', ...waiting(state, today) }
    case 'deleted':
      return {
        label: 'Deleted',
        tone: 'green',
        text: `${answered(state)} ${inReport(state, 'no longer lists it', 'lists it')}`.trim(),
        next: state.newerReport?.lists === false ? null : 'Check that your next report no longer lists it.',
      }
    case 'corrected':
      return {
        label: 'Corrected',
        tone: 'green',
        text: `${answered(state)} ${inReport(state, 'no longer lists it', 'is newer')}`.trim(),
        next:
          state.newerReport?.lists === true
            ? 'Check that this report shows the correction.'
            : state.newerReport?.lists === false
              ? null
              : 'Check that your next report shows the correction.',
      }
    case 'verified':
      return {
        label: 'Verified',
        tone: 'amber',
        text: `${answered(state)} The bureau says that it is right.`,
        next: 'You can ask how it was checked, or dispute again with new proof.',
      }
    case 'asked_how':
      return {
        label: 'Verified',
        tone: 'amber',
        text: `${answered(state)} ${askedHow(state)}`,
        next: 'Record the answer when it comes.',
      }
    case 'frivolous':
      return {
        label: 'Not investigated',
        tone: 'red',
        text: answered(state),
        next: 'You can dispute again with what was missing.',
      }
    case 'no_answer':
      return {
        label: 'No answer',
        tone: 'grey',
        text: `You recorded that no answer had come by ${showDay(state.answeredOn ?? createdOn)}.`,
        next: 'You can ask for the result once the deadline has passed.',
      }
    case 'not_listed':
      return {
        label: 'No longer listed',
        tone: 'green',
        text: `${inReport(state, 'does not list it', 'lists it')} You recorded no answer.`.trim(),
        next: 'Record the answer when it comes.',
      }
    case 'relisted':
      return {
        label: 'Listed again',
        tone: 'red',
        text: `You recorded the answer of ${showDay(state.answeredOn ?? createdOn)}: deleted. ${inReport(state, 'does not list it', 'lists it again')}`.trim(),
        next: 'You can dispute the return.',
      }
  }
}
