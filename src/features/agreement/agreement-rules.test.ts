import { describe, expect, it } from 'vitest'
import { states } from '#features/identity/profile-choices.ts'
import { endOfDay, stateTimeZones } from '#values/us-time-zones.ts'
import {
  type AgreementFacts,
  agreementState,
  cancellationPeriod,
  cancelsOnPaper,
  hasChanged,
  isOwnName,
  mayCancel,
  nextToSign,
  type SignedContract,
  workRefusal,
} from './agreement-rules.ts'

describe('the right to cancel ends', () => {
  it.each([
    // Friday after Thanksgiving: Monday, Tuesday, Wednesday.
    ['2026-11-27T15:00:00Z', 'NY', '2026-11-27', '2026-12-02', '2026-12-03T05:00:00.000Z'],
    // A Saturday and a Sunday are not business days.
    ['2026-11-28T15:00:00Z', 'NY', '2026-11-28', '2026-12-02', '2026-12-03T05:00:00.000Z'],
    // Neither is Thanksgiving: Friday, Monday, Tuesday.
    ['2026-11-25T15:00:00Z', 'NY', '2026-11-25', '2026-12-01', '2026-12-02T05:00:00.000Z'],
    // New Year's Day on a Friday.
    ['2026-12-30T15:00:00Z', 'NY', '2026-12-30', '2027-01-05', '2027-01-06T05:00:00.000Z'],
    // Half past eleven in the evening, in New York and in Los Angeles.
    ['2026-12-01T04:30:00Z', 'NY', '2026-11-30', '2026-12-03', '2026-12-04T05:00:00.000Z'],
    ['2026-12-01T07:30:00Z', 'CA', '2026-11-30', '2026-12-03', '2026-12-04T08:00:00.000Z'],
    // After midnight in the east of Florida it is a new day; the last day ends in its west.
    ['2026-12-01T05:30:00Z', 'FL', '2026-12-01', '2026-12-04', '2026-12-05T06:00:00.000Z'],
    ['2026-11-30T20:00:00Z', 'HI', '2026-11-30', '2026-12-03', '2026-12-04T10:00:00.000Z'],
    ['2026-11-30T20:00:00Z', 'GU', '2026-12-01', '2026-12-04', '2026-12-04T14:00:00.000Z'],
    // For an unknown state: the day in Guam, the midnight of American Samoa.
    ['2026-11-30T20:00:00Z', 'AP', '2026-12-01', '2026-12-04', '2026-12-05T11:00:00.000Z'],
    // Across the change of the clocks.
    ['2026-10-30T15:00:00Z', 'NY', '2026-10-30', '2026-11-04', '2026-11-05T05:00:00.000Z'],
  ] as const)('signed %s in %s', (signedAt, state, signedOn, cancelDay, until) => {
    const period = cancellationPeriod(new Date(signedAt), state)
    expect({ ...period, cancelUntil: period.cancelUntil.toISOString() }).toEqual({
      signedOn,
      cancelDay,
      cancelUntil: until,
    })
  })
})

it('covers every state of an address except those of the armed forces, and always names the easternmost zone first', () => {
  const anywhere = stateTimeZones('')
  const unknown = states.filter(state => stateTimeZones(state) === anywhere)
  expect(unknown.toSorted()).toEqual(states.filter(state => ['AA', 'AE', 'AP'].includes(state)).toSorted())
  for (const state of [...states, ''])
    for (const day of ['2026-01-15', '2026-07-15']) {
      const [first, last] = stateTimeZones(state).map(zone => endOfDay(zone, day).getTime())
      expect(first).toBeLessThanOrEqual(last ?? 0)
    }
})

const texts = { disclosure: 'statement', contract: 'contract 2' }
const statement = { id: 'one', textHash: 'statement' }
const later = { id: 'two', textHash: 'statement' }
const signed: SignedContract = {
  disclosureId: 'one',
  textHash: 'contract 2',
  signedOn: '2026-11-27',
  cancelDay: '2026-12-02',
  cancelUntil: new Date('2026-12-03T05:00:00Z'),
  cancelledAt: null,
}
const cancelled = { ...signed, cancelledAt: new Date('2026-11-30T12:00:00Z') }
const earlier = { ...signed, textHash: 'contract 1' }
const lastMoment = new Date('2026-12-03T04:59:59.999Z')
const midnight = new Date('2026-12-03T05:00:00Z')

type Case = [
  what: string,
  facts: Partial<AgreementFacts>,
  now: Date,
  expected: [
    state: ReturnType<typeof agreementState>,
    next: ReturnType<typeof nextToSign>,
    refusal: ReturnType<typeof workRefusal>,
    mayCancel: boolean,
  ],
]

it.each<Case>([
  ['nothing', {}, midnight, ['none', 'disclosure', 'agreement_needed', false]],
  [
    'the statement',
    { disclosure: statement },
    midnight,
    ['disclosed', 'contract', 'agreement_needed', false],
  ],
  [
    'a statement of another text',
    { disclosure: { ...statement, textHash: 'other' } },
    midnight,
    ['disclosed', 'disclosure', 'agreement_needed', false],
  ],
  [
    'the contract, in the last moment of the last day',
    { disclosure: statement, contract: signed },
    lastMoment,
    ['cooling_off', null, 'agreement_waiting', true],
  ],
  [
    'the contract, at midnight',
    { disclosure: statement, contract: signed },
    midnight,
    ['in_force', null, null, false],
  ],
  [
    'a contract that was cancelled',
    { disclosure: statement, contract: cancelled },
    midnight,
    ['cancelled', 'disclosure', 'agreement_cancelled', false],
  ],
  [
    'the statement again after cancelling',
    { disclosure: later, contract: cancelled },
    midnight,
    ['disclosed', 'contract', 'agreement_needed', false],
  ],
  [
    'an earlier contract, which stays in force',
    { disclosure: statement, contract: earlier },
    midnight,
    ['in_force', 'disclosure', null, false],
  ],
  [
    'an earlier contract and the statement again',
    { disclosure: later, contract: earlier },
    midnight,
    ['in_force', 'contract', null, false],
  ],
  [
    'a contract under an operator that asks for none any more: it can still be cancelled',
    { disclosure: statement, contract: signed, texts: null },
    lastMoment,
    ['cooling_off', null, null, true],
  ],
])('having signed %s', (_what, given, now, expected) => {
  const facts: AgreementFacts = { disclosure: null, contract: null, texts, ...given }
  expect([
    agreementState(facts, now),
    nextToSign(facts),
    workRefusal(facts, now),
    mayCancel(facts, now),
  ]).toEqual(expected)
})

it('asks to sign a changed contract and no other', () => {
  expect(hasChanged({ disclosure: statement, contract: earlier, texts })).toBe(true)
  expect(hasChanged({ disclosure: statement, contract: signed, texts })).toBe(false)
  expect(hasChanged({ disclosure: statement, contract: { ...cancelled, textHash: 'x' }, texts })).toBe(false)
})

it.each([
  ['2026-11-26', signed, false],
  ['2026-11-27', signed, true],
  ['2026-12-02', signed, true],
  ['2026-12-03', signed, false],
  ['2026-12-01', cancelled, false],
  ['2026-12-01', null, false],
] as const)('a notice on paper of %s counts by its day', (sentOn, contract, counts) => {
  expect(cancelsOnPaper({ disclosure: statement, contract, texts }, sentOn)).toBe(counts)
})

it.each([
  ['Maya Brooks', true],
  ['  maya   BROOKS ', true],
  ['Maya Ann Brooks', true],
  ['Máya Brooks', true],
  ['Maya', false],
  ['M. Brooks', false],
] as const)('%s is the name of Maya Brooks: %s', (typed, own) => {
  expect(isOwnName(typed, { firstName: 'Maya', lastName: 'Brooks' })).toBe(own)
})
