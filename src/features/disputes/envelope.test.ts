import { describe, expect, it } from 'vitest'
import { type EnvelopeProblem, parseEnvelopeAddress } from '#features/mailing/envelope-address.ts'
import { envelopeProblemMessage } from './envelope.ts'

const street = '418 Alder Street'
const place = 'Tacoma, WA 98401'

describe('the address on an envelope', () => {
  it.each<[string[], EnvelopeProblem]>([
    [['', street, place], { part: 'name', why: 'missing' }],
    [[`Maya ${'B'.repeat(40)}`, street, place], { part: 'name', why: 'too_long' }],
    [['Maya Brooks', '', place], { part: 'street', why: 'missing' }],
    [['Maya Brooks', 'x'.repeat(51), place], { part: 'street', why: 'too_long' }],
    [['Maya Brooks', 'x'.repeat(30), 'y'.repeat(21), place], { part: 'street', why: 'too_long' }],
    [['Maya Brooks', street, 'Tacoma'], { part: 'place', why: 'missing' }],
    [['Maya Brooks', street], { part: 'place', why: 'missing' }],
  ])('of %j lacks %j', (lines, problem) => {
    expect(parseEnvelopeAddress(lines)).toEqual(problem)
  })

  it.each([
    ['Maya Brooks', 'Maya Brooks'],
    [`Maya Lynn Quetzal ${'B'.repeat(30)}`, `Maya Lynn ${'B'.repeat(30)}`],
    // The longest that can register: forty letters, and the space between.
    [`${'M'.repeat(20)} ${'B'.repeat(20)}`, `M ${'B'.repeat(20)}`],
    [`M ${'B'.repeat(38)}`, `M ${'B'.repeat(38)}`],
  ])('shows %s as %s', (name, fitting) => {
    expect(parseEnvelopeAddress([name, street, place])).toMatchObject({
      name: fitting,
      line1: street,
      city: 'Tacoma',
    })
  })
})

it('a refused address names the part, its owner, and what to do', () => {
  expect(envelopeProblemMessage({ part: 'street', why: 'too_long' }, null)).toBe(
    'Your street address on this letter has more than the 50 characters that can be printed on an envelope. Correct your address in Profile and make the letter again, or download the PDF and mail it yourself.',
  )
  expect(envelopeProblemMessage({ part: 'name', why: 'too_long' }, null)).toBe(
    'Your name on this letter has more than the 40 characters that can be printed on an envelope. Contact support to have it shortened, or download the PDF and mail it yourself.',
  )
  expect(envelopeProblemMessage({ part: 'place', why: 'missing' }, 'Experian')).toBe(
    'The city, state and ZIP code of Experian on this letter are not complete. Make the letter again. If that does not help, contact support.',
  )
})
