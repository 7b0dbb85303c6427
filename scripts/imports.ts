import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Who imports whom under `src`, read from the text of its files. */

/** One import. `to` is a file under `src`, or a library's name. `later`: only when the line runs. */
export type Import = { from: string; to: string; typeOnly: boolean; later: boolean; library: boolean }

/** Every TypeScript file under a folder, as paths with slashes, sorted. */
export const filesUnder = (source: string): string[] =>
  globSync('**/*.{ts,tsx}', { cwd: source })
    .map(file => file.replaceAll(path.sep, '/'))
    .toSorted()

const isTest = (file: string) => /\.(test|suite)\.tsx?$/.test(file) || file.includes('/fixtures/')

/** Of some files those of the product itself: no tests, and nothing that only tests use. */
export const productOf = (files: readonly string[]): string[] =>
  files.filter(file => !isTest(file) && !file.endsWith('.d.ts') && !file.startsWith('testing/'))

/** The imports of one file under `source`. */
export const importsOf = (source: string, from: string): Import[] =>
  [
    ...readFileSync(path.join(source, from), 'utf8').matchAll(
      /(?:^|\n)(?:import|export)\s+(type\s)?(?:[\w$\s{},*]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/g,
    ),
  ].map(([, type, written = '', dynamic]) => {
    const name = dynamic ?? written
    const library = !name.startsWith('#') && !name.startsWith('.')
    const to = name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(from), name)
    return {
      from,
      to: library ? name : to,
      typeOnly: type !== undefined,
      later: dynamic !== undefined,
      library,
    }
  })
