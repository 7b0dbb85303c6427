import { expect, test } from 'vitest'
import { describeFactors } from './score-factors.ts'

const wordsOf = (model: string | null, code: string | null, text: string | null = null) =>
  describeFactors(model, [{ code, text }]).map(factor => factor.text)

test.each([
  ['VantageScore 3.0', '9', 'The worst payment status on your accounts is delinquent or derogatory'],
  ['VantageScore 3.0', '009', 'The worst payment status on your accounts is delinquent or derogatory'],
  ['FICO Score 8', '039', 'Serious delinquency'],
  ['Equifax Beacon 5.0', '8', 'Too many inquiries in the last 12 months'],
])('a reason of %s, %s, is put in words', (model, code, words) => {
  expect(wordsOf(model, code)).toEqual([words])
})

test.each([
  ['FICO Score 8', '19', null],
  ['Experian model RC', '11', null],
  [null, '11', '11'],
  ['FICO Score 8', null, '039 -'],
])('a reason of %s without words, %s, is left out', (model, code, text) => {
  expect(wordsOf(model, code, text)).toEqual([])
})

test('the sender’s own words take precedence', () => {
  expect(wordsOf('FICO Score 8', '39', 'SERIOUS DELINQUENCY')).toEqual(['SERIOUS DELINQUENCY'])
})
