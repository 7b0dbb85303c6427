import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BureauSummary, ReportSummary } from '#features/reports/summary.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { History } from './contract.ts'
import { buildHistory, type PastReport } from './history.ts'

const timeZone = 'America/New_York'
const now = new Date('2026-11-20T15:00:00Z')

type Scores = Partial<Record<Bureau, number | null>>

/** Received at five in the afternoon, New York time. */
const report = (
  day: string,
  scores: Scores,
  own: Partial<ReportSummary> & { model?: string } = {},
): PastReport => ({
  receivedAt: new Date(`${day}T22:00:00Z`),
  summary: {
    format: 'truelink-json',
    subject: { name: 'Maya Brooks', ssnLastFour: '4417' },
    reportDate: day,
    historyId: 'one',
    bureaus: Object.fromEntries(
      bureaus
        .filter(bureau => bureau in scores)
        .map(bureau => {
          const score = scores[bureau] ?? null
          return [
            bureau,
            {
              score: score === null ? null : { score, model: own.model ?? 'VantageScore 3.0' },
              changes: [{ title: 'New inquiry', summary: `${bureau} ${day}.` }],
            },
          ]
        }),
    ),
    ...own,
  },
})

const of = (reports: PastReport[], plan: 'free' | 'max' = 'max', bureau: Bureau | null = null) =>
  History.parse(buildHistory({ reports: reports.toReversed(), plan, bureau, now, timeZone }))

/** TransUnion's entries as `day new old`. */
const lines = ({ history }: History) =>
  history.TransUnion?.map(
    ({ reportTime, scoreNew, scoreOld }) => `${reportTime.slice(0, 10)} ${scoreNew} ${scoreOld}`,
  )

const monthly = ['05', '06', '07', '08', '09', '10', '11'].map((month, index) =>
  report(`2026-${month}-14`, { TransUnion: 600 + index, Experian: 700, Equifax: null }),
)

describe('the history', () => {
  it('covers six months, newest first, and the earliest entry has the score before it', () => {
    expect(lines(of(monthly))).toEqual([
      '2026-11-14 606 605',
      '2026-10-14 605 604',
      '2026-09-14 604 603',
      '2026-08-14 603 602',
      '2026-07-14 602 601',
      '2026-06-14 601 600',
    ])
  })

  it('begins without an old score if there is none', () => {
    expect(lines(of(monthly.slice(3)))?.at(-1)).toBe('2026-08-14 603 null')
  })

  it('reaches back to the day after the same day of the month, in the business time zone', () => {
    const edge = (day: string) => lines(of([report(day, { TransUnion: 600 })]))
    expect(edge('2026-05-21')).toEqual(['2026-05-21 600 null'])
    expect(edge('2026-05-20')).toBeUndefined()
  })

  it('skips a month without a score', () => {
    const [one, two, three] = [
      report('2026-09-14', { TransUnion: 600 }),
      report('2026-10-14', { TransUnion: null }),
      report('2026-11-14', { TransUnion: 620 }),
    ]
    expect(lines(of([one, two, three]))).toEqual([
      '2026-11-14 620 600',
      '2026-10-14 null 600',
      '2026-09-14 600 null',
    ])
  })

  it('belongs to the report that is shown', () => {
    const imported = report('2026-11-19', { TransUnion: 500 }, { historyId: 'another' })
    expect(lines(of([...monthly, imported]))).toEqual(['2026-11-19 500 null'])
  })

  it('uses the date of a report that was imported later', () => {
    const brought = { ...report('2026-08-03', { TransUnion: 600 }), receivedAt: now }
    expect(of([brought]).history.TransUnion?.[0]?.reportTime).toBe('2026-08-03T12:00:00.000Z')
  })

  describe('of a report that was imported twice', () => {
    const first = report('2026-11-03', { TransUnion: 600 })
    const again = (own: Partial<BureauSummary>, more: Partial<ReportSummary> = {}): PastReport => ({
      receivedAt: now,
      summary: {
        ...first.summary,
        bureaus: {
          TransUnion: { score: { score: 600, model: 'VantageScore 3.0' }, changes: [], ...own },
        },
        ...more,
      },
    })

    it('lists it once', () => {
      expect(of([first, again({}), again({})])).toEqual(of([first]))
    })

    it.each<[string, PastReport]>([
      ['has another score', again({ score: { score: 601, model: 'VantageScore 3.0' } })],
      ['has a score of another model', again({ score: { score: 600, model: 'FICO Score 8' } })],
      ['has no score', again({ score: null })],
      ['has a change', again({ changes: [{ title: 'New inquiry', summary: 'One.' }] })],
      ['is of another day', again({}, { reportDate: '2026-11-04' })],
      ['has no date and came later', again({}, { reportDate: null })],
    ])('lists both if the second %s', (_which, second) => {
      expect(lines(of([first, second]))).toHaveLength(2)
    })
  })

  it('states that the model changed, and still counts', () => {
    const other = report('2026-11-15', { TransUnion: 650 }, { model: 'FICO Score 8' })
    const [entry] = of([...monthly.slice(0, 6), other]).history.TransUnion ?? []
    expect(entry).toMatchObject({
      scoreNew: 650,
      scoreOld: 605,
      modelChanged: true,
      changes: [
        {
          title: 'The score model changed',
          summary:
            'This score is FICO Score 8, the one before was VantageScore 3.0. Two models measure differently.',
        },
        { title: 'New inquiry' },
      ],
    })
  })

  it('without a report is empty', () => {
    expect(of([])).toEqual({ bureau: null, history: {} })
  })

  it('of one bureau contains only that one', () => {
    const asked = of(monthly, 'max', 'Experian')
    expect([asked.bureau, Object.keys(asked.history)]).toEqual(['Experian', ['Experian']])
  })

  it('of the free plan contains nothing of the other bureaus', () => {
    fc.assert(
      fc.property(fc.subarray(monthly), fc.option(fc.constantFrom(...bureaus)), (reports, bureau) => {
        const text = JSON.stringify(of(reports, 'free', bureau).history)
        expect(text).not.toMatch(/Experian|Equifax/)
      }),
    )
  })
})
