import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const about = {
  service: 'Fairfile',
  origin: 'https://fairfile.test',
  now: new Date('2026-11-23T10:05:06.789Z'),
}
const due = {
  letterId: 'letter-1',
  disputeId: 'dispute-1',
  recipient: 'Experian',
  dueOn: '2026-12-31',
  estimated: true,
} as const

/** The lines as a calendar program reads them: unfolded (RFC 5545, 3.1). */
const linesOf = (file: string) => file.replaceAll(/\r\n[ \t]/g, '').split('\r\n')

it('has an all-day event for each date, with a reminder and a link', () => {
  const lines = linesOf(calendarFile([due], about))
  expect(lines).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fairfile//Answer dates//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    'UID:letter-1.answer@fairfile.test',
    'DTSTAMP:20261123T100506Z',
    'SEQUENCE:1795428306',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Experian: answer due',
    String.raw`DESCRIPTION:Experian must have answered your letter by this day. Mail takes a few days more.\nThis date is an estimate: the letter had not arrived when the date was saved. Save it again later.\nRecord the answer in Fairfile: https://fairfile.test/disputes/dispute-1`,
    'URL:https://fairfile.test/disputes/dispute-1',
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Experian: answer due today',
    'TRIGGER:PT9H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

it('mentions estimates only for estimated dates', () => {
  expect(calendarFile([{ ...due, estimated: false }], about)).not.toContain('estimate')
})

it('has no line of more than 75 bytes, for any service name, and keeps the full name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), name => {
      const service = name.replaceAll(/\p{Cc}/gu, '')
      const file = calendarFile([due], { ...about, service })
      for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThan(76)
      const lastLine = linesOf(file).find(line => line.includes('Record the answer in')) ?? ''
      expect(lastLine.replaceAll(/\\([\\;,])/g, '$1')).toContain(`Record the answer in ${service}: https://`)
    }),
  )
})
