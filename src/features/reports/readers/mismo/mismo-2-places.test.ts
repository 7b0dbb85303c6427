import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inLab, times } from '#test/support/chance.ts'
import { parseBureau } from '../codes.ts'
import { readReport } from '../detect.ts'

/** Even for an invalid document, no row may be assigned to the wrong bureau. */

const person = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8')

/** Rows of the documents with their bureaus, or those of their linked file. */
const documents = [
  {
    text: fixture('three-bureaus.mismo-2.xml'),
    places: {
      L01: 'T',
      L02: 'X',
      L03: 'E',
      L04: 'X',
      L05: 'TE',
      L06: 'T',
      L07: 'E',
      L08: 'T',
      L09: 'X',
      L10: '',
    },
  },
  { text: fixture('blend.mismo-2.xml'), places: { M1: 'EX', M2: 'X', M3: 'ET', M4: 'T' } },
  {
    text: fixture('stack.array.json'),
    places: {
      TRADE001: 'EXT',
      TRADE002: 'E',
      TRADE003: 'T',
      TRADE004: 'T',
      TRADE005: 'X',
      TRADE006: 'E',
      TRADE007: 'T',
    },
  },
]
const letters = { TransUnion: 'T', Experian: 'X', Equifax: 'E' } as const

describe('a value replaced by anything', () => {
  const anything = fc.oneof(
    fc.string({ maxLength: 20 }).filter(text => parseBureau(text) === null),
    fc.constantFrom(
      '',
      'MergedData',
      'Other',
      'B9',
      'F-KC',
      '0',
      'Y',
      'true',
      'ListAndStack',
      'Blend',
      'null',
    ),
  )

  test('moves no row to another bureau and reveals no SSN', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 }), fc.nat(), anything, (index, seed, value) => {
        const { text, places } = documents[index] ?? { text: '', places: {} }
        const spots = [...text.matchAll(/(?<=[=:] ?")[^"\n]+(?=")/g)]
        const spot = spots[seed % spots.length]
        const at = spot?.index ?? 0
        const safe = text.startsWith('<')
          ? value.replaceAll(/[<&"]/g, '')
          : JSON.stringify(value).slice(1, -1)
        const reading = readReport(
          text.slice(0, at) + safe + text.slice(at + (spot?.[0].length ?? 0)),
          person,
        )
        if (reading.kind !== 'report') return
        const allowed = new Map<string, string>(Object.entries(places))
        for (const row of reading.report.accounts) {
          expect(allowed.get(row.sourceRowId ?? '') ?? 'TXE').toContain(letters[row.bureau])
        }
        expect(JSON.stringify(reading.report)).not.toMatch(/666-?10-?204[12]/)
      }),
      { numRuns: times(40) },
    )
  })
})

describe('many parts', () => {
  /** The factor of the inputs and of their limit. */
  const scale = inLab ? 2 : 1
  const response = (inner: string) =>
    `<CREDIT_RESPONSE MISMOVersionID="2.4" CreditReportMergeType="ListAndStack">${inner}</CREDIT_RESPONSE>`
  const file =
    '<CREDIT_FILE CreditFileID="F" BorrowerID="B" CreditRepositorySourceType="Equifax" _ResultStatusType="FileReturned"/>'
  const borrower = '<BORROWER BorrowerID="B" _FirstName="ADA"/>'
  const statement =
    '<CREDIT_COMMENT _SourceType="Equifax" _Type="ConsumerStatement"><_Text>NO</_Text></CREDIT_COMMENT>'
  const row =
    '<CREDIT_LIABILITY BorrowerID="B" CreditFileID="F" ArrayAccountIdentifier="A" _AccountIdentifier="44001234" _AccountOpenedDate="2020-01-02"><CREDIT_REPOSITORY _SourceType="Equifax"/></CREDIT_LIABILITY>'
  test.each<[string, string]>([
    ['rows', row.repeat(3_500 * scale)],
    ['files', file.repeat(6_000 * scale) + row],
    ['people', borrower.repeat(6_000 * scale) + row.repeat(100)],
    ['statements', file + statement.repeat(6_000 * scale) + row],
    [
      'bureaus of a row',
      row.replace(
        '<CREDIT_REP',
        '<CREDIT_REPOSITORY _SourceType="Experian"/>'.repeat(6_000 * scale) + '<CREDIT_REP',
      ),
    ],
    [
      'files of a row',
      row.replace('CreditFileID="F"', `CreditFileID="${'F '.repeat(100_000 * scale)}"`).repeat(3),
    ],
  ])('%s are read in time', (_, inner) => {
    const began = process.threadCpuUsage()
    expect(['report', 'unreadable', 'noReport']).toContain(readReport(response(inner), person).kind)
    expect(process.threadCpuUsage(began).user / 1e6).toBeLessThan(1.5 * scale)
  })
})
