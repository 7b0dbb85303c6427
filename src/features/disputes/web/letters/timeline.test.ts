import { describe, expect, it } from 'vitest'
import { letterEventTypes } from '#providers/letters/port.ts'
import { deadlineKinds } from '../../deadlines/deadlines.ts'
import { buildTimeline } from './timeline.ts'

const now = { today: '2026-03-10', timeZone: 'America/New_York', answered: false }
const recipient = { kind: 'bureau' as const, name: 'Experian', address: [] }
const letter = {
  recipient,
  mailState: 'sent',
  lobErrorMessage: null,
  lobExpectedDeliveryDate: '2026-03-12',
  events: [
    { event: 'created', at: '2026-03-05T15:00:00.000Z' },
    { event: 'mailed', at: '2026-03-07T03:00:00.000Z' },
  ],
  deadlines: [],
} as const

const shown = (own: Partial<Parameters<typeof buildTimeline>[0]> = {}) =>
  buildTimeline({ ...letter, recipient, events: [...letter.events], deadlines: [], ...own }, now).map(
    ({ title, when, state }) => [state, when, title],
  )

describe('a letter’s timeline', () => {
  it('shows what happened, in the user’s time zone, and the expected delivery', () => {
    expect(shown()).toEqual([
      ['done', 'Mar 5, 2026', 'Handed to the print-and-mail service'],
      ['done', 'Mar 6, 2026', 'Mailed'],
      ['ahead', 'Mar 12, 2026', 'Should arrive'],
    ])
  })

  it('shows no expected delivery once the letter was delivered or returned', () => {
    for (const mailState of ['delivered', 'returned', 'failed', 'requested'] as const)
      expect(shown({ mailState }).map(([, , title]) => title)).not.toContain('Should arrive')
  })

  it('shows what is due, and what is overdue, with its source', () => {
    const deadlines = [
      { kind: 'furnisher_notice', dueOn: '2026-03-09', basis: 'The law.' },
      { kind: 'investigation', dueOn: '2026-03-10', basis: 'The law.' },
    ]
    const lines = buildTimeline({ ...letter, mailState: 'delivered', events: [], deadlines }, now)
    expect(lines).toMatchObject([
      {
        state: 'over',
        when: 'By Mar 9, 2026',
        title: 'Experian must tell the company',
        text: 'The law.',
      },
      { state: 'ahead', when: 'By Mar 10, 2026', title: 'Experian must investigate' },
    ])
  })

  it('shows no deadlines of a bureau that answered on everything', () => {
    const deadlines = [{ kind: 'investigation', dueOn: '2026-03-10', basis: 'The law.' }]
    const delivered = { ...letter, mailState: 'delivered' as const, events: [], deadlines }
    expect(buildTimeline(delivered, { ...now, answered: true })).toEqual([])
  })

  it('is empty for a letter that was not mailed', () => {
    expect(shown({ mailState: 'not_mailed', events: [], lobExpectedDeliveryDate: null })).toEqual([])
  })

  it('has a text for every event and every deadline, and omits unknown ones', () => {
    const at = '2026-03-05T15:00:00.000Z'
    for (const event of letterEventTypes)
      expect(shown({ mailState: 'requested', events: [{ event, at }] })).toHaveLength(
        event === 'other' ? 0 : 1,
      )
    expect(shown({ mailState: 'requested', events: [{ event: 'constructor', at }] })).toEqual([])
    for (const kind of deadlineKinds) {
      const [line] = buildTimeline(
        {
          ...letter,
          mailState: 'delivered',
          events: [],
          deadlines: [{ kind, dueOn: '2026-03-09', basis: '' }],
        },
        now,
      )
      expect(line?.title).toMatch(/^Experian must /)
    }
  })
})
