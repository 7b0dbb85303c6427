import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressTexts } from './compress.mjs'
import { isInstalled, prepare, programOf } from './prepare.mjs'
import { exitOf, root, start } from './run.mjs'

/** Everything the page is made from. */
const sources = [
  'src/app',
  'src/web',
  'src/features',
  'src/sandbox',
  'src/values',
  'src/api',
  'vite.config.ts',
  'package-lock.json',
]
const page = path.join(root, 'dist', 'web', 'index.html')
const stamp = path.join(root, 'dist', 'web', '.built-from')

/**
 * Installs what is missing and builds the page when its sources have changed since. A server installed without the
 * tools serves the page it came with.
 */
export const prepareWithPage = async () => {
  const deployed = existsSync(page) && isInstalled({ tools: false }) && !isInstalled({ tools: true })
  const prepared = await prepare({ tools: !deployed })
  return deployed || isFresh() || (await build(prepared)) === 0 ? prepared : process.exit(1)
}

/** Builds the page and gives the exit code. */
export const build = async ({ node, env }) => {
  const madeFrom = fingerprint()
  const began = Date.now()
  console.log('Building the web page.')
  const code = await exitOf(
    start(node, [programOf('vite'), 'build', '--manifest', '--logLevel', 'warn'], { env }),
  )
  if (code === 0) {
    compressTexts(path.dirname(page))
    writeFileSync(stamp, madeFrom)
    console.log(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  }
  return code
}

const isFresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()

const fingerprint = () => {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf).toSorted()) {
    hash.update(`${path.relative(root, file)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** The files of a source; rooms and tests that the page never sees do not count. */
const filesOf = source => {
  const found = path.join(root, source)
  if (path.extname(source)) return existsSync(found) ? [found] : []
  return readdirSync(found, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.test\.tsx?$|\.suite\.ts$/.test(entry.name))
    .map(entry => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter(file => !/[\\/](server|fixtures)[\\/]/.test(path.relative(root, file)))
}
