import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { instructionsIn, isSent } from '../../scripts/dockerfile.ts'
import type { BareDebian } from './bare-debian.ts'
import { NotHere } from './drill.ts'

/** The stages of the Dockerfile, made in folders as `docker build` makes them in layers. */

const root = path.join(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** What the last stage says of how it is run. */
export type Image = {
  debian: BareDebian
  environment: Record<string, string>
  user: string
  cwd: string
  volumes: readonly string[]
  health: readonly string[]
  command: readonly string[]
}

/** `["node", "x"]` as written in the Dockerfile. */
const wordsIn = (text: string): string[] => {
  const words: unknown = JSON.parse(text)
  if (!Array.isArray(words)) throw new Error(`${text} is not a list`)
  return words.map(String)
}

const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(/\s+/).map(setting => {
      const at = setting.indexOf('=')
      return [setting.slice(0, at), setting.slice(at + 1)]
    }),
  )

/** Debian with the runtime of this project and the npm of this machine, in place of the image of Node. */
const withNode = (debian: BareDebian) => {
  const { npm_execpath: npm } = process.env
  if (!npm) throw new NotHere('it is run by `npm run drill`')
  const modules = path.join(debian.folder, 'usr/local/lib/node_modules')
  cpSync(process.execPath, path.join(debian.folder, 'usr/local/bin/node'))
  cpSync(path.join(path.dirname(npm), '..'), path.join(modules, 'npm'), {
    recursive: true,
    dereference: true,
  })
  const script = '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n'
  writeFileSync(path.join(debian.folder, 'usr/local/bin/npm'), script, { mode: 0o755 })
}

/** As COPY does: the content of a folder, a file into a folder, or a file under another name. */
const copyOne = (source: string, target: string, isFolder: boolean) => {
  const ignored = textOf('.dockerignore')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
  const fromProject = (file: string) => path.relative(root, file)
  const filter = (file: string) => {
    const name = fromProject(file)
    return name === '' || name.startsWith('..') || isSent(ignored, name)
  }
  const to = statSync(source).isDirectory() || !isFolder ? target : path.join(target, path.basename(source))
  cpSync(source, to, { recursive: true, verbatimSymlinks: true, filter })
}

/** Makes every stage on a copy of a bare Debian, and gives the last; `did` hears of each command. */
export const imageOn = (bare: BareDebian, did: (line: string) => void): Image => {
  const stages = new Map<string, BareDebian>()
  const image: Image = {
    debian: bare,
    environment: {},
    user: '0:0',
    cwd: '/',
    volumes: [],
    health: [],
    command: [],
  }
  const within = (place: string) => path.join(image.debian.folder, path.resolve(image.cwd, place))

  const begin = (base: string, name: string | undefined) => {
    image.debian = bare.copy()
    image.cwd = '/'
    image.environment = {}
    if (base.startsWith('node:')) withNode(image.debian)
    if (name) stages.set(name, image.debian)
  }
  const copy = (words: string[]) => {
    const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
    const source = from === undefined ? root : stages.get(from)?.folder
    const target = words.pop()
    if (source === undefined || target === undefined) throw new Error(`COPY of ${from} to ${target}`)
    const isFolder = words.length > 1 || target.endsWith('/') || target === '.'
    for (const one of words) copyOne(path.join(source, one), within(target), isFolder)
  }
  const run = (command: string) => {
    did(command)
    image.debian.run(command, { cwd: image.cwd, environment: image.environment })
  }

  for (const { word, rest } of instructionsIn(textOf('Dockerfile'))) {
    const words = rest.split(' ')
    if (word === 'FROM') begin(words[0] ?? '', words[2])
    else if (word === 'WORKDIR') {
      image.cwd = rest
      mkdirSync(within('.'), { recursive: true })
    } else if (word === 'COPY') copy(words)
    else if (word === 'RUN') run(rest)
    else if (word === 'ENV') image.environment = { ...image.environment, ...settingsIn(rest) }
    else if (word === 'USER') image.user = rest
    else if (word === 'VOLUME') image.volumes = wordsIn(rest)
    else if (word === 'HEALTHCHECK') image.health = wordsIn(rest.slice(rest.indexOf('CMD ') + 'CMD '.length))
    else if (word === 'CMD') image.command = wordsIn(rest)
    else if (word !== 'EXPOSE' && word !== 'STOPSIGNAL') throw new Error(`${word} is not known here`)
  }
  return image
}
