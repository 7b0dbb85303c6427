import { describe, expect, test } from 'vitest'
import { personas } from '#sandbox/bureau/personas.ts'
import { metIn } from '#test/support/reports/planted-found.ts'
import { addMonths } from '#values/dates.ts'
import type { Finding } from './finding.ts'

/** Two years of every person of the sandbox, every fourth month. */
const months = Array.from({ length: 6 }, (_, index) => addMonths('2026-07', index * 4))

/** Questions about what is true of these people: the file alone cannot tell, and the finder only asks. */
const asksWithReason: readonly (readonly [persona: string, rule: string, reason: string])[] = [
  ['*', 'I-04', 'they did apply at a company that they have an account with, for a loan or a higher limit'],
  ['thick-file', 'I-02', 'an application at a car dealer was given up'],
  ['maya-brooks', 'I-02', 'applications at a dealer and a mortgage lender were given up'],
  ['daniel-ortiz', 'P-04', 'he lived there, and only one bureau heard of it'],
]

const isAllowed = (persona: string, { rule, verdict }: Finding): boolean =>
  verdict === 'ask' &&
  asksWithReason.some(([who, asked]) => asked === rule && (who === '*' || who === persona))

describe.each(personas)('$title', persona => {
  const met = months.map(month => ({ month, ...metIn(persona, month) }))

  test('has every planted error found by its own check', () => {
    expect(met.flatMap(({ month, missed }) => missed.map(({ id }) => `${month} ${id}`))).toEqual([])
  })

  test('has nothing found that is not planted, but for questions with a reason', () => {
    const invented = met.flatMap(({ unexplained }) => unexplained).filter(one => !isAllowed(persona.id, one))
    expect(invented.map(({ rule, explanation }) => `${rule} ${explanation}`)).toEqual([])
  })
})

test('every reason of the list is needed', () => {
  const unexplained = personas.flatMap(persona =>
    months.flatMap(month => metIn(persona, month).unexplained.map(({ rule }) => `${persona.id} ${rule}`)),
  )
  for (const [persona, rule] of asksWithReason) {
    expect(unexplained.some(one => one.endsWith(rule) && (persona === '*' || one.startsWith(persona)))).toBe(
      true,
    )
  }
})
