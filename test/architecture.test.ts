import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/** Rules that the linter's import rules by folder (.oxlintrc.json) and the TypeScript projects cannot express. */

const source = path.join(import.meta.dirname, '../src')
const files = globSync('**/*.{ts,tsx}', { cwd: source }).map(file => file.replaceAll(path.sep, '/'))
const product = files.filter(file => !/\.(test|suite|d)\.tsx?$/.test(file) && !file.includes('/fixtures/'))
const textOf = (file: string) => readFileSync(path.join(source, file), 'utf8')

type Import = { from: string; to: string; typeOnly: boolean; lazy: boolean }

const importsOf = (from: string): Import[] =>
  [
    ...textOf(from).matchAll(
      /(?:^|\n)(?:import|export)\s+(type\s)?(?:[\w$\s{},*]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/g,
    ),
  ].map(([, type, written = '', dynamic]) => {
    const name = dynamic ?? written
    const to = name.startsWith('#')
      ? name.slice(1)
      : name.startsWith('.')
        ? path.posix.join(path.posix.dirname(from), name)
        : name
    return { from, to, typeOnly: type !== undefined, lazy: dynamic !== undefined }
  })

const imports = product.flatMap(importsOf)

describe('zod, which is slow to load, is not run', () => {
  test.each([
    ['on the page: the server checks shapes', (file: string) => /(^|\/)web\//.test(file), false],
    // Each document gets a new thread.
    [
      'in the thread that reads a document',
      (file: string) => file === 'features/reports/server/read-document.ts',
      true,
    ],
  ])('%s', (_, isStart, mayLoadLater) => {
    const reached = new Set(product.filter(isStart))
    const run = imports.filter(({ typeOnly, lazy }) => !typeOnly && !(lazy && mayLoadLater))
    for (const file of reached) {
      for (const { from, to } of run) if (from === file && product.includes(to)) reached.add(to)
    }
    expect(reached.size).toBeGreaterThan(100)
    expect(run.filter(({ from, to }) => reached.has(from) && to === 'zod')).toEqual([])
  })
})

test('code that only worker threads run is not loaded by the server: it imports only the types of their results', () => {
  const computed = (file: string) => file.endsWith('/server/computed.ts')
  const loaded = imports.filter(({ to, typeOnly }) => computed(to) && !typeOnly)
  expect(imports.filter(({ to }) => computed(to)).length).toBeGreaterThan(10)
  expect(loaded).toEqual([])
})

describe('pure files', () => {
  const pure = product.filter(file => /^(values|api|features)\//.test(file) && !/\/(server|web)\//.test(file))

  test('receive the time and randomness as arguments', () => {
    const impure = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\./
    expect(pure.length).toBeGreaterThan(100)
    expect(pure.filter(file => impure.test(textOf(file)))).toEqual([])
  })
})

test('a whole report is decrypted only in worker threads', () => {
  const isThread = (file: string) => /(^|[/-])(computed|thread)\.ts$/.test(file)
  const opening = product.filter(file => /\b(unpackReport|openReportView)\b/.test(textOf(file)))
  expect(opening.length).toBeGreaterThan(8)
  expect(opening.filter(file => !isThread(file) && !/\/packed-report(-view)?\.ts$/.test(file))).toEqual([])
  // From a thread's module the server imports only its types and the checks of its results.
  const taken = product.flatMap(file =>
    [...textOf(file).matchAll(/\nimport \{([^}]*)\} from '[^']*(?:computed|-thread)\.ts'/g)]
      .flatMap(([, names = '']) => names.split(',').map(name => name.trim()))
      .filter(name => name !== '' && !/^(type |is[A-Z])/.test(name))
      .map(name => `${file} ${name}`),
  )
  expect(taken).toEqual([])
})

test('file and folder names describe their content', () => {
  const forbidden = /^(utils?|helpers?|common|misc|shared|libs?|core|services?|types|index)$/
  const segments = (file: string) => file.split('/').map(part => part.replace(/\..*$/, ''))
  expect(files.filter(file => segments(file).some(part => forbidden.test(part)))).toEqual([])
})
