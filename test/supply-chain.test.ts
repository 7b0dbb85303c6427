import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sbomOf } from '../scripts/sbom.ts'
import { lockedPackages, shippedOf } from '../scripts/shipped.ts'

/** What is taken from others: which release, from where, under which licence, and that nothing of it runs at install. */

const root = path.join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const locked = lockedPackages(root)
const shipped = shippedOf(locked)
const idOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`

test('every direct dependency is one release and no other', () => {
  const Named = z.record(z.string(), z.string())
  const manifest = z
    .object({ dependencies: Named, devDependencies: Named, optionalDependencies: Named })
    .parse(JSON.parse(textOf('package.json')))
  const versions = Object.values(manifest).flatMap(each => Object.entries(each))
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

describe('the lockfile', () => {
  test('has a SHA-512 of every package', () => {
    expect(locked.length).toBeGreaterThan(100)
    expect(locked.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([])
  })

  test('names no place that a package comes from: npm asks the registry that it is set to', () => {
    expect(locked.filter(({ resolved, link }) => resolved !== undefined || link === true)).toEqual([])
    expect(locked.filter(({ version }) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([])
    expect(textOf('.npmrc')).toContain('omit-lockfile-registry-resolved=true\n')
  })
})

test('no package runs anything at install, and those that would are tools that do without', () => {
  expect(textOf('.npmrc')).toContain('ignore-scripts=true\n')
  expect([...new Set(locked.filter(one => one.hasInstallScript).map(({ name }) => name))]).toEqual([
    'esbuild',
  ])
  expect(shipped.filter(one => one.hasInstallScript)).toEqual([])
})

describe('what ships', () => {
  /** Licences that let a product be run and given on when their texts are kept, as THIRD_PARTY_NOTICES.md does. */
  const allowed = [
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
    'OFL-1.1',
    'Unlicense',
  ]
  /**
   * What is under another: libvips and libheif, libraries of their own that anybody may put another in the place of, and
   * files that are used unchanged, to which alone their license applies.
   */
  const apart: Record<string, RegExp> = {
    'LGPL-3.0-or-later': /^@img\/sharp-/,
    'LGPL-3.0': /^libheif-js$/,
    'MPL-2.0': /^web-push$/,
  }
  /** Whose manifest names no licence, with the one that its own file gives. */
  const silent: Record<string, string> = { 'png-js': 'MIT' }

  test('is under licences that were looked at', () => {
    const astray = shipped.flatMap(({ name, license = silent[name] ?? 'none' }) =>
      license
        .split(/ AND | OR |[()]/)
        .filter(one => one !== '' && !allowed.includes(one) && !apart[one]?.test(name))
        .map(one => `${name}: ${one}`),
    )
    expect(astray).toEqual([])
  })

  test('is named with its text in THIRD_PARTY_NOTICES.md; npm run notices writes it', () => {
    const notices = textOf('THIRD_PARTY_NOTICES.md')
    const missing = shipped.filter(
      ({ name, version, optional }) => !optional && !notices.includes(`\n- ${name} ${version} (`),
    )
    expect(missing.map(idOf)).toEqual([])
  })

  test('is completely in the bill of materials, which names nothing of this machine', () => {
    const text = sbomOf(root)
    const bom = z
      .object({
        bomFormat: z.literal('CycloneDX'),
        components: z.array(
          z.object({
            name: z.string(),
            version: z.string(),
            purl: z.string(),
            hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string() })).length(1),
          }),
        ),
      })
      .parse(JSON.parse(text))
    expect(new Set(bom.components.map(idOf))).toEqual(new Set(shipped.map(idOf)))
    expect([...text.matchAll(/https?:\/\/[^"]*/g)].map(([url]) => url)).toEqual([
      'http://cyclonedx.org/schema/bom-1.5.schema.json',
    ])
    for (const passing of [root, path.basename(root) + '"', 'timestamp', 'serialNumber'])
      expect(text).not.toContain(passing)
  })
})
