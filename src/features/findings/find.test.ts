import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Account, Report } from '#features/reports/canonical.ts'
import { redactForPlan } from '#features/reports/redact-for-plan.ts'
import { personas } from '#sandbox/bureau/personas.ts'
import { chanceOf, times } from '#test/support/chance.ts'
import { anyReport, longNumber, markOf, ssn } from '#test/support/reports/any-report.ts'
import { finderScore, generatedReport } from '#test/support/reports/finder-score.ts'
import { loanOf, remark, trueAndOdd } from '#test/support/reports/fixtures/true-and-odd.ts'
import { metIn } from '#test/support/reports/planted-found.ts'
import { personOf, reportOf } from '#test/support/reports/report-of.ts'
import { kinds, trueAccount } from '#test/support/reports/true-accounts.ts'
import { bureaus } from '#values/bureau.ts'
import { addMonths } from '#values/dates.ts'
import { ShownFindings } from './contract.ts'
import { buildFindingsResponse, rules, runAllRules, runFinder } from './find.ts'
import type { Finding } from './finding.ts'
import { accountReasons } from './reasons.ts'

const anySeed = fc.integer({ min: 1, max: 2 ** 31 - 1 })

const trueReport = (seed: number) => {
  const chance = chanceOf(seed)
  return reportOf({
    accounts: Array.from({ length: 20 }, (_, nth) =>
      trueAccount(chance, chance.one(kinds), `account-${nth}`, nth),
    ).flatMap(({ rows }) => rows),
    personal: bureaus.map(bureau => personOf({ bureau })),
  })
}

const shuffled = <Row>(rows: readonly Row[], seed: number): Row[] => {
  const { next } = chanceOf(seed)
  return rows
    .map(row => ({ row, at: next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ row }) => row)
}

describe('the finder', () => {
  test('calls nothing wrong in reports that are true', () => {
    fc.assert(
      fc.property(anySeed, seed => {
        const errors = runAllRules(trueReport(seed)).filter(({ verdict }) => verdict !== 'ask')
        expect(errors.map(({ rule, explanation }) => `${rule} ${explanation}`)).toEqual([])
      }),
      { numRuns: times(40) },
    )
  })

  test('finds the same in any order of the rows', () => {
    fc.assert(
      fc.property(anyReport, anySeed, (report, seed) => {
        const other = {
          ...report,
          accounts: shuffled(report.accounts, seed),
          inquiries: shuffled(report.inquiries, seed),
          publicRecords: shuffled(report.publicRecords, seed),
          personal: shuffled(report.personal, seed),
        }
        expect(runFinder(other)).toEqual(runFinder(report))
      }),
      { numRuns: times(40) },
    )
  })

  test('finds on the free plan only what TransUnion shows, and nothing of the others', () => {
    fc.assert(
      fc.property(anyReport, report => {
        const free = buildFindingsResponse(redactForPlan(report, 'free'))
        const ofTransUnion = <Row extends { bureau: string }>(rows: Row[]) =>
          rows.filter(({ bureau }) => bureau === 'TransUnion')
        const alone = redactForPlan(
          {
            ...report,
            files: ofTransUnion(report.files),
            accounts: ofTransUnion(report.accounts),
            inquiries: ofTransUnion(report.inquiries),
            publicRecords: ofTransUnion(report.publicRecords),
            personal: ofTransUnion(report.personal),
          },
          'max',
        )
        // A group is named after the rows that are visible.
        const names = (text: string) =>
          text.replaceAll(/Bank [a-e]/g, 'a bank').replaceAll(/mark-of-transunion/g, 'a bank')
        expect(names(JSON.stringify(free))).toEqual(names(JSON.stringify(buildFindingsResponse(alone))))
        expect(JSON.stringify(free)).not.toMatch(/Experian|Equifax/)
        for (const bureau of ['Experian', 'Equifax'] as const) {
          expect(JSON.stringify(free)).not.toContain(markOf(bureau))
        }
      }),
      { numRuns: times(40) },
    )
  })

  test('returns for any report a response that fits the contract, with masked numbers and at most five recommended', () => {
    fc.assert(
      fc.property(anyReport, fc.constantFrom('free' as const, 'max' as const), (report, plan) => {
        const answer = buildFindingsResponse(redactForPlan(report, plan))
        expect(ShownFindings.parse(answer)).toEqual(answer)
        expect(new Set(answer.items.map(({ id }) => id)).size).toBe(answer.items.length)
        expect(answer.items.filter(({ recommended }) => recommended).length).toBeLessThanOrEqual(5)
        for (const { evidence, bureaus: at, explanation, title } of answer.items) {
          expect(evidence.length).toBeGreaterThan(0)
          expect(at.length).toBeGreaterThan(0)
          expect(`${title} ${explanation}`).not.toMatch(/guarantee|remove|erase|null|undefined|NaN|!/i)
        }
        const text = JSON.stringify(answer)
        expect(text).not.toMatch(/666\D{0,2}34\D{0,2}4417/)
        expect(text).not.toContain(ssn.slice(0, 8))
        expect(text).not.toContain(longNumber)
      }),
      { numRuns: times(40) },
    )
  })

  test('finds 95 of 100 planted errors and is right in 99 of 100', () => {
    const { planted, clean, findings, wrong, missed } = finderScore(2027, 400)
    expect(clean).toBe(planted)
    expect(1 - missed.length / planted).toBeGreaterThan(0.95)
    expect(1 - wrong.length / findings).toBeGreaterThan(0.99)
  })

  test('puts signs of identity theft first, and one finding per cause', () => {
    const { report } = generatedReport(chanceOf(7), 30, 0)
    const all = runFinder({
      ...report,
      personal: [personOf(), personOf({ bureau: 'Equifax', ssnLastFour: '1111' })],
    })
    expect(all[0]?.rule).toBe('P-03')
    expect(all.filter(({ recommended }) => recommended)).toHaveLength(5)
    expect(all.slice(0, 5).every(({ severity }) => severity !== 'low')).toBe(true)
  })

  test('suggests only reasons that the wizards offer', () => {
    const inquiryReasons = [
      'no_application',
      'identity_theft',
      'not_hard',
      'duplicate',
      'wrong_date',
      'too_old',
      'other',
    ]
    const { report } = generatedReport(chanceOf(11), 120, 0)
    for (const { reason, subject } of runFinder(report)) {
      const known: readonly string[] = subject.kind === 'inquiry' ? inquiryReasons : accountReasons
      expect(reason === null || known.includes(reason)).toBe(true)
    }
  })
})

test('every rule names the law, the field of the format or the policy it is based on', () => {
  const unsourced = rules.filter(
    ({ source }) => !/\b\d+ (?:USC|CFR) \d|\bMetro 2\b|^Voluntary policy\b/.test(source),
  )
  expect(unsourced.map(({ id }) => id)).toEqual([])
})

/** Two years of every sandbox person, every fourth month. */
const months = Array.from({ length: 6 }, (_, index) => addMonths('2026-07', index * 4))

/** Questions about things that are true for these people, which the file alone cannot show. */
const asksWithReason: readonly (readonly [persona: string, rule: string, reason: string])[] = [
  ['*', 'I-04', 'they did apply at a company that they have an account with, for a loan or a higher limit'],
  ['thick-file', 'I-02', 'an application at a car dealer was given up'],
  ['maya-brooks', 'I-02', 'applications at a dealer and a mortgage lender were given up'],
  ['daniel-ortiz', 'P-04', 'he lived there, and only one bureau heard of it'],
]

const isAllowed = (persona: string, { rule, verdict }: Finding): boolean =>
  verdict === 'ask' &&
  asksWithReason.some(([who, asked]) => asked === rule && (who === '*' || who === persona))

const metByPersona = personas.map(persona => ({ persona, met: metIn(persona, months, 2) }))

describe.each(metByPersona)('$persona.title', ({ persona, met }) => {
  test('has every planted error found by its own check', () => {
    expect(met.flatMap(({ month, missed }) => missed.map(({ id }) => `${month} ${id}`))).toEqual([])
  })

  test('has no findings other than planted errors and questions with a listed reason', () => {
    const invented = met.flatMap(({ unexplained }) => unexplained).filter(one => !isAllowed(persona.id, one))
    expect(invented.map(({ rule, explanation }) => `${rule} ${explanation}`)).toEqual([])
  })
})

test('every listed reason is needed', () => {
  const unexplained = metByPersona.flatMap(({ persona, met }) =>
    met.flatMap(month => month.unexplained.map(({ rule }) => `${persona.id} ${rule}`)),
  )
  for (const [persona, rule] of asksWithReason) {
    expect(unexplained.some(one => one.endsWith(rule) && (persona === '*' || one.startsWith(persona)))).toBe(
      true,
    )
  }
})

const claims = (given: Partial<Report>, before: Account[] = []): string[] =>
  runAllRules(reportOf(given), {
    earlierReports: before.length === 0 ? [] : [reportOf({ reportDate: '2026-10-14', accounts: before })],
    ownDetails: null,
  })
    .filter(({ verdict }) => verdict !== 'ask')
    .map(({ rule, explanation }) => `${rule} ${explanation}`)

test.each(trueAndOdd)('nothing is called wrong in %s', (_, given) => {
  expect(claims(given)).toEqual([])
})

test('nothing is called wrong when a loan moves to a new servicer between two reports', () => {
  const was = loanOf({ dateOpened: '2022-01-10' })
  const is = loanOf({ dateOpened: '2026-09-01', ...remark('Acquired from another lender') })
  expect(claims({ accounts: [is] }, [was])).toEqual([])
})
