import { describe, expect, it } from 'vitest'
import { FieldText } from './contract.ts'

const takes = (text: string) => FieldText(40).safeParse(text).success

describe('a line of text', () => {
  it.each([
    'Maya',
    "Anne-Marie O'Neil",
    'Zoë Müller-Łukasz',
    '12 Oak St., Apt #4',
    '李小龍',
    'نورة حداد',
    '  Maya  ',
  ])('may be %s', text => {
    expect(takes(text)).toBe(true)
  })

  it.each([
    ['a line end', 'Maya\nPay here'],
    ['a carriage return', 'Maya\rBcc: all@mail.example'],
    ['a tab', 'Maya\tBrooks'],
    ['the end of a C string', 'Maya\u0000'],
    ['a line separator', 'Maya\u2028Pay here'],
    ['a sign that turns text around', 'Maya \u202Ekoorb'],
    ['half a character', 'Maya \ud83d'],
    ['nothing but space', '   '],
  ])('may not have %s', (_name, text) => {
    expect(takes(text)).toBe(false)
  })
})
