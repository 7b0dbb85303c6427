/**
 * `npm run release -- minor` (or patch, major) prepares a release: the version in package.json, the lockfile and the
 * server, the changelog's section, and the digests of the images. It does not commit or tag; it prints how.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fromCommandLine } from './command-line.ts'
import { askDigest, prepareRelease, ReleaseError, releaseSteps } from './release.ts'

const { values, positionals } = fromCommandLine(() =>
  parseArgs({ options: { unpinned: { type: 'boolean', default: false } }, allowPositionals: true }),
)
const step = releaseSteps.find(one => one === positionals[0])
if (step === undefined || positionals.length > 1) {
  console.error(`Say which: npm run release -- ${releaseSteps.join(' | ')} [--unpinned]`)
  process.exit(2)
}

try {
  const version = prepareRelease({
    root: path.join(import.meta.dirname, '..'),
    step,
    day: new Date().toISOString().slice(0, 10),
    digestOf: values.unpinned ? null : askDigest,
  })
  console.log(`The sources are those of ${version}. Look at them with git diff, run npm test, then:`)
  console.log(`  git commit --all --message "Release ${version}"`)
  console.log(`  git tag --annotate v${version} --message "Fairfile ${version}"`)
  console.log(`  git push --follow-tags`)
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  console.error(error.message)
  process.exit(1)
}
