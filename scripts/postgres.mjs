import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exitOf, start } from './run.mjs'

const oldest = 15

/** The folder of PostgreSQL's server programs, the newest version first; undefined if none is installed. */
export const findPostgres = () => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const candidates = [
    ...versions.map(version => path.join(debian, version, 'bin')),
    ...(asked.status === 0 ? [asked.stdout.trim()] : []),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return candidates.find(folder => existsSync(path.join(folder, 'initdb')) && versionIn(folder) >= oldest)
}

const versionIn = folder =>
  Number(
    /\d+/.exec(
      spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '',
    )?.[0] ?? 0,
  )

/**
 * Starts a separate cluster on a free port, in a temporary folder or one below `within`, and returns its URLs and functions
 * to stop it and to take it down and up again: `down('SIGINT')` is PostgreSQL's fast shutdown, `down('SIGQUIT')` its
 * immediate one. PostgreSQL refuses to run as root, so root starts it as an unprivileged user. It skips fsync, because it is
 * temporary, and the tests kill programs, not the machine. The folder's path may have 85 bytes: a socket's has at most 107.
 */
export const startPostgres = async (programs, { within = tmpdir(), settings: more = [] } = {}) => {
  const folder = mkdtempSync(path.join(within, 'fairfile-postgres-'))
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder }
  const data = path.join(folder, 'data')
  const made = spawnSync(
    path.join(programs, 'initdb'),
    ['--pgdata', data, '--username=fairfile', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...options, encoding: 'utf8' },
  )
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`initdb failed: ${made.stderr || made.error?.message}`)
  }
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    ...more,
  ]
  let server
  let ended
  const up = async () => {
    server = start(
      path.join(programs, 'postgres'),
      ['-D', data, ...settings.flatMap(setting => ['-c', setting])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    ended = exitOf(server)
    const log = await untilReady(server)
    if (log !== undefined) throw new Error(`PostgreSQL did not start: ${log}`)
  }
  const down = async signal => {
    server.kill(signal)
    await ended
  }
  const stop = async () => {
    await down('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await up()
  } catch (failure) {
    await stop()
    throw failure
  }
  const url = `postgres://fairfile@127.0.0.1:${port}/postgres`
  const socketUrl = process.platform === 'win32' ? url : `${url}?host=${encodeURIComponent(folder)}`
  return { url, socketUrl, stop, down, up }
}

/** Undefined once the server accepts connections, otherwise its output before it ended. */
const untilReady = server =>
  new Promise(resolve => {
    let log = ''
    server.stderr.on('data', chunk => {
      log = (log + chunk).slice(-4000)
      if (log.includes('ready to accept connections')) resolve(undefined)
    })
    server.once('close', () => resolve(log))
  })

export const unprivilegedUser = () => {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const fields = ['postgres', 'nobody']
    .flatMap(name => users.filter(line => line.startsWith(`${name}:`)))[0]
    ?.split(':')
  if (!fields)
    throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.')
  return { uid: Number(fields[2]), gid: Number(fields[3]) }
}

/** A currently unused port. */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
