import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { exitOf, root, start } from './run.mjs'

const oldestRuntime = [24, 18]

/**
 * Installs from the lockfile if a package is missing, then returns the runtime and the environment for its programs.
 * `tools: false` requires only what the running server needs. Ends the process with one line when there is no runtime.
 */
export const prepare = async ({ tools }) => {
  if (!isInstalled({ tools })) await install()
  const node = runtime()
  if (!node) {
    console.error(
      `Fairfile needs Node ${oldestRuntime.join('.')} or later on this kind of machine (${process.platform} ` +
        `${process.arch}); this is Node ${process.versions.node}. Install it from https://nodejs.org and try again.`,
    )
    process.exit(1)
  }
  const { PATH, Path, ...rest } = process.env
  const folders = [path.dirname(node), path.join(root, 'node_modules', '.bin'), PATH ?? Path]
  // Code compiled by one process or thread is reused by the next.
  const compiled = { NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled') }
  return { node, env: { ...compiled, ...rest, PATH: folders.filter(Boolean).join(path.delimiter) } }
}

/** The file of a package's program, to be run with the runtime. */
export const programOf = (packageName, program = packageName) => {
  const folder = path.join(root, 'node_modules', packageName)
  const { bin } = readJson(path.join(folder, 'package.json'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[program])
}

/**
 * Whether every package of the lockfile required on this machine is in `node_modules` in its version. npm writes its own
 * list there last, so an interrupted install counts as none.
 */
export const isInstalled = ({ tools }) => {
  const list = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const present = readJson(list).packages
  return Object.entries(readJson(path.join(root, 'package-lock.json')).packages).every(
    ([name, { version, optional, dev, devOptional }]) =>
      name === '' || optional || devOptional || (dev && !tools) || present[name]?.version === version,
  )
}

const install = async () => {
  const began = Date.now()
  console.log('Installing the packages of the lockfile. The first time takes a minute or two.')
  const progress = setInterval(() => console.log(`  still installing, ${seconds(began)} s`), 15_000)
  const parameters = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const npm = process.env.npm_execpath
  const windows = process.platform === 'win32'
  const child = npm?.endsWith('npm-cli.js')
    ? start(process.env.npm_node_execpath ?? process.execPath, [npm, ...parameters])
    : start(windows ? 'npm.cmd' : 'npm', parameters, { shell: windows })
  const code = await exitOf(child)
  clearInterval(progress)
  if (code !== 0) {
    console.error('The packages could not be installed; npm says why above.')
    process.exit(code)
  }
  console.log(`Installed in ${seconds(began)} s.`)
}

/** The runtime of the lockfile if it runs here (it is built for glibc), otherwise this one if it is new enough. */
const runtime = () => {
  const windows = process.platform === 'win32'
  const own = path.join(
    root,
    'node_modules',
    `node-${windows ? 'win' : process.platform}-${process.arch}`,
    'bin',
    windows ? 'node.exe' : 'node',
  )
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestRuntime
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor) ? process.execPath : undefined
}

const readJson = file => JSON.parse(readFileSync(file, 'utf8'))

const seconds = began => Math.round((Date.now() - began) / 1000)
