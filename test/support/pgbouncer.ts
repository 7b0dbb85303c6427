import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { unprivilegedUser } from '../../scripts/postgres.mjs'

/** PgBouncer's program; undefined if it is not installed. Debian installs it in a folder on root's path only. */
export const findPgBouncer = (): string | undefined =>
  ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
    .map(folder => join(folder, 'pgbouncer'))
    .find(existsSync)

export type PgBouncer = {
  /** The URL of a database through it, for a configured role. */
  url: (database: string, role: string) => string
  stop: () => Promise<void>
}

/** Starts PgBouncer in transaction mode in front of a server, with a number of sessions per role. */
export const startPgBouncer = async (
  program: string,
  {
    server,
    roles,
    sessions,
    drops,
  }: { server: URL; roles: readonly string[]; sessions: number; drops: string },
): Promise<PgBouncer> => {
  const folder = mkdtempSync(join(tmpdir(), 'fairfile-pgbouncer-'))
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  const list = join(folder, 'roles')
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(list, roles.map(role => `"${role}" ""\n`).join(''))
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 200
query_wait_timeout = 5
ignore_startup_parameters = ${drops}
auth_type = trust
auth_file = ${list}
unix_socket_dir = ${folder}
listen_port = 6432
`,
  )
  for (const path of user ? [folder, list, file] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0)
  const running = spawn(program, [file], { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(running, 'close')
  const ready = new Promise<void>((resolve, reject) => {
    let output = ''
    running.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('process up')) resolve()
    })
    running.once('close', () => reject(new Error(`PgBouncer did not start: ${output}`)))
  })
  const stop = async () => {
    running.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  }
  await ready
  return {
    url: (database, role) =>
      `postgres:///${database}?user=${role}&host=${encodeURIComponent(folder)}&port=6432`,
    stop,
  }
}
