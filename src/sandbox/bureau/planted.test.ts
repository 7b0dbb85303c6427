import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plantedErrors } from './error.ts'
import { personaSsnDigits, personas } from './personas.ts'

const page = readFileSync('docs/guides/sandbox-people.md', 'utf8')

test('the page of sandbox people lists every persona and how it is selected', () => {
  for (const persona of personas) {
    const digits = personaSsnDigits(persona)
    const chosen = digits.length === 0 ? 'demo' : digits.join(', ')
    expect(page).toContain(`| ${chosen} | **${persona.title}** | ${persona.story} |`)
  }
})

test('every planted error has a unique name', () => {
  const names = plantedErrors.map(({ persona, id }) => `${persona} ${id}`)
  expect(new Set(names).size).toBe(names.length)
})
