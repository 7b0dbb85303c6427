import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sbomOf } from '../scripts/sbom.ts'
import { lockedPackages, shippedOf } from '../scripts/shipped.ts'

/** Dependencies: their exact release, source and license, and that none runs code at install. */

const root = path.join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const locked = lockedPackages(root)
const shipped = shippedOf(locked)
const idOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`

test('every direct dependency is pinned to one release', () => {
  const Named = z.record(z.string(), z.string())
  const manifest = z
    .object({ dependencies: Named, devDependencies: Named, optionalDependencies: Named })
    .parse(JSON.parse(textOf('package.json')))
  const versions = Object.values(manifest).flatMap(each => Object.entries(each))
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

describe('the lockfile', () => {
  test('contains a SHA-512 of every package', () => {
    expect(locked.length).toBeGreaterThan(100)
    expect(locked.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([])
  })

  test('contains no package URLs, so that npm uses its configured registry', () => {
    expect(locked.filter(({ resolved, link }) => resolved !== undefined || link === true)).toEqual([])
    expect(locked.filter(({ version }) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([])
    expect(textOf('.npmrc')).toContain('omit-lockfile-registry-resolved=true\n')
  })
})

test('no package runs code at install; those with install scripts are tools that work without them', () => {
  expect(textOf('.npmrc')).toContain('ignore-scripts=true\n')
  expect([...new Set(locked.filter(one => one.hasInstallScript).map(({ name }) => name))]).toEqual([
    'esbuild',
  ])
  expect(shipped.filter(one => one.hasInstallScript)).toEqual([])
})

describe('what ships', () => {
  /** Licenses that allow running and redistributing a product with their texts, as in THIRD_PARTY_NOTICES.md. */
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
   * Packages with other licenses: libvips and libheif, which are separate, replaceable libraries, and files that are used
   * unchanged, to which their license is limited.
   */
  const apart: Record<string, RegExp> = {
    'LGPL-3.0-or-later': /^@img\/sharp-/,
    'LGPL-3.0': /^libheif-js$/,
    'MPL-2.0': /^web-push$/,
  }
  /** Packages without a license in their manifest, with the one from their license file. */
  const silent: Record<string, string> = { 'png-js': 'MIT' }

  test('has only reviewed licenses', () => {
    const astray = shipped.flatMap(({ name, license = silent[name] ?? 'none' }) =>
      license
        .split(/ AND | OR |[()]/)
        .filter(one => one !== '' && !allowed.includes(one) && !apart[one]?.test(name))
        .map(one => `${name}: ${one}`),
    )
    expect(astray).toEqual([])
  })

  test('is listed with its license text in THIRD_PARTY_NOTICES.md; npm run notices writes it', () => {
    const notices = textOf('THIRD_PARTY_NOTICES.md')
    const missing = shipped.filter(
      ({ name, version, optional }) => !optional && !notices.includes(`\n- ${name} ${version} (`),
    )
    expect(missing.map(idOf)).toEqual([])
  })

  test('is completely in the bill of materials, which contains nothing of this machine', () => {
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
