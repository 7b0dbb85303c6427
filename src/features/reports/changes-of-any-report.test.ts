import fc from 'fast-check'
import { expect, it } from 'vitest'
import { times } from '#test/support/chance.ts'
import { anyReport, longNumber, markOf, ssn } from '#test/support/reports/any-report.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import type { Report } from './canonical.ts'
import type { ChangeKind } from './changes/notable.ts'
import { findChanges, summarizeChanges } from './changes.ts'

const anyBureau = fc.constantFrom(...bureaus)

it('between equal reports nothing changed', () => {
  fc.assert(
    fc.property(anyReport, anyBureau, (report, bureau) => {
      expect(summarizeChanges(report, structuredClone(report), bureau)).toEqual([])
    }),
    { numRuns: times(40) },
  )
})

/** The change reported when the two reports are swapped. */
const mirrored: Partial<Record<ChangeKind, ChangeKind>> = {
  accountNew: 'accountGone',
  listedTwice: 'listedOnce',
  collectionNew: 'collectionGone',
  balanceRose: 'balanceFell',
  limitRaised: 'limitLowered',
  cardUseRose: 'cardUseFell',
  inquiryNew: 'inquiryGone',
  recordNew: 'recordGone',
  nameNew: 'nameGone',
  addressNew: 'addressGone',
  employerNew: 'employerGone',
  remarkAdded: 'remarkRemoved',
  alertPlaced: 'alertLifted',
  statementAdded: 'statementRemoved',
  delinquencyMoved: 'delinquencyMoved',
}

const lacksAny = (one: Report, other: Report, bureau: Bureau): boolean => {
  const sectionsOf = (report: Report) => {
    const own = <Row extends { bureau: Bureau }>(rows: readonly Row[]) =>
      rows.filter(row => row.bureau === bureau)
    return [
      own(report.accounts),
      own(report.inquiries).filter(({ kind }) => kind !== 'soft'),
      own(report.publicRecords),
      own(report.accounts).flatMap(({ remarks }) => remarks),
      own(report.personal)
        .slice(0, 1)
        .flatMap(person => [...person.aliases, ...person.previousAddresses, ...person.employers]),
    ]
  }
  const others = sectionsOf(other)
  return sectionsOf(one).some((rows, at) => rows.length > 1 && others[at]?.length === 0)
}

it('swapping the reports swaps additions and removals', () => {
  fc.assert(
    fc.property(anyReport, anyReport, anyBureau, (one, other, bureau) => {
      // Whether a report may lack a section altogether is decided from that report alone.
      fc.pre(!lacksAny(one, other, bureau) && !lacksAny(other, one, bureau))
      const [there, back] = [findChanges(one, other, bureau), findChanges(other, one, bureau)]
      const count = (kind: ChangeKind | undefined, list: typeof there) =>
        list.filter(noticed => noticed.kind === kind).length
      for (const kind of Object.keys(mirrored).filter((name): name is ChangeKind => name in mirrored)) {
        expect([kind, count(kind, there)]).toEqual([kind, count(mirrored[kind], back)])
      }
    }),
    { numRuns: times(40) },
  )
})

it('no other bureau, Social Security number or full account number is mentioned', () => {
  fc.assert(
    fc.property(anyReport, anyReport, anyBureau, (before, now, bureau) => {
      const text = JSON.stringify(summarizeChanges(before, now, bureau))
      for (const other of bureaus.filter(one => one !== bureau)) expect(text).not.toContain(markOf(other))
      expect(text).not.toMatch(new RegExp(`${ssn}|666[- ]34[- ]4417|${longNumber}|5178 4402 1234`))
    }),
    { numRuns: times(40) },
  )
})

it('at most eight changes are reported, each as a sentence', () => {
  fc.assert(
    fc.property(anyReport, anyReport, anyBureau, (before, now, bureau) => {
      const changes = summarizeChanges(before, now, bureau)
      expect(changes.length).toBeLessThanOrEqual(8)
      for (const { title, summary } of changes) {
        expect(title).toMatch(/^[A-Z][^.!]+$/)
        expect(summary).toMatch(/[."]$/)
        expect(summary).not.toMatch(/null|undefined|NaN|!/)
      }
    }),
    { numRuns: times(40) },
  )
})
