import { describe, expect, test } from 'vitest'
import { times } from '#test/support/chance.ts'
import { knownReport } from '#test/support/reports/known-report.ts'
import {
  experianAddress,
  experianPage,
  experianTitle,
  plainQuirks,
} from '#test/support/reports/printed/experian-page.ts'
import { toHtml, toPagesText } from '#test/support/reports/printed/page-rows.ts'
import { transUnionPage, transUnionRows } from '#test/support/reports/printed/transunion.ts'
import type { Report } from '../canonical.ts'
import { shapeOfPage, shapeOfPdf } from './shape-of-file.ts'
import { shapeOfText } from './shape-of-text.ts'

describe('the shape of a text', () => {
  test.each([
    ['03/14/2019', '99/99/9999'],
    ['$1,402', '$9,999'],
    ['349993331594****', '9999+****'],
    ['MIDLAND CREDIT', 'AAA AAA'],
    ["O'Hare-Lake #2", "A'Aaaa-Aaaa #9"],
    ['September 2026', 'Month 9999'],
    ['Sep 1, 2026', 'Mon 9, 9999'],
    ['>Charge-off<', '>Aaaa-aaa<'],
    ['\u{e972} \u2713', '<U+E972> <U+2713>'],
    ['https://example.org/people/ada?id=7', 'https://aaa'],
    ['one two three four five six seven eight nine ten', 'aaa aaa aaa aaa aaa aaa aaa aaa ...'],
  ])('%s is %s', (text, shape) => {
    expect(shapeOfText(text)).toBe(shape)
  })
})

/** The words and numbers of every text of a report. */
const wordsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : []
}

/** Labels are in brackets. */
const withoutLabels = (text: string): string => text.replaceAll(/\[[^\]]*\]/g, '')

/** What may be next to a label: distances, character classes and punctuation. */
const classes = /^(?:@-?\d+|https:\/\/aaa|(?:[9Aa]|Month|Mon|<U\+[0-9A-F]{4,6}>|[!-/:-@[-`{-~])*)$/

/** Text that is not a shape, and text that is also in the report. */
const leaksOf = (texts: readonly string[], report: Report): string[] => {
  const tokens = [...new Set(texts.flatMap(text => withoutLabels(text).split(' ')))]
  const { accounts, inquiries, publicRecords, personal, subject } = report
  const values = new Set(wordsIn([accounts, inquiries, publicRecords, personal, subject]))
  const shown = tokens.flatMap(token => wordsIn(token.replaceAll(/@-?\d+|<U\+\w+>|Month|Mon/g, ' ')))
  return [
    ...tokens.filter(token => !classes.test(token)),
    ...shown.filter(word => values.has(word) && !/^[9a]*$/.test(word)),
  ]
}

describe('no value of a report is in its shape', () => {
  const reports = Array.from({ length: times(15) }, (_, index) => knownReport(index + 1))

  test('of a PDF', () => {
    for (const report of reports) {
      const prints = [
        toPagesText(transUnionRows(report), transUnionPage),
        toPagesText(experianPage(report, plainQuirks), { address: experianAddress, title: experianTitle }),
      ]
      for (const print of prints) {
        const shape = shapeOfPdf(print)
        const from = shape.findIndex(line => line.startsWith('Rows')) + 1
        const rows = shape.slice(from, shape.indexOf('', from))
        expect(rows.length).toBeGreaterThan(5)
        expect(
          leaksOf(
            rows.map(row => row.replace(/^ *\d+x s[\d.]+ /, '')),
            report,
          ),
        ).toEqual([])
      }
    }
  })

  test('of a web page', () => {
    for (const report of reports) {
      const shape = shapeOfPage(`<!DOCTYPE html><html><body>${toHtml(transUnionRows(report))}</body></html>`)
      expect(
        leaksOf(
          shape.slice(2).map(line => line.replace(/^ *\d+x html > body > div|^ *\d+x body > div > div /, '')),
          report,
        ),
      ).toEqual([])
    }
  })
})

test('the labels of a layout are in its shape', () => {
  const shape = shapeOfPdf(toPagesText(transUnionRows(knownReport(3)), transUnionPage))
  for (const label of ['Account Information', 'Pay Status', 'Date Opened', 'Rating', 'Satisfactory Accounts'])
    expect(shape.some(line => line.includes(`[${label}]`))).toBe(true)
  expect(shape.some(line => /@\d+ \[Date Opened\]\s+@\d+ 99\/99\/9999$/.test(line))).toBe(true)
})
