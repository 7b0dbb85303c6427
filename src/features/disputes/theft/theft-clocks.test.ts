import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { letterStatusNames } from '#features/mailing/letter-status.ts'
import { buildLetter } from '#test/support/mailing/letter.ts'
import type { Dispute, Item, Letter } from '../dispute-contract.ts'
import { clockStates, listTheftClocks } from './theft-clocks.ts'

const calendar = { today: '2026-12-01', timeZone: 'America/New_York' }
const noAnswer = { explanation: null, outcomes: {}, answers: [], steps: [] }
const answered = {
  outcomes: { Experian: 'corrected' as const },
  answers: [
    {
      bureau: 'Experian' as const,
      outcome: 'corrected' as const,
      on: '2026-11-30',
      documentId: null,
      replyDeleted: false,
    },
  ],
}

type AccountItem = Extract<Item, { type: 'account' }>
type AlertItem = Extract<Item, { type: 'fraud-alert' }>

const stolen = (id: string): AccountItem => ({
  ...noAnswer,
  id,
  type: 'account',
  accountId: id,
  creditorName: 'OAK BANK',
  reason: 'identity_theft',
  correctBureau: null,
  asksToVerify: false,
  bureaus: ['Experian'],
})
const alert = (own: Partial<AlertItem> = {}): AlertItem => ({
  ...noAnswer,
  id: 'i',
  type: 'fraud-alert',
  reason: 'initial',
  givesPhone: false,
  asksFile: false,
  bureaus: ['Experian'],
  ...own,
})

const dispute = (items: Item[], letter: Partial<Letter> = {}, own: Partial<Dispute> = {}): Dispute => ({
  id: 'd',
  type: 'account',
  title: '',
  status: 'NEW',
  createdAt: '2026-11-21T03:00:00Z',
  awaitingAttestation: false,
  freeAnnualReport: false,
  follows: null,
  items,
  letters: [buildLetter(letter)],
  enclosures: [],
  ...own,
})
const papers = [
  { documentId: '1', name: 'Report', kind: 'identity_theft_report' as const },
  { documentId: '2', name: 'License', kind: 'government_id' as const },
]
const deadline = (kind: string, dueOn: string) => ({ kind, dueOn, basis: '' })
const theft = (letter: Partial<Letter>, own: Partial<Dispute> = {}) =>
  dispute(
    [stolen('a'), stolen('b')],
    { deadlines: [deadline('block', '2026-11-27'), deadline('result_notice', '2026-12-28')], ...letter },
    { enclosures: papers, ...own },
  )

const seen = (...disputes: Dispute[]) =>
  listTheftClocks(disputes, calendar).map(({ what, state, due }) => [what, state, due?.on ?? null])

describe('the deadlines of an identity theft case', () => {
  it('are late only after a known delivery', () => {
    expect(seen(theft({ mailState: 'delivered' }))).toEqual([
      ['Block of 2 items', 'late', '2026-11-27'],
      ['Dispute of 2 items', 'running', '2026-12-28'],
    ])
    expect(seen(theft({ mailState: 'sent' }))).toEqual([
      ['Block of 2 items', 'under_way', '2026-11-27'],
      ['Dispute of 2 items', 'under_way', '2026-12-28'],
    ])
  })

  it('of a dispute are not late while the law may give the bureau 45 days', () => {
    const letter: Partial<Letter> = {
      mailState: 'delivered',
      events: [{ event: 'delivered', at: '2026-10-20T15:00:00Z' }],
      deadlines: [deadline('block', '2026-10-26'), deadline('result_notice', '2026-11-27')],
      next: { title: '', text: 'It has 45 days only when' },
    }
    const on = (today: string) => listTheftClocks([theft(letter)], { ...calendar, today }).at(-1)
    expect(on('2026-11-27')).toMatchObject({ state: 'running' })
    expect(on('2026-12-01')).toMatchObject({ state: 'may_be_late', next: 'It has 45 days only when' })
    expect(on('2026-12-11')).toMatchObject({ state: 'may_be_late' })
    expect(on('2026-12-12')).toMatchObject({ what: 'Dispute of 2 items', state: 'late' })
  })

  it('include a block only if both papers are enclosed, and say so', () => {
    for (const enclosures of [[], papers.slice(0, 1), papers.slice(1)]) {
      const [clock, ...more] = listTheftClocks([theft({ mailState: 'delivered' }, { enclosures })], calendar)
      expect([clock?.what, more]).toEqual(['Dispute of 2 items', []])
      expect(clock?.next).toContain('asks for no block')
    }
  })

  it('have no day for an alert, and state until when it stays, by the letter’s date in the user’s time zone', () => {
    const [clock] = listTheftClocks([dispute([alert()], { mailState: 'delivered' })], calendar)
    expect(clock).toMatchObject({ what: 'Initial fraud alert', state: 'running', due: null })
    expect(clock?.next).toContain('at least until Nov 20, 2027')
  })

  it('have no day for a notice to a company, and no one is late', () => {
    const notice = {
      ...noAnswer,
      id: 'n',
      type: 'theft-notice',
      accountId: 'a',
      creditorName: 'OAK BANK',
      company: 'Oak Bank',
      shownBy: 'Experian',
      reason: 'stop_and_records',
      bureaus: [],
    } satisfies Item
    const to = {
      bureau: null,
      recipient: { kind: 'furnisher', name: 'Oak Bank', address: [] },
      mailState: 'delivered',
    } satisfies Partial<Letter>
    const [clock, ...more] = listTheftClocks([dispute([notice], to, { enclosures: papers })], {
      ...calendar,
      today: '2028-01-01',
    })
    expect(more).toEqual([])
    expect(clock).toMatchObject({
      what: 'Notice of identity theft about OAK BANK',
      recipient: 'Oak Bank',
      state: 'running',
      due: null,
    })
    expect(clock?.next).toContain('Before it sends records')
  })

  it('omit what is not part of the case', () => {
    const lift = {
      ...noAnswer,
      id: 'f',
      type: 'freeze',
      reason: 'lift',
      from: null,
      until: null,
      bureaus: ['Experian'],
    } as const
    const other: AccountItem = { ...stolen('a'), reason: 'not_mine' }
    const how = { disputeId: 'x', kind: 'method_of_verification' } as const
    expect(
      seen(dispute([{ ...lift, bureaus: ['Experian'] }]), dispute([other]), theft({}, { follows: how })),
    ).toEqual([])
  })

  it('begin with what is late, then what the user has to do', () => {
    const states = listTheftClocks(
      [
        dispute([alert(answered)], { mailState: 'delivered' }),
        dispute([alert()], { mailState: 'sent' }),
        dispute([alert()]),
        dispute([alert()], {}, { awaitingAttestation: true }),
        dispute([alert()], { mailState: 'returned', neverReceived: true }),
        dispute([alert()], { mailState: 'returned' }),
        theft({ mailState: 'delivered' }),
      ],
      calendar,
    ).map(({ state }) => state)
    expect(states).toEqual([
      'late',
      'not_arrived',
      'to_confirm',
      'to_mail',
      'running',
      'under_way',
      'under_way',
      'answered',
    ])
  })
})

it('for any tracking events, no one is late before a delivery or by an estimate, nor once an answer is recorded', () => {
  const day = fc.constantFrom('2026-11-01', '2026-11-30', '2026-12-01', '2026-12-02')
  fc.assert(
    fc.property(fc.constantFrom(...letterStatusNames), day, fc.boolean(), (mailState, dueOn, isAnswered) => {
      const item = isAnswered ? { ...stolen('a'), ...answered } : stolen('a')
      const letter = { mailState, deadlines: [deadline('block', dueOn), deadline('result_notice', dueOn)] }
      for (const clock of listTheftClocks([dispute([item], letter, { enclosures: papers })], calendar)) {
        expect(clockStates).toContain(clock.state)
        expect(clock.next).not.toBe('')
        expect(clock.state === 'late').toBe(mailState === 'delivered' && dueOn < '2026-12-01' && !isAnswered)
      }
    }),
  )
})
