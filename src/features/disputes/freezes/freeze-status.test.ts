import { describe, expect, it } from 'vitest'
import type { Dispute, Letter } from '../dispute-contract.ts'
import type { FreezeAction } from '../dispute-requests.ts'
import { type FreezeFacts, type FreezeRecord, listFreezes, type ReportedFile } from './freeze-status.ts'
import { describeLetter, describeSource, describeToday, freezeToday, isFrozen } from './freeze-words.ts'
import { freezeAgencies } from './specialty-agencies.ts'

const today = '2026-11-23'
const nothing: FreezeFacts = { records: [], disputes: [], files: [], timeZone: 'UTC' }

let made = 0
const record = (given: Partial<FreezeRecord>): FreezeRecord => {
  made += 1
  return {
    id: `record-${made}`,
    agency: 'Experian',
    state: 'frozen',
    on: '2026-11-01',
    until: null,
    remindOn: null,
    byStaff: false,
    recordedAt: new Date('2026-11-01T15:00:00Z'),
    ...given,
  }
}

type Asked = {
  action?: FreezeAction
  createdAt?: string
  deliveredOn?: string
  mailState?: Letter['mailState']
  neverReceived?: boolean
  answered?: 'corrected' | 'frivolous' | 'no_answer'
  answeredOn?: string
  waits?: boolean
}

/** A freeze dispute with one letter to Experian. */
const asked = ({
  action = 'place',
  createdAt = '2026-11-05T15:00:00.000Z',
  deliveredOn,
  mailState = deliveredOn === undefined ? 'not_mailed' : 'delivered',
  neverReceived = false,
  answered,
  answeredOn = '2026-11-20',
  waits = false,
}: Asked): Dispute => ({
  id: 'dispute-1',
  type: 'freeze',
  title: 'Security freeze',
  status: 'SENT',
  createdAt,
  awaitingAttestation: waits,
  freeAnnualReport: false,
  follows: null,
  enclosures: [],
  items: [
    {
      id: 'item-1',
      type: 'freeze',
      reason: action,
      from: action === 'lift' ? '2026-12-01' : null,
      until: action === 'lift' ? '2026-12-09' : null,
      bureaus: ['Experian'],
      explanation: null,
      outcomes: { Experian: answered ?? null },
      answers:
        answered === undefined
          ? []
          : [
              {
                bureau: 'Experian',
                outcome: answered,
                on: answeredOn,
                documentId: null,
                replyDeleted: false,
              },
            ],
      steps: [],
    },
  ],
  letters: [
    {
      id: 'letter-1',
      bureau: 'Experian',
      recipient: { kind: 'bureau', name: 'Experian', address: [] },
      body: '',
      editable: '',
      edited: false,
      mark: null,
      lobStatus: null,
      lobErrorMessage: null,
      lobLetterId: null,
      lobTrackingUrl: null,
      lobSentAt: null,
      lobExpectedDeliveryDate: null,
      mailState,
      neverReceived,
      events: deliveredOn === undefined ? [] : [{ event: 'delivered', at: `${deliveredOn}T15:00:00.000Z` }],
      deadlines: [
        { kind: 'freeze_placed', dueOn: '2026-11-13', basis: '' },
        { kind: 'freeze_confirmed', dueOn: '2026-11-20', basis: '' },
      ],
      next: null,
    },
  ],
})

const file = (given: Partial<ReportedFile>): ReportedFile => ({
  bureau: 'Experian',
  status: 'hit',
  text: null,
  date: '2026-10-14',
  ...given,
})

const experian = (facts: Partial<FreezeFacts>) => {
  const status = listFreezes({ ...nothing, ...facts }).find(({ agency }) => agency === 'Experian')
  if (status === undefined) throw new Error('Experian is missing')
  return status
}

it('lists every bureau and agency, with nothing known at first', () => {
  const all = listFreezes(nothing)
  expect(all.map(({ agency }) => agency)).toEqual([...freezeAgencies])
  expect(new Set(all.map(({ history }) => freezeToday(history, today)))).toEqual(new Set(['unknown']))
})

describe('what is known', () => {
  it('is the newest record, with earlier ones as its history', () => {
    const { history } = experian({
      records: [
        record({ on: '2026-11-01' }),
        record({ state: 'lifted', on: '2026-11-10', recordedAt: new Date('2026-11-10T15:00:00Z') }),
        record({ agency: 'Equifax', state: 'not_frozen', on: '2026-11-20' }),
      ],
    })
    expect(history.map(({ state, on }) => `${state} ${on}`)).toEqual([
      'lifted 2026-11-10',
      'frozen 2026-11-01',
    ])
  })

  it('is the later record of two for the same day', () => {
    const { history } = experian({
      records: [
        record({ state: 'not_frozen', recordedAt: new Date('2026-11-02T10:00:00Z') }),
        record({ state: 'frozen', recordedAt: new Date('2026-11-02T10:05:00Z') }),
      ],
    })
    expect(history[0]?.state).toBe('frozen')
  })

  it('states when staff recorded it', () => {
    const [said] = experian({ records: [record({ byStaff: true })] }).history
    expect(said && describeSource(said)).toBe('Staff recorded it for you, since Nov 1, 2026.')
  })

  it('is the report’s statement if the bureau called the file frozen', () => {
    const { history } = experian({ files: [file({ status: 'frozen' })] })
    expect(history).toEqual([
      { state: 'frozen', on: '2026-10-14', until: null, source: 'report', recordId: null },
    ])
    expect(experian({ files: [file({ text: 'A security freeze is in place.' })] }).history).toHaveLength(1)
  })

  it('does not conclude from a report that the file is not frozen', () => {
    const facts = { records: [record({ on: '2026-09-01' })], files: [file({ text: 'FRAUD ALERT' })] }
    expect(experian(facts).history.map(({ source }) => source)).toEqual(['user'])
    expect(experian({ files: [file({ status: 'noHit' }), file({ status: 'error' })] }).history).toEqual([])
  })

  it('is the later of record and report', () => {
    const before = record({ state: 'not_frozen', on: '2026-09-01', recordedAt: new Date('2026-09-01') })
    const after = record({ state: 'not_frozen', on: '2026-11-02', recordedAt: new Date('2026-11-02') })
    const files = [file({ status: 'frozen' })]
    expect(experian({ records: [before], files }).history[0]?.state).toBe('frozen')
    expect(experian({ records: [after], files }).history[0]?.state).toBe('not_frozen')
  })

  it('is a bureau’s answer, if it did what was requested', () => {
    const facts = { disputes: [asked({ deliveredOn: '2026-11-09', answered: 'corrected' })] }
    expect(experian(facts).history).toEqual([
      { state: 'frozen', on: '2026-11-20', until: null, source: 'answer', recordId: null },
    ])
    expect(experian(facts).letter).toBeNull()
  })

  it('is nothing if the bureau refused or did not answer', () => {
    for (const answered of ['frivolous', 'no_answer'] as const)
      expect(experian({ disputes: [asked({ deliveredOn: '2026-11-09', answered })] }).history).toEqual([])
  })
})

describe('a letter', () => {
  it('is a request and no proof, even after the legal deadline', () => {
    const { history, letter } = experian({ disputes: [asked({ deliveredOn: '2026-11-09' })] })
    expect(history).toEqual([])
    expect(letter).toMatchObject({ mail: 'delivered', on: '2026-11-09', dueOn: '2026-11-13' })
    expect(letter && describeLetter(letter, today)).toBe(
      'Asked by letter to freeze the file, delivered on Nov 9, 2026. The time by law ended on Nov 13, 2026. That is no proof that it is done: check, and record it.',
    )
    expect(letter && describeLetter(letter, '2026-11-13')).toContain(
      'By law it must be done by Nov 13, 2026.',
    )
  })

  it.each<[string, Asked, string]>([
    ['waits for the client', { waits: true }, 'waits for you to confirm it'],
    ['is not mailed', {}, 'It is not mailed'],
    ['is under way', { mailState: 'sent' }, 'is under way since Nov 5, 2026'],
    ['came back', { mailState: 'returned', neverReceived: true }, 'did not arrive'],
    ['came back after an earlier mailing', { mailState: 'returned' }, 'is under way since Nov 5, 2026'],
  ])('that %s shows that, without a legal deadline', (_, given, words) => {
    const { letter } = experian({ disputes: [asked(given)] })
    expect(letter?.dueOn).toBeNull()
    expect(letter && describeLetter(letter, today)).toContain(words)
  })

  it.each<[string, boolean, Asked, Partial<FreezeRecord>]>([
    ['after the delivery', false, { deliveredOn: '2026-11-09' }, { on: '2026-11-12' }],
    ['on the day of the delivery', false, { deliveredOn: '2026-11-09' }, { on: '2026-11-09' }],
    ['before the delivery', true, { deliveredOn: '2026-11-09' }, { on: '2026-11-08' }],
    ['while it is under way', true, { mailState: 'sent' }, { on: '2026-11-12' }],
    ['after it was made and never mailed', false, {}, { on: '2026-11-12' }],
  ])('is shown or not with a record from %s: %s', (_, shown, given, said) => {
    const records = [record({ recordedAt: new Date('2026-11-23T10:00:00Z'), ...said })]
    expect(experian({ disputes: [asked(given)], records }).letter !== null).toBe(shown)
  })

  it('to another bureau is not shown here', () => {
    const facts = { ...nothing, disputes: [asked({ deliveredOn: '2026-11-09' })] }
    expect(listFreezes(facts).flatMap(({ agency, letter }) => (letter === null ? [] : [agency]))).toEqual([
      'Experian',
    ])
  })
})

describe('today', () => {
  const lift = (on: string, until: string | null) => [record({ state: 'lifted', on, until })]
  it.each([
    [lift('2026-11-24', '2026-11-30'), 'lift_planned', true],
    [lift('2026-11-23', '2026-11-23'), 'lifted', false],
    [lift('2026-11-10', '2026-11-22'), 'lift_ended', false],
    [lift('2026-11-10', null), 'lifted', false],
    [[record({})], 'frozen', true],
    [[record({ state: 'not_frozen' })], 'not_frozen', false],
  ] as const)('%#: %s is %s', (records, kind, frozen) => {
    const { history } = experian({ records })
    expect(freezeToday(history, today)).toBe(kind)
    expect(isFrozen(history, today)).toBe(frozen)
  })

  it('an ended lift is never called frozen', () => {
    const words = describeToday(experian({ records: lift('2026-11-10', '2026-11-22') }), today)
    expect(words).toEqual({
      label: 'Lift ended',
      tone: 'amber',
      meaning:
        'The lift ended on Nov 22, 2026. By law it is for the time you named, so the freeze should be back. Check with Experian, and record it.',
    })
  })

  it('the law about the three bureaus is not cited for another agency', () => {
    const records = [record({ agency: 'NCTUE', state: 'lifted', on: '2026-11-10', until: '2026-11-22' })]
    const status = listFreezes({ ...nothing, records }).find(({ agency }) => agency === 'NCTUE')
    expect(status && describeToday(status, today).meaning).not.toContain('law')
  })
})

it('the reminder is the newest record’s', () => {
  const lifted = record({ state: 'lifted', until: '2026-11-30', remindOn: '2026-12-01' })
  expect(experian({ records: [lifted] }).remindOn).toBe('2026-12-01')
  const frozen = record({ recordedAt: new Date('2026-11-02T15:00:00Z') })
  expect(experian({ records: [lifted, frozen] }).remindOn).toBeNull()
})
