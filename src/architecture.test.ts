import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesUnder, type Import, importsOf, productOf } from '../scripts/imports.ts'

/** Which feature may lean on which, in every room. */
const arrows: Record<string, readonly string[]> = {
  identity: [],
  sandbox: ['mailing'],
  staff: ['identity'],
  mailing: [],
  reports: ['identity'],
  findings: ['reports'],
  documents: ['identity'],
  law: [],
  account: ['identity', 'staff', 'law'],
  credit: ['reports', 'findings', 'identity'],
  alerts: ['reports', 'findings', 'credit', 'identity'],
  disputes: ['reports', 'findings', 'documents', 'mailing', 'identity'],
  tradelines: ['credit', 'reports', 'identity', 'staff'],
  voice: ['credit', 'reports', 'disputes', 'identity'],
}

/** The rooms, each known by the first pattern its path fits, and the rooms each may import from. */
const rooms: readonly { room: string; files: RegExp; mayImport: readonly string[] }[] = [
  { room: 'value', files: /^values\//, mayImport: ['value'] },
  { room: 'endpoint', files: /^api\/(endpoint|errors|acts)\.ts$/, mayImport: ['value', 'endpoint'] },
  { room: 'api', files: /^api\//, mayImport: ['value', 'endpoint', 'api', 'contract'] },
  {
    room: 'feature server',
    files: /^features\/[^/]+\/server\//,
    mayImport: ['value', 'endpoint', 'contract', 'heart', 'feature server', 'server', 'port'],
  },
  {
    room: 'feature web',
    files: /^features\/[^/]+\/web\//,
    mayImport: ['value', 'endpoint', 'contract', 'heart', 'feature web', 'web'],
  },
  {
    room: 'contract',
    files: /^features\/[^/]+\/([a-z-]+-)?contract\.ts$/,
    mayImport: ['value', 'endpoint', 'contract', 'heart'],
  },
  { room: 'heart', files: /^features\//, mayImport: ['value', 'endpoint', 'contract', 'heart'] },
  { room: 'port', files: /^providers\/([^/]+|[^/]+\/port)\.ts$/, mayImport: ['value', 'heart', 'port'] },
  { room: 'adapter', files: /^providers\//, mayImport: ['value', 'heart', 'port', 'adapter'] },
  {
    room: 'whole server',
    files:
      /^server\/(app|features|holdings|main|parts|process|providers|restored-copy|seed|commands\/(invite-manager|mail-operator|support|rotate-keys|key-rotation|root-sealed))\.ts$/,
    mayImport: [
      'value',
      'endpoint',
      'api',
      'contract',
      'heart',
      'feature server',
      'port',
      'adapter',
      'server',
      'whole server',
    ],
  },
  {
    room: 'server',
    files: /^server\//,
    mayImport: ['value', 'endpoint', 'api', 'contract', 'heart', 'port', 'server'],
  },
  {
    room: 'whole page',
    files: /^web\/(main|Root|Shell|routes)\.tsx$/,
    mayImport: ['value', 'endpoint', 'api', 'contract', 'heart', 'feature web', 'web', 'whole page'],
  },
  { room: 'web', files: /^web\//, mayImport: ['value', 'endpoint', 'api', 'contract', 'heart', 'web'] },
]

/** The libraries that pure code may use, and where. */
const pureLibraries: readonly { library: string; files: RegExp }[] = [
  { library: 'zod', files: /^api\/endpoint\.ts$|\/([a-z-]+-)?contract\.ts$/ },
  { library: 'saxes', files: /^features\/reports\/readers\// },
]
const pureRooms = ['value', 'endpoint', 'contract', 'heart']

/** What a pure file asks nobody for: the time and chance are arguments. */
const impure = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\./

const forbiddenNames = /^(utils?|helpers?|common|misc|shared|libs?|core|services?|types|index)$/

const source = import.meta.dirname
const files = filesUnder(source)
const product = productOf(files)
const textOf = (file: string) => readFileSync(path.join(source, file), 'utf8')
const roomOf = (file: string) => rooms.find(room => room.files.test(file))
const featureOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1]

const imports = product.flatMap(file => importsOf(source, file))
const within = imports.filter(({ library, to }) => !library && /\.tsx?$/.test(to))
const shown = ({ from, to }: Import) => `${from} imports ${to}`

const openRooms =
  /\/server\/(store|tables|(end-)?sessions|hand-over|consents|known-browsers|challenges|code-check|email-codes|leaving|phone-guards|phone-numbers|refresh|packed-report)\.ts$/

/**
 * An arrow allows another feature's heart everywhere, its store and tables in a server room, its web in a web room.
 * Sessions, codes and consents are identity's, whoever signs in or asks.
 */
const followsArrow = ({ from, to }: Import) => {
  const [own, other] = [featureOf(from), featureOf(to)]
  if (own === undefined || other === undefined || own === other) return true
  if (!arrows[own]?.includes(other)) return false
  return roomOf(to)?.room !== 'feature server' || openRooms.test(to)
}

/** Every file that the page evaluates: value imports only, from the web rooms on. */
const evaluatedByPage = () => {
  const reached = new Set(product.filter(file => /(^|\/)web\//.test(file)))
  for (const file of reached) {
    for (const { from, to, typeOnly } of within) if (from === file && !typeOnly) reached.add(to)
  }
  return reached
}

describe('the rooms of the house', () => {
  test('every file stands in a room and every feature in the list of arrows', () => {
    expect(product.filter(file => !roomOf(file) && file !== 'architecture.test.ts')).toEqual([])
    expect(
      [...new Set(product.flatMap(file => featureOf(file) ?? []))].filter(name => !(name in arrows)),
    ).toEqual([])
  })

  test('imports stay within what each room may see', () => {
    const astray = within.filter(({ from, to }) => !roomOf(from)?.mayImport.includes(roomOf(to)?.room ?? ''))
    expect(astray.map(shown)).toEqual([])
  })

  test('features lean on each other only along the arrows', () => {
    expect(within.filter(each => !followsArrow(each)).map(shown)).toEqual([])
  })

  test('the arrows run in no circle', () => {
    const reaches = (from: string, to: string): boolean =>
      (arrows[from] ?? []).some(next => next === to || reaches(next, to))
    expect(Object.keys(arrows).filter(name => reaches(name, name))).toEqual([])
  })
})

describe('pure files', () => {
  const pure = product.filter(file => pureRooms.includes(roomOf(file)?.room ?? ''))

  test('use only the libraries allowed to them', () => {
    const astray = imports.filter(
      ({ from, to, library }) =>
        library &&
        pure.includes(from) &&
        !pureLibraries.some(each => each.library === to && each.files.test(from)),
    )
    expect(astray.map(shown)).toEqual([])
  })

  test('are told the time and never roll dice', () => {
    expect(pure.filter(file => impure.test(textOf(file)))).toEqual([])
  })
})

test('the page evaluates no zod', () => {
  const reached = evaluatedByPage()
  const astray = imports.filter(({ from, to, typeOnly }) => reached.has(from) && !typeOnly && to === 'zod')
  expect(astray.map(shown)).toEqual([])
})

test('the packages of OpenTelemetry are loaded by a server that has a collector, and by no other', () => {
  const exporter = 'server/telemetry/exporter.ts'
  const users = imports.filter(({ to, typeOnly }) => to.startsWith('@opentelemetry/') && !typeOnly)
  const points = 'server/telemetry/metric-points.ts'
  expect([...new Set(users.map(({ from }) => from))].toSorted()).toEqual([exporter, points])
  expect(within.filter(({ to }) => to === points).map(({ from }) => from)).toEqual([exporter])
  const takers = within.filter(({ to, typeOnly }) => to === exporter && !typeOnly)
  expect(takers).toEqual([expect.objectContaining({ from: 'server/app.ts', later: true })])
})

describe('files', () => {
  test('hold at most 300 lines', () => {
    expect(
      files.filter(file => !file.includes('/fixtures/') && textOf(file).split('\n').length > 301),
    ).toEqual([])
  })

  test('and folders are named for what they hold', () => {
    const segments = (file: string) => file.split('/').map(part => part.replace(/\..*$/, ''))
    expect(files.filter(file => segments(file).some(part => forbiddenNames.test(part)))).toEqual([])
  })

  test('are in kebab-case, a component in PascalCase', () => {
    const fits = (file: string) =>
      file.endsWith('.tsx')
        ? /^([A-Z][A-Za-z0-9]*|main|routes)(\.test)?\.tsx$/.test(path.posix.basename(file))
        : /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|suite|d))?\.ts$/.test(path.posix.basename(file))
    expect(files.filter(file => !fits(file))).toEqual([])
  })
})

const measured = [
  ['drills', /^(server|testing)\/|^\.\.\/scripts\/|^[^/]+\.ts$/],
  ['load', /^(features|server|testing)\/|^\.\.\/(bench|drills)\/|^[^/]+\.ts$/],
  ['fuzz', /^(api|features|providers|server|testing|values)\/|^\.\.\/drills\/|^[^/]+\.ts$/],
] as const

describe.each(measured)('%s', (room, reachable) => {
  const folder = path.join(source, '..', room)
  const drills = filesUnder(folder)

  test('reach the product by what stands open to them', () => {
    const reached = drills.flatMap(file => importsOf(folder, file)).filter(({ library }) => !library)
    const astray = reached.filter(({ to }) => !reachable.test(to))
    expect(reached.length).toBeGreaterThan(0)
    expect(astray.map(shown)).toEqual([])
  })

  test('are small files in kebab-case', () => {
    const fits = (file: string) =>
      /^([a-z]+\/)?[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/.test(file) &&
      readFileSync(path.join(folder, file), 'utf8').split('\n').length <= 301
    expect(drills.filter(file => !fits(file))).toEqual([])
  })
})
