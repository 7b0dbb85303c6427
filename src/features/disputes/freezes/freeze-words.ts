import { type Bureau, isBureau } from '#values/bureau.ts'
import { showDate, showDay } from '#values/dates.ts'
import type { FreezeAction } from '../dispute-requests.ts'
import type { FreezeLetterState, FreezeStatement, FreezeStatus } from './contract.ts'
import type { FreezeState } from './freeze-record.ts'
import { type FreezeAgency, isSpecialtyAgency } from './specialty-agencies.ts'

/** The state of a freeze on a day, as text. */

export const stateNames: Readonly<Record<FreezeState, string>> = {
  frozen: 'Frozen',
  lifted: 'Lifted',
  not_frozen: 'Not frozen',
}

type FreezeToday = 'frozen' | 'lift_planned' | 'lifted' | 'lift_ended' | 'not_frozen' | 'unknown'

export const freezeToday = (history: readonly FreezeStatement[], today: string): FreezeToday => {
  const [latest] = history
  if (latest === undefined) return 'unknown'
  if (latest.state !== 'lifted') return latest.state
  if (latest.on > today) return 'lift_planned'
  return latest.until !== null && latest.until < today ? 'lift_ended' : 'lifted'
}

/** Whether lenders are blocked from the file on a day, as far as known. */
export const isFrozen = (history: readonly FreezeStatement[], today: string): boolean =>
  ['frozen', 'lift_planned'].includes(freezeToday(history, today))

/** A report may be dated by month only. */
const shown = (day: string): string => (day.length === 10 ? showDay(day) : (showDate(day) ?? day))

/** The bureaus whose files are frozen on a day, as far as known. */
export const frozenBureaus = (all: readonly FreezeStatus[], today: string): Bureau[] =>
  all
    .filter(({ history }) => isFrozen(history, today))
    .map(({ agency }) => agency)
    .filter(isBureau)

/** The source of the statement, and its day. */
export const describeSource = ({ state, on, source }: FreezeStatement): string => {
  const since = `${state === 'lifted' ? 'from' : 'since'} ${shown(on)}`
  switch (source) {
    case 'user':
      return `You recorded it, ${since}.`
    case 'staff':
      return `Staff recorded it for you, ${since}.`
    case 'answer':
      return `You recorded the answer to a letter: done, ${since}.`
    case 'report':
      return `The bureau called the file frozen in your report of ${shown(on)}.`
  }
}

const requesters = (agency: FreezeAgency): string =>
  isSpecialtyAgency(agency) ? 'Companies that ask for it' : 'New lenders'

type Words = { label: string; tone: 'green' | 'amber' | 'grey'; meaning: string }

/** What the state means today. */
export const describeToday = ({ agency, history }: FreezeStatus, today: string): Words => {
  const kind = freezeToday(history, today)
  const [latest] = history
  const who = requesters(agency)
  const on = latest === undefined ? '' : shown(latest.on)
  const until = latest?.until == null ? null : showDay(latest.until)
  switch (kind) {
    case 'frozen':
      return { label: 'Frozen', tone: 'green', meaning: `${who} cannot see this file.` }
    case 'lift_planned':
      return {
        label: 'Frozen',
        tone: 'green',
        meaning: `${who} can see this file from ${on}, when the lift begins${until === null ? '' : `, to ${until}`}.`,
      }
    case 'lifted':
      return {
        label: until === null ? 'Lifted' : `Lifted until ${until}`,
        tone: 'amber',
        meaning:
          until === null
            ? `${who} can see this file until you freeze it again.`
            : `${who} can see this file through ${until}.`,
      }
    case 'lift_ended':
      return {
        label: 'Lift ended',
        tone: 'amber',
        // 15 USC 1681c-1(i)(3)(E): removed "for the period of time specified by the consumer".
        meaning: isSpecialtyAgency(agency)
          ? `The lift ended on ${until}. Check with ${agency} that the file is frozen again, and record it.`
          : `The lift ended on ${until}. By law it is for the time you named, so the freeze should be back. Check with ${agency}, and record it.`,
      }
    case 'not_frozen':
      return { label: 'Not frozen', tone: 'grey', meaning: `${who} can see this file.` }
    case 'unknown':
      return { label: 'Nothing recorded', tone: 'grey', meaning: 'Record what is true, if you know it.' }
  }
}

const requestWords: Readonly<Record<FreezeAction, string>> = {
  place: 'freeze the file',
  lift: 'lift the freeze',
  remove: 'remove the freeze',
}

/** The letter's progress, noting that a request is not proof that it was carried out. */
export const describeLetter = (letter: FreezeLetterState, today: string): string => {
  const asked = `${requestWords[letter.action]}${letter.until === null ? '' : ` until ${showDay(letter.until)}`}`
  const on = showDay(letter.on)
  switch (letter.mail) {
    case 'unconfirmed':
      return `A letter that asks to ${asked} was made on ${on} and waits for you to confirm it.`
    case 'not_mailed':
      return `A letter that asks to ${asked} was made on ${on}. It is not mailed.`
    case 'under_way':
      return `A letter that asks to ${asked} is under way since ${on}.`
    case 'failed':
      return `A letter that asks to ${asked}, made on ${on}, did not arrive.`
    case 'delivered': {
      const delivered = `Asked by letter to ${asked}, delivered on ${on}.`
      if (letter.dueOn === null) return `${delivered} Record it when it is confirmed.`
      return letter.dueOn < today
        ? `${delivered} The time by law ended on ${showDay(letter.dueOn)}. That is no proof that it is done: check, and record it.`
        : `${delivered} By law it must be done by ${showDay(letter.dueOn)}.`
    }
  }
}

/** The email on the chosen day. Others may read it, so it does not state its subject. */
export const freezeReminderEmail = (about: {
  firstName: string
  disputes: string
  profile: string
  support: { name: string; email: string }
}): { subject: string; text: string } => ({
  subject: 'A reminder that you asked for',
  text: [
    `Hello ${about.firstName},`,
    '',
    `You asked ${about.support.name} to remind you of something. Sign in to see it:`,
    '',
    about.disputes,
    '',
    `You get this email because you agreed to notices by email. You can change that in your profile: ${about.profile}`,
    `Questions: ${about.support.email}`,
    '',
  ].join('\n'),
})
