import fc from 'fast-check'
import { anyText } from '#test/support/any-text.ts'
import type { Scenario } from '../scenario.ts'
import { type TextReader, textReaders } from './text-readers.ts'
import { amount, tryAll } from './trial.ts'

/** Characters that nobody types on purpose. */
const odd = [
  '\0',
  '\ud800',
  '\u202e',
  '\u200b',
  '\u00a0',
  '٣',
  '９',
  '😀',
  'İ',
  'ß',
  '\r\n',
  '\t',
  '&#0;',
  '&#xd800;',
  '<',
  '"',
]

type Edit = { at: number; gone: number; put: string }

const edited = (original: string): fc.Arbitrary<string> => {
  const put = fc.oneof(
    fc.constantFrom(...odd),
    anyText({ maxLength: 3 }),
    fc.constantFrom(...'0123456789 -./,$()+#xAZ'.split('')),
    fc.constant(original),
  )
  const edit: fc.Arbitrary<Edit> = fc.record({ at: fc.nat(original.length), gone: fc.nat(3), put })
  return fc
    .array(edit, { maxLength: 4 })
    .map(edits =>
      edits.reduce(
        (text, { at, gone, put: now }) => text.slice(0, at) + now + text.slice(at + gone),
        original,
      ),
    )
}

/** The same few characters repeated, which is slow for a regular expression that backtracks. */
const long = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...odd),
      fc.string({ maxLength: 4 }),
      fc.constantFrom('123-45-6789', '1,', '0/', 'a. '),
    ),
    fc.integer({ min: 2, max: 4_000 }),
    fc.constantFrom('', 'x', '\0', '!', '-'),
  )
  .map(([unit, times, last]) => (unit.repeat(times).slice(0, 20_000) || ' ') + last)

/** A text for a parser, in three of four cases close to an accepted one. */
const inputsOf = ([reader, { near }]: readonly [string, TextReader]) =>
  fc.record({
    reader: fc.constant(reader),
    text: fc.oneof(
      { weight: 70, arbitrary: fc.constantFrom(...near).chain(edited) },
      { weight: 28, arbitrary: anyText({ maxLength: 40 }) },
      { weight: 2, arbitrary: long },
    ),
  })

/** Single lines as people, suppliers and bureaus write them. */
export const texts: Scenario = {
  what: 'random phone numbers, dates, amounts, addresses, names and questions are read or refused',
  options: { ...amount, only: 'all' },
  run: (given, report) => {
    const only = given.word('only')
    const asked = Object.entries(textReaders).filter(([name]) => only === 'all' || name === only)
    return tryAll(given, report, {
      inputs: fc.oneof(...asked.map(inputsOf)),
      act: ({ reader, text }) => textReaders[reader]?.reads(text) ?? false,
      shown: input => JSON.stringify(input),
      judge: (taken, { reader }) => `${reader}: ${taken ? 'taken' : 'refused'}`,
    })
  },
}
