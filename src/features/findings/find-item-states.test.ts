import { describe, expect, it, test } from 'vitest'
import { listParts } from '#features/reports/parts.ts'
import { coverageOf } from '#test/support/reports/coverage-of.ts'
import { accountOf, inquiryOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import { findItemStates } from './find-item-states.ts'
import type { Asked, DisputedItem, DisputeRecord, StateAt } from './item-state.ts'
import { describeState } from './item-state-words.ts'

const asked = (own: Partial<Asked> = {}): Asked => ({
  bureau: 'TransUnion',
  progress: 'in_dispute',
  mailedOn: '2026-10-02',
  dueOn: '2026-11-09',
  answer: null,
  ...own,
})
const account: DisputedItem = { kind: 'account', id: 'a' }
const record = (own: Partial<DisputeRecord> = {}): DisputeRecord => ({
  disputeId: 'd1',
  createdOn: '2026-10-01',
  asksHow: false,
  item: account,
  asked: [asked()],
  ...own,
})
const answered = (outcome: NonNullable<Asked['answer']>['outcome'], on = '2026-11-05') =>
  asked({ answer: { outcome, on } })

/** Dated Nov 14, 2026, after every answer here unless stated otherwise. */
const report = (own: Parameters<typeof reportOf>[0] = {}) => reportOf(own)
const listed = report({ accounts: [accountOf({ id: 'a', creditorName: 'Oak Bank' })] })
const other = accountOf({ id: 'b', creditorName: 'Quiet Bank', dateOpened: '2011-01-09' })
const earlier = report({
  reportDate: '2026-09-14',
  accounts: [accountOf({ id: 'a', creditorName: 'Oak Bank', dateOpened: '2020-03-02' }), other],
})
const gone = report({ accounts: [other] })

const statesOf = (records: DisputeRecord[], now = listed, before = [earlier]) =>
  findItemStates(records, now, before).flatMap(({ at }) => at)
const oneState = (records: DisputeRecord[], now = listed, before = [earlier]) =>
  statesOf(records, now, before)[0]

describe('the state of an item', () => {
  it('is not "no longer listed" if the newer report has no accounts or inquiries at all', () => {
    expect(oneState([record()], report())?.state).toBe('in_dispute')
    const inquiries = [inquiryOf({ id: 'i' }), inquiryOf({ id: 'j', date: '2026-01-02' })]
    const held = record({ item: { kind: 'inquiry', ids: ['i'] } })
    expect(oneState([held], report(), [report({ reportDate: '2026-09-14', inquiries })])?.state).toBe(
      'in_dispute',
    )
  })

  it('is not "no longer listed" where the accounts of the newer report were not all read', () => {
    const { coverage: _, ...whole } = gone
    const partly = (stated: number) => ({
      ...whole,
      parts: listParts({
        ...gone,
        coverage: [coverageOf({ stated: { accounts: stated, inquiries: null, publicRecords: null } })],
      }),
    })
    expect(oneState([record()], partly(1))?.state).toBe('not_listed')
    expect(oneState([record()], partly(2))).toMatchObject({
      state: 'in_dispute',
      newerReport: { lists: null },
    })
  })

  it.each([
    ['the letter is not mailed', asked({ progress: 'letter_ready', mailedOn: null }), 'letter_ready'],
    ['it is mailed', asked(), 'in_dispute'],
    ['the letter did not arrive', asked({ progress: 'letter_failed' }), 'letter_failed'],
    ['staff made it', asked({ progress: 'unconfirmed', mailedOn: null }), 'unconfirmed'],
    ['verified', answered('verified'), 'verified'],
    ['corrected', answered('corrected'), 'corrected'],
    ['turned down', answered('frivolous'), 'frivolous'],
    ['never answered', answered('no_answer'), 'no_answer'],
  ])('while %s', (_, one, state) => {
    expect(oneState([record({ asked: [one] })])?.state).toBe(state)
  })

  it('comes from the newest dispute at each bureau', () => {
    const first = record({ asked: [answered('verified'), { ...answered('deleted'), bureau: 'Equifax' }] })
    const again = record({ disputeId: 'd2', createdOn: '2026-11-10', asked: [asked()] })
    expect(statesOf([again, first])).toMatchObject([
      { bureau: 'TransUnion', disputeId: 'd2', state: 'in_dispute' },
      { bureau: 'Equifax', disputeId: 'd1', state: 'deleted' },
    ])
  })

  it('stays verified while the user waits for the explanation, and after', () => {
    const first = record({ asked: [answered('verified')] })
    const question = (answer: Asked['answer']) =>
      record({ disputeId: 'd2', asksHow: true, createdOn: '2026-11-10', asked: [asked({ answer })] })
    expect(oneState([first, question(null)])).toMatchObject({
      disputeId: 'd2',
      state: 'asked_how',
      answeredOn: '2026-11-05',
    })
    expect(oneState([first, question({ outcome: 'verified', on: '2026-11-12' })])).toMatchObject({
      disputeId: 'd1',
      state: 'verified',
    })
  })

  it('is the same for all spellings of a personal entry', () => {
    const item = (value: string): DisputedItem => ({ kind: 'personal', field: 'address', value })
    const first = record({ item: item('9 FERNDALE CT, BAKERSFIELD, CA 93301'), asked: [answered('deleted')] })
    const second = record({ disputeId: 'd2', item: item('9 Ferndale Ct., Bakersfield CA 93301') })
    expect(findItemStates([first, second], listed, [])).toHaveLength(1)
  })
})

describe('a newer report', () => {
  it('that relists an item answered as deleted changes its state, and an older one does not', () => {
    const deleted = (on: string) => oneState([record({ asked: [answered('deleted', on)] })])
    expect(deleted('2026-11-05')).toMatchObject({
      state: 'relisted',
      newerReport: { date: '2026-11-14', lists: true },
    })
    expect(deleted('2026-11-14')).toMatchObject({ state: 'deleted', newerReport: null })
    expect(deleted('2026-11-20')).toMatchObject({ state: 'deleted', newerReport: null })
  })

  it('that no longer lists it is mentioned, with or without a recorded answer', () => {
    expect(oneState([record()], gone)).toMatchObject({
      state: 'not_listed',
      answeredOn: null,
      newerReport: { date: '2026-11-14', lists: false },
    })
    expect(oneState([record({ asked: [answered('deleted')] })], gone)).toMatchObject({
      state: 'deleted',
      newerReport: { lists: false },
    })
  })

  it.each([
    ['the letter is newer', [record({ asked: [asked({ mailedOn: '2026-11-20' })] })], gone, [earlier]],
    ['no earlier report listed it', [record()], gone, []],
    [
      'an account may be it under another id',
      [record()],
      report({
        accounts: [accountOf({ id: 'c', creditorName: 'Oak Bank', dateOpened: '2020-03-02' })],
      }),
      [earlier],
    ],
    [
      'the bureau gave no file',
      [record()],
      report({ files: [{ bureau: 'TransUnion', status: 'frozen', text: null }] }),
      [earlier],
    ],
    [
      'a row covers several bureaus',
      [record()],
      report({ accounts: [{ ...other, valuesShared: true }] }),
      [earlier],
    ],
  ])('proves nothing if %s', (_, records, now, before) => {
    expect(oneState(records, now, before)?.state).toBe('in_dispute')
  })

  it('is used for inquiries too, except one of the same day in another spelling', () => {
    const item: DisputedItem = { kind: 'inquiry', ids: ['i'] }
    const was = report({
      reportDate: '2026-09-14',
      inquiries: [inquiryOf({ id: 'i', company: 'KESTREL', date: '2026-08-19' })],
    })
    const now = (date: string) => report({ inquiries: [inquiryOf({ id: 'j', company: 'KESTRL', date })] })
    expect(oneState([record({ item })], now('2026-10-19'), [was])?.state).toBe('not_listed')
    expect(oneState([record({ item })], now('2026-08-19'), [was])?.state).toBe('in_dispute')
  })

  it('can show that a personal entry is listed, but never that it was removed', () => {
    const item: DisputedItem = { kind: 'personal', field: 'name', value: 'MAYA BROOK' }
    const personal = (name: string) => report({ personal: [personOf({ name })] })
    const deleted = record({ item, asked: [answered('deleted')] })
    expect(oneState([deleted], personal('Maya Brook'))?.state).toBe('relisted')
    expect(oneState([deleted], personal('Maya Brooks'))).toMatchObject({
      state: 'deleted',
      newerReport: { lists: null },
    })
  })
})

const state = (own: Partial<StateAt>): StateAt => ({
  bureau: 'TransUnion',
  disputeId: 'd1',
  state: 'in_dispute',
  createdOn: '2026-10-01',
  mailedOn: '2026-10-02',
  dueOn: null,
  answeredOn: null,
  newerReport: null,
  ...own,
})

test.each([
  [{}, 'In dispute', 'Letter mailed Oct 2, 2026.', 'Record the answer when it comes.'],
  [
    { dueOn: '2026-11-22' },
    'In dispute',
    'Letter mailed Oct 2, 2026. Answer due by Nov 22, 2026.',
    'Record the answer when it comes.',
  ],
  [
    { dueOn: '2026-11-21' },
    'In dispute',
    'Letter mailed Oct 2, 2026. The answer was due by Nov 21, 2026.',
    'Record the answer, or that none came.',
  ],
  [
    { state: 'deleted', answeredOn: '2026-11-05' },
    'Deleted',
    'You recorded the answer of Nov 5, 2026.',
    'Check that your next report no longer lists it.',
  ],
  [
    { state: 'deleted', answeredOn: '2026-11-05', newerReport: { date: '2026-11-14', lists: false } },
    'Deleted',
    'You recorded the answer of Nov 5, 2026. Your report of 11/14/2026 no longer lists it.',
    null,
  ],
  [
    { state: 'not_listed', newerReport: { date: '2026-11-14', lists: false } },
    'No longer listed',
    'Your report of 11/14/2026 does not list it. You recorded no answer.',
    'Record the answer when it comes.',
  ],
  [
    { state: 'relisted', answeredOn: '2026-11-05', newerReport: { date: '2026-11-14', lists: true } },
    'Listed again',
    'You recorded the answer of Nov 5, 2026: deleted. Your report of 11/14/2026 lists it again.',
    'You can dispute the return.',
  ],
  [
    { state: 'corrected', answeredOn: '2026-11-05', newerReport: { date: '2026-11-14', lists: true } },
    'Corrected',
    'You recorded the answer of Nov 5, 2026. Your report of 11/14/2026 is newer.',
    'Check that this report shows the correction.',
  ],
] as const)('%j on Nov 22 is %s', (own, label, text, next) => {
  expect(describeState(state(own), '2026-11-22')).toMatchObject({ label, text, next })
})
