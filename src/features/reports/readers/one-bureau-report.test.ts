import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '#test/support/chance.ts'
import { readReport } from './detect.ts'

const ada = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const fixtures = [
  ['Experian', 'ada.experian.json'],
  ['Equifax', 'ada.equifax.json'],
].map(([bureau = '', name = '']) => ({
  bureau,
  text: readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'),
}))

/** Every value of a JSON text, quoted or not, as its span. */
const valuesIn = (text: string) => [...text.matchAll(/(?<=: ?)("[^"]*"|\d+|null)/g)]

test('a single-bureau file stays with its bureau, regardless of its values', () => {
  const anything = fc.oneof(
    fc.json({ maxDepth: 2 }),
    fc.constantFrom('"TransUnion"', '"EFX"', '"XPN"', '[]', '{}', 'null', '-1', '""', '"666102041"'),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...fixtures),
      fc.array(fc.tuple(fc.nat(), anything), { minLength: 1, maxLength: 4 }),
      ({ bureau, text }, changes) => {
        let changed = text
        for (const [seed, value] of changes) {
          const spots = valuesIn(changed)
          const spot = spots[seed % spots.length]
          if (spot === undefined) continue
          changed = changed.slice(0, spot.index) + value + changed.slice(spot.index + spot[0].length)
        }
        const reading = readReport(changed, ada)
        if (reading.kind !== 'report') return
        const { accounts, inquiries, publicRecords, scores, files, personal } = reading.report
        for (const one of [...accounts, ...inquiries, ...publicRecords, ...scores, ...files, ...personal]) {
          expect(one.bureau).toBe(bureau)
        }
        expect(new Set(accounts.map(row => row.id)).size).toBe(accounts.length)
      },
    ),
    { numRuns: times(40) },
  )
})

test('many files, and one person in many of them, are read in time', () => {
  const profile = {
    consumerIdentity: { name: { firstName: 'ADA', surname: 'QUILL' } },
    inquiry: { date: '1' },
  }
  const profiles = Array.from({ length: 10_000 }, () => profile)
  const reading = readReport(JSON.stringify({ creditProfile: profiles }), ada)
  expect(reading.kind === 'report' && reading.report.inquiries.length).toBe(10_000)
})

test('a row with more narratives than any has is read in time', () => {
  const narrativeCodes = Array.from({ length: 10_000 }, (_, code) => ({ code: String(code) }))
  const report = { hitCode: '1', trades: [{ customerName: 'ROWAN', narrativeCodes }] }
  const tree = { consumers: { equifaxUSConsumerCreditReport: [report] } }
  const reading = readReport(JSON.stringify(tree), ada)
  expect(reading.kind === 'report' && reading.report.accounts).toHaveLength(1)
})
