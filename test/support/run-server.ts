import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const root = path.join(import.meta.dirname, '..', '..')
/** Only a safeguard against hanging. */
const patienceMs = 180_000

/** The part of this environment passed to a separate process: what it requires, and no product settings. */
export const bareEnvironment = (): Record<string, string> => {
  const { PATH = '', TMPDIR = '', NODE_COMPILE_CACHE = '', BUILT_SERVER = '' } = process.env
  return { PATH, TMPDIR, NODE_COMPILE_CACHE, BUILT_SERVER }
}

/** A program as built in the folder `BUILT_SERVER` (set by `npm test`); otherwise its source. */
const builtOr = (source: string) => {
  const { BUILT_SERVER } = process.env
  return BUILT_SERVER
    ? path.join(BUILT_SERVER, `${path.basename(source, '.ts')}.js`)
    : path.join(root, 'src/app', source)
}

/** Runs an operator's command that opens the database, as `npm run` does; `onPrinted` may kill it. */
export const runCommand = async (
  name: 'mail-operator' | 'rotate-keys' | 'support',
  parameters: readonly string[],
  settings: Record<string, string>,
  onPrinted: (printed: string, command: ChildProcess) => void = () => undefined,
): Promise<{ code: number | null; signal: string | null; printed: string }> => {
  const command = spawn(process.execPath, [builtOr(`commands/${name}.ts`), ...parameters], {
    env: { ...bareEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [command.stdout, command.stderr])
    stream.on('data', chunk => {
      printed += String(chunk)
      onPrinted(printed, command)
    })
  await once(command, 'close')
  return { code: command.exitCode, signal: command.signalCode, printed }
}

/** Settings of a server that starts and stops quickly: no demo people, and no wait for a load balancer. */
export const bareProduct = {
  NODE_ENV: 'test',
  SANDBOX: 'true',
  SANDBOX_KEY: 'a sandbox key with 32 characters',
  DRAIN_SECONDS: '0',
} as const

/** The product as a separate process. */
export type RunningServer = {
  /** Its URL, without a trailing slash. */
  url: string
  pid: number
  /** Everything it printed so far. */
  printed: () => string
  /** Resolves when it has ended for any reason. */
  ended: Promise<void>
  /** Ends it with a signal and returns its exit code, null if the signal killed it. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
}

/**
 * Starts the server on a free port, or that of `settings`, and resolves when it is ready. Its environment is
 * `bareEnvironment` plus `settings`. Rejects with its output if it ends before that. Another `program`, with its arguments,
 * must also respond at `PORT`.
 */
export const runServer = async (
  settings: Record<string, string>,
  [program, ...parameters]: readonly [string, ...string[]] = [builtOr('main.ts')],
): Promise<RunningServer> => {
  const port = settings.PORT === undefined ? await freePort() : Number(settings.PORT)
  const server = spawn(
    process.execPath,
    ['--disable-proto=delete', path.resolve(root, program), ...parameters],
    {
      cwd: root,
      env: { ...bareEnvironment(), LOG_LEVEL: 'warn', ...settings, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const endWithParent = () => void server.kill('SIGKILL')
  process.once('exit', endWithParent)
  server.once('exit', () => process.off('exit', endWithParent))
  let printed = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', chunk => {
      printed += String(chunk)
    })
  }
  const ended = once(server, 'exit').then(() => undefined)
  const url = `http://127.0.0.1:${port}`
  await untilReady(server, url, () => printed)
  return {
    url,
    pid: server.pid ?? 0,
    printed: () => printed,
    ended,
    end: async signal => {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill(signal)
        await ended
      }
      return server.exitCode
    },
  }
}

const untilReady = async (server: ChildProcess, url: string, printed: () => string): Promise<void> => {
  const deadline = Date.now() + patienceMs
  while (server.exitCode === null && server.signalCode === null) {
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.ok) return
    if (Date.now() > deadline) {
      server.kill('SIGKILL')
      throw new Error(`The server was not ready in ${patienceMs / 1000} s. It printed:\n${printed()}`)
    }
    await delay(50)
  }
  throw new Error(
    `The server ended with ${server.exitCode ?? server.signalCode} before it was ready:\n${printed()}`,
  )
}

/** A currently unused port. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}
