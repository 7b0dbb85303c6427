import { expect, test } from 'vitest'
import { line, toPagesText } from '#test/support/reports/printed/page-rows.ts'
import { removeSsns } from './ssn-words.ts'

const printed = (...texts: string[]) =>
  toPagesText(
    texts.map(text => line(text)),
    { title: 'Report', address: 'https://example.com', headerFooter: false },
  )

const wordsAfter = (...texts: string[]) =>
  removeSsns(printed(...texts))
    .words.map(({ text }) => text)
    .join(' ')

test('an SSN with dashes is removed wherever its digits stand', () => {
  expect(wordsAfter('SSN 666-10-2041', 'Account 666102041', 'Box 66610204199')).toBe(
    'SSN XXXXX2041 Account XXXXX2041 Box XXXXX204199',
  )
})

test('nine digits are an SSN where their row says so', () => {
  expect(wordsAfter('Social Security Number: 666102041', 'Account 666102041')).toBe(
    'Social Security Number: XXXXX2041 Account XXXXX2041',
  )
  expect(wordsAfter('Account 666102041')).toBe('Account 666102041')
})
