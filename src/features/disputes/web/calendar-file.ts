import { addDays } from '#values/business-days.ts'
import type { AnswerDue } from '../deadlines/answer-due.ts'

/**
 * Answer dates as an iCalendar file (RFC 5545). Calendars are shared and synchronized, so it states the bureau and the
 * date, and nothing that was disputed.
 */

type Dated = Omit<AnswerDue, 'kind'> & { disputeId: string }

type About = {
  /** The service's name and address. */
  service: string
  origin: string
  now: Date
}

/** Escapes the characters that separate values (3.3.11). */
const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, sign => `\\${sign}`).replaceAll('\n', '\\n')

/** Folds a line into pieces of at most 75 bytes, each continuation after a space (3.1), never inside a character. */
const folded = (line: string): string => {
  const bytes = (text: string) => new TextEncoder().encode(text).length
  const lines = ['']
  for (const character of line) {
    const last = lines.at(-1) ?? ''
    if (bytes(last + character) <= 75) lines[lines.length - 1] = last + character
    else lines.push(` ${character}`)
  }
  return lines.join('\r\n')
}

const dayValue = (day: string): string => day.replaceAll('-', '')

const instantValue = (instant: Date): string => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const event = (due: Dated, { service, origin, now }: About): string[] => {
  const { letterId, disputeId, recipient, dueOn, estimated } = due
  const address = `${origin}/disputes/${disputeId}`
  const text = [
    `${recipient} must have answered your letter by this day. Mail takes a few days more.`,
    ...(estimated
      ? ['This date is an estimate: the letter had not arrived when the date was saved. Save it again later.']
      : []),
    `Record the answer in ${service}: ${address}`,
  ].join('\n')
  return [
    'BEGIN:VEVENT',
    // A remailed letter replaces its earlier event.
    `UID:${letterId}.answer@${new URL(origin).hostname}`,
    `DTSTAMP:${instantValue(now)}`,
    `SEQUENCE:${Math.floor(now.getTime() / 1_000)}`,
    `DTSTART;VALUE=DATE:${dayValue(dueOn)}`,
    `DTEND;VALUE=DATE:${dayValue(addDays(dueOn, 1))}`,
    `SUMMARY:${escaped(`${recipient}: answer due`)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${address}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(`${recipient}: answer due today`)}`,
    'TRIGGER:PT9H',
    'END:VALARM',
    'END:VEVENT',
  ]
}

/** The file, with an all-day event for each date and a reminder at nine in the morning. */
export const calendarFile = (dates: readonly Dated[], about: About): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(about.service)}//Answer dates//EN`,
    'CALSCALE:GREGORIAN',
    ...dates.flatMap(date => event(date, about)),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
