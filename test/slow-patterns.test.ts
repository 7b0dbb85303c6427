import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { z } from 'zod'

/**
 * No pattern of what ships takes time out of proportion to a text (OWASP ASVS 5.0 section 1.3.12, CWE-1333), as far as
 * scslre sees: what can be repeated in two ways over the same text, and what restarts at each position of a long run. It
 * does not see alternatives that begin alike.
 */

const Pattern = z.object({ pattern: z.string(), flags: z.string() })
type Pattern = z.output<typeof Pattern>

const root = path.join(import.meta.dirname, '../src')

/** Every literal pattern of a file, as the parser finds it. Those made from strings are few and read by eye. */
const patternsIn = (file: string): Pattern[] => {
  const { program, errors } = parseSync(file, readFileSync(path.join(root, file), 'utf8'))
  expect(errors).toEqual([])
  const found: Pattern[] = []
  JSON.stringify(program, (name, node: unknown) => {
    if (name === 'regex') found.push(Pattern.parse(node))
    return typeof node === 'bigint' ? String(node) : node
  })
  return found
}

const slowIn = ({ pattern, flags }: Pattern) =>
  analyse({ source: pattern, flags }).reports.map(({ type }) => type)

test.each([
  ['in itself', '^(?:\\w+\\s?)*$', 'Self'],
  ['beside another', '^(?:\\s+is|\\s)*$', 'Trade'],
  ['from each place', '\\s+$', 'Move'],
])('a pattern that is slow %s is seen', (_where, pattern, type) => {
  expect(slowIn({ pattern, flags: 'u' })).toContain(type)
})

test('no pattern is slow, whatever it reads', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter(
    file => !/\.(?:test|suite)\.|^testing\b/.test(file),
  )
  const patterns = files.flatMap(file => patternsIn(file).map(pattern => ({ file, ...pattern })))
  expect(patterns.length).toBeGreaterThan(400)
  const slow = patterns.flatMap(({ file, ...pattern }) =>
    slowIn(pattern).map(type => `${file}: /${pattern.pattern}/${pattern.flags} (${type})`),
  )
  expect(slow).toEqual([])
})
