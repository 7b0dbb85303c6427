import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressTexts } from './compress.mjs'
import { isInstalled, prepare, programOf } from './prepare.mjs'
import { exitOf, root, start } from './run.mjs'

/** The build products with their sources: the page, the server and its threads as a few files, and an empty database. */
const products = [
  {
    name: 'web page',
    main: path.join(root, 'dist', 'web', 'index.html'),
    sources: ['src/app', 'src/web', 'src/features', 'src/sandbox', 'src/values', 'src/api', 'vite.config.ts'],
    isSource: file => !/[\\/](server|fixtures)[\\/]/.test(path.relative(root, file)),
    program: () => [programOf('vite'), 'build', '--manifest', '--logLevel', 'warn'],
    finish: compressTexts,
  },
  {
    name: 'server',
    main: path.join(root, 'dist', 'server', 'main.js'),
    sources: ['src', 'rolldown.config.ts'],
    isSource: file => !/[\\/](web|fixtures)[\\/]/.test(path.relative(root, file)),
    program: () => [programOf('rolldown'), '--config', 'rolldown.config.ts', '--logLevel', 'warn'],
    finish: () => {},
  },
  {
    name: 'empty database',
    main: path.join(root, 'dist', 'database', 'key'),
    sources: [
      'migrations',
      'src/platform/db',
      'src/platform/jobs',
      'scripts/make-database.ts',
      'package.json',
    ],
    isSource: () => true,
    program: () => [path.join('scripts', 'make-database.ts')],
    finish: () => {},
  },
]

/** The built server's program, for Node. */
export const builtServer = products[1].main

const stampOf = product => path.join(path.dirname(product.main), '.built-from')

/**
 * Installs missing packages and builds what is older than its sources. A server installed without the tools runs the
 * shipped build.
 */
export const prepareBuilt = async () => {
  const deployed =
    products.every(({ main }) => existsSync(main)) &&
    isInstalled({ tools: false }) &&
    !isInstalled({ tools: true })
  const prepared = await prepare({ tools: !deployed })
  return deployed || (await build(prepared, product => !isFresh(product))) === 0 ? prepared : process.exit(1)
}

/** Builds the products, or those that `isWanted`, concurrently, and returns the exit code of one that fails. */
export const build = async ({ node, env }, isWanted = () => true) => {
  const make = async product => {
    const madeFrom = fingerprint(product)
    const began = Date.now()
    console.log(`Building the ${product.name}.`)
    const code = await exitOf(start(node, product.program(), { env }))
    if (code !== 0) return code
    product.finish(path.dirname(product.main))
    writeFileSync(stampOf(product), madeFrom)
    console.log(`Built the ${product.name} in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
    return 0
  }
  const codes = await Promise.all(products.filter(isWanted).map(make))
  return codes.find(code => code !== 0) ?? 0
}

const isFresh = product => {
  const stamp = stampOf(product)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(product)
}

const fingerprint = ({ sources, isSource }) => {
  const hash = createHash('sha256')
  const files = [...sources, 'package-lock.json'].flatMap(filesOf).filter(isSource).toSorted()
  for (const file of files) {
    hash.update(`${path.relative(root, file)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** The files of a source, except tests. */
const filesOf = source => {
  const found = path.join(root, source)
  if (path.extname(source)) return existsSync(found) ? [found] : []
  return readdirSync(found, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.test\.tsx?$|\.suite\.ts$/.test(entry.name))
    .map(entry => path.join(entry.parentPath ?? entry.path, entry.name))
}
