import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What a release changes in the sources: the version, the changelog, and the digests of its base images. */

export const releaseSteps = ['major', 'minor', 'patch'] as const
export type ReleaseStep = (typeof releaseSteps)[number]

/** The release is refused; the message is the one printed line, and nothing was changed. */
export class ReleaseError extends Error {}

/** Semantic versioning, three numbers. */
export const nextVersion = (version: string, step: ReleaseStep): string => {
  const [, ...numbers] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []
  const [major = Number.NaN, minor = 0, patch = 0] = numbers.map(Number)
  if (Number.isNaN(major)) throw new ReleaseError(`package.json: ${version} is not a version like 1.2.3`)
  if (step === 'major') return `${major + 1}.0.0`
  return step === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

/** Turns the unreleased section into the section of a version, below a new empty one. */
export const releaseChangelog = (text: string, version: string, day: string): string => {
  const [, before, unreleased, rest] =
    /^([\s\S]*?\n)## Unreleased\n([\s\S]*?)(\n## [\s\S]*)?$/.exec(text) ?? []
  if (before === undefined || unreleased === undefined)
    throw new ReleaseError('CHANGELOG.md: has no section "## Unreleased"')
  if (!/^- /m.test(unreleased)) throw new ReleaseError('CHANGELOG.md: says nothing under "## Unreleased"')
  return `${before}## Unreleased\n\n## ${version}, ${day}\n${unreleased}${rest ?? ''}`
}

/** The images in a Dockerfile or in compose.yaml, apart from those built here. */
const images = /^(FROM |\s+image: )([\w./-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?(?=\s|$)/gm

/** Pins each image to its tag's current digest, for its security updates. `digestOf` returns null if unreachable. */
export const pinImages = (file: string, text: string, digestOf: (image: string) => string | null): string =>
  text.replaceAll(images, (_line, word: string, image: string) => {
    const digest = digestOf(image)
    if (digest === null)
      throw new ReleaseError(
        `${file}: no registry says the digest of ${image}; release where docker reaches one, or add --unpinned`,
      )
    return `${word}${image}@${digest}`
  })

/** Queries the registry with Docker's own client. */
export const askDigest = (image: string): string | null => {
  const parameters = ['buildx', 'imagetools', 'inspect', '--format', '{{.Manifest.Digest}}', image]
  const { status, stdout } = spawnSync('docker', parameters, { encoding: 'utf8' })
  return status === 0 ? (/^sha256:[0-9a-f]{64}$/.exec(stdout.trim())?.[0] ?? null) : null
}

const replaceOnce = (file: string, text: string, from: string, to: string): string => {
  if (!text.includes(from)) throw new ReleaseError(`${file}: does not have ${from}`)
  return text.replace(from, to)
}

type Release = {
  root: string
  step: ReleaseStep
  /** `YYYY-MM-DD`. */
  day: string
  /** Null to leave the images unchanged. */
  digestOf: ((image: string) => string | null) | null
}

/** Changes the files of a clean tree, all or none. Returns the new version. */
export const prepareRelease = ({ root, step, day, digestOf }: Release): string => {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  if (status !== 0)
    throw new ReleaseError('git status failed: a release is made in a clone of the repository')
  if (stdout !== '') throw new ReleaseError('the tree has changes; commit them first')
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const manifest = read('package.json')
  const [, version = ''] = /^ {2}"version": "([^"]*)"/m.exec(manifest) ?? []
  const next = nextVersion(version, step)
  const renamed = (file: string, from: (version: string) => string) =>
    [file, replaceOnce(file, read(file), from(version), from(next))] as const
  const lock = (own: string) => `"name": "fairfile",\n  "version": "${own}"`
  const [lockFile, lockText] = renamed('package-lock.json', lock)
  const inPackages = (own: string) => `"name": "fairfile",\n      "version": "${own}"`
  const changes = [
    renamed('package.json', own => `"version": "${own}"`),
    [lockFile, replaceOnce(lockFile, lockText, inPackages(version), inPackages(next))],
    renamed('src/app/app.ts', own => `VERSION = '${own}'`),
    ['CHANGELOG.md', releaseChangelog(read('CHANGELOG.md'), next, day)],
    ...(digestOf === null
      ? []
      : ['Dockerfile', 'compose.yaml'].map(file => [file, pinImages(file, read(file), digestOf)] as const)),
  ] as const
  for (const [file, text] of changes) writeFileSync(path.join(root, file), text)
  return next
}
