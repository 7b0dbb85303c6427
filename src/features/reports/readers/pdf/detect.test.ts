import { expect, test } from 'vitest'
import { knownOwner } from '#test/support/reports/known-report.ts'
import { line, toPagesText } from '#test/support/reports/printed/page-rows.ts'
import { readPages, removeSsns } from './detect.ts'

const printed = (...texts: string[]) =>
  toPagesText(
    texts.map(text => line(text)),
    { title: 'Report', address: 'https://example.com', headerFooter: false },
  )

const wordsAfter = (...texts: string[]) =>
  removeSsns(printed(...texts))
    .pages.words.map(({ text }) => text)
    .join(' ')

test('an SSN with dashes is removed wherever its digits occur', () => {
  expect(wordsAfter('SSN 666-10-2041', 'Account 666102041', 'Box 66610204199')).toBe(
    'SSN XXXXX2041 Account XXXXX2041 Box XXXXX204199',
  )
})

test('nine digits are an SSN if their row labels them as one', () => {
  expect(wordsAfter('Social Security Number: 666102041', 'Account 666102041')).toBe(
    'Social Security Number: XXXXX2041 Account XXXXX2041',
  )
  expect(wordsAfter('Account 666102041')).toBe('Account 666102041')
})

const page = { title: 'Credit report', address: 'https://example.com/' }
const filler = Array.from({ length: 40 }, () => 'Words of a page that say nothing about anybody.')

const messageOf = (lines: readonly string[], address = page.address): string => {
  const reading = readPages(
    toPagesText(
      [...lines, ...filler].map(text => line(text)),
      { ...page, address },
    ),
    knownOwner,
  )
  return reading.kind === 'unreadable' ? reading.message : reading.kind
}

test.each([
  [
    "an older layout of Experian's report",
    ['Potentially negative items', 'Accounts in good standing', 'Record of requests for your credit history'],
  ],
  ["the report of Experian's member site", ['Experian', 'Account name OAK BANK', 'Date opened 05/2020']],
  [
    "Equifax's report of three bureaus",
    ['1. Report Summary', 'Equifax Experian TransUnion', '11. Dispute File Information'],
  ],
])('%s is refused by name, with what to do instead', (name, lines) => {
  expect(messageOf(lines)).toContain(name)
  expect(messageOf(lines)).toContain('annualcreditreport.com, saved as PDF')
  expect(messageOf(lines.slice(1))).toContain("We don't know the layout of this PDF.")
})

test('a print of Credit Karma is refused by name', () => {
  expect(messageOf([], 'https://www.creditkarma.com/credit-health')).toContain('a print of Credit Karma')
  expect(messageOf(['We are better than Credit Karma'])).not.toContain('a print of Credit Karma')
})
