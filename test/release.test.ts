import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { nextVersion, pinImages, prepareRelease, releaseChangelog } from '../scripts/release.ts'

/** A release of this project's own files, in a separate repository. */

const root = path.join(import.meta.dirname, '..')
const files = [
  'package.json',
  'package-lock.json',
  'src/app/app.ts',
  'CHANGELOG.md',
  'Dockerfile',
  'compose.yaml',
]
const digest = `sha256:${'ab'.repeat(32)}`
const Manifest = z.object({ version: z.string() })
const Lock = Manifest.extend({ packages: z.record(z.string(), Manifest.partial()) })
let folder: string
const git = (...parameters: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...parameters], {
    cwd: folder,
    encoding: 'utf8',
  })
const textOf = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const release = (digestOf: ((image: string) => string | null) | null = () => digest) =>
  prepareRelease({ root: folder, step: 'minor', day: '2026-12-01', digestOf })

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fairfile-release-'))
  mkdirSync(path.join(folder, 'src/app'), { recursive: true })
  for (const file of files) cpSync(path.join(root, file), path.join(folder, file))
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('changes only every occurrence of the version, the changelog and the images', () => {
  const before = Manifest.parse(JSON.parse(textOf('package.json'))).version
  const version = release()
  expect(version).toBe(nextVersion(before, 'minor'))
  expect(Manifest.parse(JSON.parse(textOf('package.json'))).version).toBe(version)
  const lock = Lock.parse(JSON.parse(textOf('package-lock.json')))
  expect([lock.version, lock.packages['']?.version]).toEqual([version, version])
  expect(textOf('src/app/app.ts')).toContain(`VERSION = '${version}'`)
  expect(textOf('CHANGELOG.md')).toContain(`\n## Unreleased\n\n## ${version}, 2026-12-01\n\n### `)
  expect(textOf('Dockerfile')).toMatch(new RegExp(`^FROM debian:bookworm-slim@${digest}$`, 'm'))
  expect(textOf('compose.yaml')).toContain(`image: postgres:17-bookworm@${digest}`)
  // Images built here have no digest yet.
  expect(textOf('compose.yaml')).toContain('image: fairfile:${FAIRFILE_VERSION:-local}\n')
  expect(git('diff', '--name-only').trim().split('\n')).toEqual(files.toSorted())
})

it('leaves the images unpinned on request', () => {
  release(null)
  expect(textOf('Dockerfile')).toBe(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))
})

it.each<[string, () => void, (() => null) | undefined, RegExp]>([
  [
    'a tree with changes',
    () => writeFileSync(path.join(folder, 'new.txt'), ''),
    undefined,
    /^the tree has changes/,
  ],
  [
    'a registry that does not answer',
    () => undefined,
    () => null,
    /^Dockerfile: no registry says the digest of node:/,
  ],
])('is refused with %s and changes nothing', (_what, prepare, digestOf, line) => {
  prepare()
  expect(() => release(digestOf)).toThrow(line)
  expect(git('diff', '--name-only')).toBe('')
})

it.each([
  ['1.2.3', 'patch', '1.2.4'],
  ['1.2.3', 'minor', '1.3.0'],
  ['1.2.3', 'major', '2.0.0'],
] as const)('%s and a %s release make %s', (version, step, next) => {
  expect(nextVersion(version, step)).toBe(next)
})

it('refuses a changelog with nothing to release, and keeps earlier versions', () => {
  expect(() =>
    releaseChangelog('# Changelog\n\n## Unreleased\n\n## 0.1.0, 2026-01-01\n\n- A.\n', '0.2.0', 'x'),
  ).toThrow('says nothing')
  expect(() => releaseChangelog('# Changelog\n', '0.2.0', 'x')).toThrow('has no section')
  expect(
    releaseChangelog('# C\n\n## Unreleased\n\n- B.\n\n## 0.1.0, 2026-01-01\n\n- A.\n', '0.2.0', '2026-02-02'),
  ).toBe('# C\n\n## Unreleased\n\n## 0.2.0, 2026-02-02\n\n- B.\n\n## 0.1.0, 2026-01-01\n\n- A.\n')
})

it('updates a pinned image to the current digest', () => {
  const old = `FROM debian:bookworm-slim@sha256:${'cd'.repeat(32)}\n`
  expect(pinImages('Dockerfile', old, () => digest)).toBe(`FROM debian:bookworm-slim@${digest}\n`)
})
