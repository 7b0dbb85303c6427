import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { z } from 'zod'

/**
 * No shipped pattern takes superlinear time (OWASP ASVS 5.0 section 1.3.12, CWE-1333), as far as scslre detects it:
 * ambiguous repetitions over the same text, and restarts at each position of a long run. It does not detect alternatives
 * with a common prefix.
 */

const Pattern = z.object({ pattern: z.string(), flags: z.string() })
type Pattern = z.output<typeof Pattern>

const root = path.join(import.meta.dirname, '../src')

/** Every literal pattern of a file, found by the parser. The few patterns made from strings are reviewed manually. */
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
])('a pattern that is slow %s is detected', (_where, pattern, type) => {
  expect(slowIn({ pattern, flags: 'u' })).toContain(type)
})

test('no pattern is slow for any input', () => {
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
