import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { bareProduct, freePort } from '#test/support/run-server.ts'
import { bareDebian, type Confined, confined } from './bare-debian.ts'
import type { Drill, Given } from './drill.ts'
import { type Image, imageOn } from './image-stages.ts'
import { registerPeople } from './people.ts'
import type { Report } from './report.ts'
import { smallDisk } from './small-disk.ts'

/** The image of the Dockerfile, made without Docker in folders of a bare Debian, and run as `docker run` would. */

/** In memory, where tens of thousands of files are gone at once. Only what is used of it is taken. */
const ROOM_MB = 8_192
const READY_MS = 120_000
/** What builds and tests, and does not belong where the product runs. */
const TOOLS = ['vite', 'vitest', 'typescript', '@biomejs/biome', '@sparticuz/chromium']
const COMMANDS = [
  ['src/app/commands/rotate-keys.ts', '--status'],
  ['src/app/commands/support.ts', 'audit'],
] as const

const megabytesOf = (folder: string) =>
  Math.round(Number(spawnSync('du', ['-sk', folder], { encoding: 'utf8' }).stdout.split('\t')[0]) / 1_024)

/** A place for each volume that belongs to the image's user, as Docker makes them. */
const volumesFor = ({ volumes, user }: Image, room: string) =>
  Object.fromEntries(
    volumes.map(place => {
      const folder = path.join(room, 'volumes', place)
      mkdirSync(folder, { recursive: true })
      const [owner = 0, group = 0] = user.split(':').map(Number)
      chownSync(folder, owner, group)
      return [place, folder]
    }),
  )

/** Starts a program as the image does, and keeps what it prints. */
const begun = ({ debian }: Image, how: Confined, program: readonly string[]) => {
  const child = confined(debian, how, program)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      text += String(chunk)
    })
  return { child, printed: () => text }
}

/** Runs a program as the image does; gives its exit code and what it printed. */
const ended = async (image: Image, how: Confined, program: readonly string[]) => {
  const { child, printed } = begun(image, how, program)
  await once(child, 'close')
  return { code: child.exitCode, printed: printed() }
}

const untilReady = async (url: string, server: ChildProcess, printed: () => string) => {
  const until = performance.now() + READY_MS
  for (; performance.now() < until && server.exitCode === null; await delay(200)) {
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.ok) return
  }
  throw new Error(`the server was not ready: ${printed()}`)
}

const mustHoldLittle = ({ debian: { folder }, cwd }: Image, report: Report) => {
  const app = path.join(folder, cwd)
  const tools = TOOLS.filter(name => globSync(path.join(app, 'node_modules', name)).length > 0)
  report.must('tools in the image', tools.length === 0, tools.join(', ') || 0)
  const tests = globSync('src/**/*.test.{ts,tsx}', { cwd: app }).length
  report.must('tests in the image', tests === 0, tests)
}

const mustServe = async (image: Image, how: Confined, later: Given['later'], report: Report) => {
  const url = `http://127.0.0.1:${how.environment.PORT}`
  const { child: server, printed } = begun(image, how, image.command)
  later(() => server.kill('SIGKILL'))
  await untilReady(url, server, printed)
  const owner = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
  report.must(
    'the server runs as the user of the image',
    `${owner}` === image.user.split(':')[0],
    owner ?? '',
  )
  const page = await fetch(url)
  report.must('the page is served', page.ok && (await page.text()).includes('<div id="root"'), page.status)
  const { code, printed: said } = await ended(image, how, image.health)
  report.must('the health check is content', code === 0, `${code} ${said}`)
  const [person] = await registerPeople(url, 1)
  report.must('a person registers and signs in', person !== undefined, person ? 'yes' : 'no')
  server.kill('SIGTERM')
  await once(server, 'close')
  report.must('it ends with 0 when it is told to', server.exitCode === 0, server.exitCode ?? printed())
}

/** What can be shown of the Dockerfile where there is no Docker. */
export const image: Drill = {
  what: 'the Dockerfile, command by command in folders of a bare Debian: small, read-only, nobody is root (as root, with debootstrap)',
  options: { suite: 'bookworm', mirror: 'http://deb.debian.org/debian' },
  run: async ({ word, later }, report) => {
    report.did(`a bare Debian, ${word('suite')}`)
    const room = smallDisk(ROOM_MB)
    later(room.close)
    const bare = bareDebian(room.folder, word('suite'), word('mirror'))
    const made = imageOn(bare, report.did)
    const [all, debian] = [megabytesOf(made.debian.folder), megabytesOf(bare.folder)]
    report.figure('size', `${all} MB, ${debian} of them Debian's`)
    mustHoldLittle(made, report)
    const environment = {
      ...made.environment,
      ...bareProduct,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
    }
    const how = { user: made.user, cwd: made.cwd, environment, volumes: volumesFor(made, room.folder) }
    report.did('the server, on read-only folders but for its volumes')
    await mustServe(made, how, later, report)
    for (const [command, ...more] of COMMANDS) {
      const { code, printed } = await ended(made, how, ['node', command, ...more])
      report.must(`${command} ${more.join(' ')}`, code === 0, code === 0 ? 0 : printed)
    }
  },
}
