import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { showMonth } from '#values/dates.ts'
import { type PlantedError, plantedErrors } from './error.ts'
import { personaSsnDigits, personas } from './personas.ts'

const page = readFileSync('docs/guides/sandbox-people.md', 'utf8')

const monthsOf = ({ from, until }: PlantedError): string => {
  if (from === null && until === null) return 'always'
  if (from === null) return `until ${showMonth(until)}`
  return until === null ? `from ${showMonth(from)}` : `${showMonth(from)} to ${showMonth(until)}`
}

test('the page of the people names every persona, and how it is chosen', () => {
  for (const persona of personas) {
    const digits = personaSsnDigits(persona)
    const chosen = digits.length === 0 ? 'demo' : digits.join(', ')
    expect(page).toContain(`| ${chosen} | **${persona.title}** | ${persona.story} |`)
  }
})

test('the page of the people lists every planted error, and no other', () => {
  const rows = plantedErrors.map(error => {
    const persona = personas.find(({ id }) => id === error.persona)
    const { bureaus, account, field, shows, truth, rule } = error
    return `| ${persona?.title} | ${bureaus.join(', ')} | ${account ?? '-'} | ${field} | ${monthsOf(error)} | ${shows} | ${truth} | ${rule} |`
  })
  expect(page.split('\n').filter(line => /\| [A-Z]-\d\d \|$/.test(line))).toEqual(rows)
})

test('a planted error has a name of its own', () => {
  const names = plantedErrors.map(({ persona, id }) => `${persona} ${id}`)
  expect(new Set(names).size).toBe(names.length)
})
