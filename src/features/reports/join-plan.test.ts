import { describe, expect, test } from 'vitest'
import type { Bureau } from '#values/bureau.ts'
import type { ReportOrigin } from './canonical.ts'
import { type IncomingPart, planJoin } from './join-plan.ts'
import type { StoredSummary } from './summary.ts'

const person = { firstName: 'Maya', lastName: 'Brooks', ssnLastFour: '4417' }
const maya = { name: 'MAYA BROOKS', ssnLastFour: '4417' }

const part = (
  bureau: Bureau,
  reportDate: string | null,
  given: Partial<IncomingPart> = {},
): IncomingPart => ({
  bureau,
  reportDate,
  format: 'equifax-json',
  subject: maya,
  ...given,
})

type Row = {
  id: string
  day: string
  parts: readonly (IncomingPart & { from?: string })[]
  origin?: ReportOrigin
}

/** A stored report; a part without `from` arrived with it. */
const row = ({ id, day, parts, origin = 'import' }: Row): StoredSummary => ({
  id,
  origin,
  receivedAt: new Date(`${day}T12:00:00Z`),
  summary: {
    format: 'equifax-json',
    subject: maya,
    reportDate: null,
    historyId: 'history',
    bureaus: {},
    parts: parts.map(({ from = id, ...one }) => ({
      ...one,
      arrival: {
        reportId: from,
        origin,
        fileName: null,
        receivedAt: `${from === id ? day : '2026-11-01'}T12:00:00.000Z`,
        currentUntil: '2026-12-31',
      },
    })),
  },
})

const plan = (
  parts: readonly IncomingPart[],
  stored: readonly StoredSummary[],
  {
    origin = 'import',
    joinDays = 45,
    replaced = null,
  }: { origin?: ReportOrigin; joinDays?: number; replaced?: Bureau | null } = {},
) => planJoin({ parts, origin, person, now: new Date('2026-11-20T12:00:00Z'), joinDays, stored, replaced })

const equifax = row({ id: 'e', day: '2026-11-01', parts: [part('Equifax', '2026-10-30')] })

describe('a file of one bureau', () => {
  test('joins another bureau’s file that arrived within the window, but no older one', () => {
    const experian = [part('Experian', '2026-11-19')]
    expect(plan(experian, [equifax])).toMatchObject({
      taken: ['Experian'],
      kept: { reportId: 'e', bureaus: ['Equifax'] },
      historyId: 'history',
      leftOut: [],
    })
    expect(plan(experian, [equifax], { joinDays: 10 })).toMatchObject({
      taken: ['Experian'],
      kept: null,
      historyId: null,
      leftOut: [{ bureau: 'Equifax', reportDate: '2026-10-30' }],
    })
  })

  test('replaces the part of its bureau unless that is newer', () => {
    const again = plan([part('Equifax', '2026-10-30')], [equifax])
    expect(again).toMatchObject({
      taken: ['Equifax'],
      kept: null,
      former: [{ bureau: 'Equifax', reportId: 'e' }],
      historyId: 'history',
    })
    expect(plan([part('Equifax', '2026-09')], [equifax])).toMatchObject({
      taken: [],
      newer: [{ bureau: 'Equifax', reportDate: '2026-10-30' }],
    })
    expect(plan([part('Equifax', null)], [equifax]).taken).toEqual(['Equifax'])
  })

  test('of two bureaus becomes a part for each, and the newer of each is used', () => {
    const both = [part('TransUnion', '2026-10-01'), part('Equifax', '2026-10-01')]
    expect(plan(both, [equifax])).toMatchObject({
      taken: ['TransUnion'],
      kept: { reportId: 'e', bureaus: ['Equifax'] },
      newer: [{ bureau: 'Equifax' }],
    })
  })

  test.each([
    ['another SSN', { name: 'MAYA BROOKS', ssnLastFour: '9999' }],
    ['another name without an SSN', { name: 'GARY STONE', ssnLastFour: null }],
  ])('of %s does not join the user’s parts', (_name, subject) => {
    expect(plan([part('Experian', '2026-11-19', { subject })], [equifax]).kept).toBeNull()
  })

  test('joins the user’s own parts even if another person’s file was imported since', () => {
    const stranger = row({
      id: 's',
      day: '2026-11-10',
      parts: [part('TransUnion', '2026-11-09', { subject: { name: 'GARY STONE', ssnLastFour: '0001' } })],
    })
    expect(plan([part('Experian', '2026-11-19')], [stranger, equifax]).kept?.reportId).toBe('e')
  })

  test('is compared with the part of its own bureau and format regardless of age', () => {
    const old = row({ id: 'o', day: '2026-05-01', parts: [part('Experian', '2026-04-30')] })
    const other = row({
      id: 'x',
      day: '2026-06-01',
      parts: [part('Experian', '2026-05-30', { format: 'truelink-json' })],
    })
    expect(plan([part('Experian', '2026-11-19')], [equifax, other, old]).former).toEqual([
      { bureau: 'Experian', reportId: 'o' },
    ])
  })
})

describe('a report of all three bureaus', () => {
  const whole = (['TransUnion', 'Experian', 'Equifax'] as const).map(bureau => part(bureau, '2026-11-19'))
  const of = (reportDate: string) => whole.map(one => ({ ...one, reportDate }))
  test('replaces all parts that are not newer', () => {
    expect(plan(whole, [equifax])).toMatchObject({ kept: null, leftOut: [], newer: [] })
    expect(plan(of('2026-10-01'), [equifax])).toMatchObject({
      taken: ['TransUnion', 'Experian'],
      kept: { reportId: 'e', bureaus: ['Equifax'] },
      newer: [{ bureau: 'Equifax', reportDate: '2026-10-30' }],
    })
  })

  test('does not replace a newer one, unless that was pulled', () => {
    const stored = [row({ id: 'w', day: '2026-11-19', parts: whole })]
    expect(plan(of('2026-03-14'), stored).taken).toEqual([])
    expect(plan(of('2026-11-19'), stored).taken).toHaveLength(3)
    expect(plan(of('2026-03-14'), stored, { joinDays: 0 }).taken).toHaveLength(3)
    const pulled = [row({ id: 'p', day: '2026-11-19', origin: 'bureau', parts: whole })]
    expect(plan(of('2026-03-14'), pulled)).toMatchObject({ kept: null, leftOut: [], newer: [] })
  })
})

describe('a file that replaces the part of one bureau', () => {
  const older = (['TransUnion', 'Experian', 'Equifax'] as const).map(bureau => part(bureau, '2026-09-01'))
  const experian = { ...part('Experian', '2026-10-30'), from: 'x' }
  const stored = [row({ id: 'e', day: '2026-11-01', parts: [part('Equifax', '2026-10-30'), experian] })]

  test('is used there regardless of its date, and elsewhere if it is as new', () => {
    expect(plan(older, stored, { replaced: 'Equifax' })).toMatchObject({
      taken: ['TransUnion', 'Equifax'],
      kept: { reportId: 'e', bureaus: ['Experian'] },
      newer: [{ bureau: 'Experian', reportDate: '2026-10-30' }],
    })
  })
})

describe('a pull', () => {
  test('keeps what the user imported but no earlier pull', () => {
    const pulled = row({
      id: 'p',
      day: '2026-11-01',
      origin: 'bureau',
      parts: [part('Equifax', '2026-11-01')],
    })
    const answer = [part('TransUnion', '2026-11-20')]
    expect(plan(answer, [equifax], { origin: 'bureau' }).kept?.bureaus).toEqual(['Equifax'])
    expect(plan(answer, [pulled], { origin: 'bureau' }).kept).toBeNull()
    expect(plan(answer, [pulled]).kept?.bureaus).toEqual(['Equifax'])
  })
})
