import { describe, expect, it } from 'vitest'
import type { Plan } from '#features/identity/plan.ts'
import { OLD_REPORT_DAYS } from '#features/reports/refresh-rules.ts'
import { packReport } from '#features/reports/server/packed-report.ts'
import { ids, report } from '#test/support/reports/disputed-report.ts'
import type { Bureau } from '#values/bureau.ts'
import type { DisputedItem } from './build-dispute.ts'
import {
  identificationCaution,
  liftDayCaution,
  listCautions,
  oldReportCaution,
  payDayCaution,
  type ReportDates,
} from './cautions.ts'
import type { ChangedItem } from './letters/follow-up.ts'
import { readCurrentFile } from './server/computed.ts'

const today = '2026-11-20'
const at = (reportDate: string | null) => [{ bureau: 'TransUnion', reportDate }] as const

describe('a report', () => {
  it.each([
    ['2026-11-20', false],
    ['2026-10-06', false],
    ['2026-10-05', true],
    ['2026-07-01', true],
    // For a date without a day, the month's last day counts.
    ['2026-10', false],
    ['2026-09', true],
    ['2026', false],
    ['2025', true],
    [null, false],
  ])('of %s is old: %j', (date, isOld) => {
    expect(oldReportCaution(at(date), today) !== null).toBe(isOld)
  })

  it('states its day and what to do', () => {
    const caution = oldReportCaution(at('2026-07-01'), today)
    expect(caution?.code).toBe('old_report')
    expect(caution?.message).toMatch(/of July 1, 2026, more than 45 days ago\..*Refresh .* or import/)
    expect(OLD_REPORT_DAYS).toBe(45)
  })
})

it('names the old part of a report of several dates', () => {
  const dates = [...at('2026-11-02'), { bureau: 'Equifax', reportDate: '2026-07-01' }] as const
  expect(oldReportCaution(dates, today)?.message).toMatch(
    /^Your Equifax report is of July 1, 2026, more than 45/,
  )
})

describe('a freeze request', () => {
  it.each([
    [[], 'a government ID or a proof of address'],
    [['government_id'], 'a proof of address'],
    [['proof_of_address', 'other'], 'a government ID'],
  ] as const)('with %j lacks %s', (kinds, words) => {
    const caution = identificationCaution(
      'freeze',
      kinds.map(kind => ({ kind })),
    )
    expect(caution?.message).toContain(`No copy of ${words} is enclosed.`)
  })

  it('with both lacks nothing, and other letters do not require them here', () => {
    const both = [{ kind: 'government_id' as const }, { kind: 'proof_of_address' as const }]
    const none = { changed: [], today }
    expect(listCautions({ type: 'freeze', items: [], reportDates: [] }, { ...none, enclosed: both })).toEqual(
      [],
    )
    expect(
      listCautions({ type: 'account', items: [], reportDates: at('2026-11-02') }, { ...none, enclosed: [] }),
    ).toEqual([])
  })
})

describe('an account that a bureau answered it changed', () => {
  const items: DisputedItem[] = [
    {
      type: 'account',
      accountId: 'a',
      creditorName: 'Oak Bank',
      reason: 'wrong_limit',
      correctBureau: null,
      asksToVerify: false,
      explanation: null,
      bureaus: ['TransUnion', 'Experian'],
    },
  ]
  const cautions = (changed: ChangedItem[], reportDates: ReportDates = at('2026-11-02')) =>
    listCautions({ type: 'account', items, reportDates }, { enclosed: [], changed, today })
  const change = {
    item: { type: 'account', accountId: 'a' },
    bureau: 'TransUnion',
    on: '2026-11-02',
  } as const

  it('is warned of if the report is not later', () => {
    const [caution, ...others] = cautions([change])
    expect(others).toEqual([])
    expect(caution?.code).toBe('answered_since')
    expect(caution?.message).toMatch(
      /^TransUnion answered that it corrected or deleted Oak Bank, .* Refresh your report/,
    )
  })

  it.each<[string, ChangedItem, ReportDates?]>([
    ['if the report is later', { ...change, on: '2026-11-01' }],
    ['if another bureau changed it', { ...change, bureau: 'Equifax' }],
    ['if it is another account', { ...change, item: { type: 'account', accountId: 'b' } }],
    ['in a letter that cites no report', change, []],
  ])('is not warned of %s', (_, one, dates) => {
    expect(cautions([one], dates)).toEqual([])
  })
})

describe('an answer about another kind of item', () => {
  const own = { bureaus: ['TransUnion'] as Bureau[], explanation: null }
  const inquiry: DisputedItem = {
    ...own,
    type: 'inquiry',
    inquiryId: 'i',
    ids: { TransUnion: 'i', Experian: 'j' },
    company: 'Cedar Auto',
    reason: 'no_application',
  }
  const address: DisputedItem = {
    ...own,
    type: 'personal-info',
    field: 'address',
    reportedValue: '12 Oak St, Springfield, IL 62701',
    reason: 'remove',
    correctValue: null,
  }
  const messages = (type: 'inquiry' | 'personal-info', item: DisputedItem, changed: ChangedItem['item']) =>
    listCautions(
      { type, items: [item], reportDates: at('2026-11-02') },
      { enclosed: [], changed: [{ item: changed, bureau: 'TransUnion', on: '2026-11-02' }], today },
    ).map(({ message }) => message)

  it('is warned of too', () => {
    expect(messages('inquiry', inquiry, { type: 'inquiry', ids: { TransUnion: 'i' } })).toEqual([
      expect.stringMatching(/^TransUnion answered that it corrected or deleted the inquiry by Cedar Auto, /),
    ])
    const spelled = '12 OAK STREET, SPRINGFIELD IL 62701'
    expect(
      messages('personal-info', address, { type: 'personal-info', field: 'address', reportedValue: spelled }),
    ).toEqual([expect.stringMatching(/^TransUnion answered that it corrected or deleted “12 Oak St, /)])
  })

  it('is not warned of for another item', () => {
    expect(messages('inquiry', inquiry, { type: 'inquiry', ids: { TransUnion: 'j' } })).toEqual([])
    expect(
      messages('personal-info', address, {
        type: 'personal-info',
        field: 'name',
        reportedValue: address.reportedValue,
      }),
    ).toEqual([])
  })
})

it.each([
  [null, false],
  ['2026-11-21', true],
  // Ten business days after November 20, without Thanksgiving.
  ['2026-12-07', true],
  ['2026-12-08', false],
])('a last day of payment of %s is too early for an answer by mail: %j', (payBy, isEarly) => {
  expect(payDayCaution(payBy, today)?.code).toBe(isEarly ? 'early_pay_day' : undefined)
})

it('an offer whose day of payment is over is not said to be early', () => {
  expect(payDayCaution(today, today)?.message).toMatch(/^The letter offers to pay by November 20, 2026, and/)
})

it.each([
  [{ from: '2026-12-01', until: null }, true],
  [{ from: null, until: '2026-11-23' }, true],
  // Eight business days after November 20, without Thanksgiving.
  [{ from: '2026-12-03', until: '2026-12-14' }, true],
  [{ from: '2026-12-04', until: '2026-12-14' }, false],
  [{ from: null, until: null }, false],
])('a lift of %j may come too late by mail: %j', (days, isLate) => {
  const own = { explanation: null, bureaus: [], ...days }
  const freeze: DisputedItem = { type: 'freeze', reason: 'lift', ...own }
  const agency: DisputedItem = { ...freeze, type: 'agency-freeze', agency: 'NCTUE' }
  for (const item of [freeze, agency])
    expect(liftDayCaution(item, today)?.code).toBe(isLate ? 'early_lift_day' : undefined)
  expect(liftDayCaution({ ...freeze, reason: 'place' }, today)).toBe(null)
})

it.each([
  [
    { from: '2026-11-10', until: '2026-11-19' },
    /^The letter asks for a lift until November 19, 2026, and it cannot/,
  ],
  [{ from: null, until: today }, /^The letter asks for a lift until November 20, 2026, and it cannot/],
  [{ from: '2026-11-10', until: '2026-12-14' }, /^On November 20, 2026 the freeze may still be in place/],
])('a lift of %j that is confirmed late is not said to be ahead', (days, message) => {
  const own = { explanation: null, bureaus: [], ...days }
  expect(liftDayCaution({ type: 'freeze', reason: 'lift', ...own }, today)?.message).toMatch(message)
})

it('a report after the plan was lowered does not make an item of another bureau missing', () => {
  const item: DisputedItem = {
    type: 'account',
    accountId: ids.meridian,
    creditorName: 'Meridian Collections',
    reason: 'not_mine',
    correctBureau: null,
    asksToVerify: false,
    explanation: null,
    bureaus: ['TransUnion', 'Experian'],
  }
  const missing = (accountId: string, plan: Plan) =>
    readCurrentFile({ content: packReport(report), plan, items: [{ ...item, accountId }], today }).changed
  expect(missing(ids.meridian, 'free')).toEqual([{ goneAt: [], ruledOutAt: [] }])
  expect(missing('another', 'free')).toEqual([{ goneAt: ['TransUnion'], ruledOutAt: [] }])
  expect(missing('another', 'max')).toEqual([{ goneAt: ['TransUnion', 'Experian'], ruledOutAt: [] }])
})
