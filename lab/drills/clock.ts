import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { runMailChaos } from '#test/support/mailing/mail-chaos.ts'
import { readNewestCode } from '#test/support/people/new-user.ts'
import { ask } from './ask.ts'
import { type DrillDatabase, postgresDatabase } from './databases.ts'
import type { Drill, Given } from './drill.ts'
import { type Person, registerPeople } from './people.ts'
import type { Report } from './report.ts'
import { type Server, startServer } from './server.ts'

const HOUR_MS = 3_600_000
const TOLERANCE_MS = 1_000

const movedBy = (milliseconds: number) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'moved-clock.ts')).href}`,
  MOVED_BY_MS: String(milliseconds),
})

const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
const Info = z.object({ session: z.object({ expiresAt: z.string(), idleExpiresAt: z.string() }) })
const Sent = z.object({ ms: z.number() })

const newestSent = `select (extract(epoch from clock_timestamp() - max(sent_at)) * 1000)::float8 as ms from code_challenges`

/** Both servers, the one whose clock is right first. */
type Pair = readonly [right: Server, moved: Server]

const post = (url: string, where: string, body: object) =>
  ask(`${url}/api/v1${where}`, { method: 'POST', body })

/** A code asked for at one server and used at the other, and the session carried on at the first; what went wrong. */
const across = async (
  { phoneNumber }: Person,
  [sends, takes]: Pair,
  database: DrillDatabase,
): Promise<{ wrong: string[]; codeOff: number }> => {
  const asked = performance.now()
  const sent = await post(sends.url, '/auth/sms/send', { phoneNumber })
  const age = Sent.parse((await database.rows(newestSent))[0]).ms
  const codeOff = Math.max(0, -age, age - (performance.now() - asked))
  if (sent.status !== 200) return { wrong: [`a code was not sent (${sent.status})`], codeOff }
  const code = await readNewestCode(sends.url, phoneNumber)
  const signedIn = await post(takes.url, '/auth/login', { phoneNumber, code })
  if (signedIn.status !== 200) return { wrong: [`a code was refused (${signedIn.status})`], codeOff }
  const { refreshToken } = Tokens.parse(JSON.parse(signedIn.body))
  const next = await post(sends.url, '/auth/refresh', { refreshToken })
  if (next.status !== 200) return { wrong: [`a session was not carried on (${next.status})`], codeOff }
  const { accessToken: token } = Tokens.parse(JSON.parse(next.body))
  const shown = await ask(`${takes.url}/api/v1/user/info`, { token })
  return { wrong: shown.status === 200 ? [] : [`a session was refused (${shown.status})`], codeOff }
}

/** How far the ends of a session are apart that the two servers tell; infinite when one of them refuses it. */
const endsApart = async ({ token }: Person, pair: Pair): Promise<number> => {
  const told: { expiresAt: string; idleExpiresAt: string }[] = []
  for (const { url } of pair) {
    const { status, body } = await ask(`${url}/api/v1/user/info`, { token })
    if (status !== 200) return Number.POSITIVE_INFINITY
    told.push(Info.parse(JSON.parse(body)).session)
  }
  const apart = (name: 'expiresAt' | 'idleExpiresAt') =>
    Math.abs(Date.parse(told[0]?.[name] ?? '') - Date.parse(told[1]?.[name] ?? ''))
  return Math.max(apart('expiresAt'), apart('idleExpiresAt'))
}

const jump = async (hours: number, rounds: number, later: Given['later'], report: Report) => {
  const database = await postgresDatabase()
  later(database.close)
  const right = await startServer(database.settings)
  later(right.kill)
  const moved = await startServer({ ...database.settings, ...movedBy(hours * HOUR_MS) })
  later(moved.kill)
  const people = [
    ...(await registerPeople(right.url, rounds)),
    ...(await registerPeople(moved.url, rounds, rounds)),
  ]
  process.kill(moved.pid(), 'SIGUSR2')
  while (!moved.printed().includes('the clock was moved')) await delay(20)
  report.did(`one of two servers is ${hours} h off`)
  const apart: number[] = []
  for (const person of people) apart.push(await endsApart(person, [right, moved]))
  const refused = apart.filter(ms => !Number.isFinite(ms)).length
  const widest = Math.max(0, ...apart.filter(Number.isFinite))
  report.must('sessions of before that a server refuses', refused === 0, `${refused} of ${apart.length}`)
  report.must(
    'ends of a session told apart by at most 1 s',
    widest <= TOLERANCE_MS,
    `${widest.toFixed(0)} ms`,
  )
  const wrong: string[] = []
  let codeOff = 0
  for (const [index, person] of people.entries()) {
    const pair: Pair = index % 2 === 0 ? [right, moved] : [moved, right]
    const one = await across(person, pair, database)
    wrong.push(...one.wrong)
    codeOff = Math.max(codeOff, one.codeOff)
  }
  const words = wrong.length === 0 ? '' : ` (${[...new Set(wrong)].join(', ')})`
  report.must(
    'codes and sessions that do not pass from one to the other',
    wrong.length === 0,
    `${wrong.length} of ${people.length}${words}`,
  )
  report.must(
    'codes dated within 1 s of the database',
    codeOff <= TOLERANCE_MS,
    `${codeOff.toFixed(0)} ms off at most`,
  )
}

/** Letters through two servers, one of them an hour off: their leases must keep them from taking the same letter. */
const letters = async (hours: number, sends: number, { seed, later }: Given, report: Report) => {
  const database = await postgresDatabase()
  later(database.close)
  const verdict = await runMailChaos({
    sends,
    disputes: 0,
    kills: [],
    killForMs: 0,
    seed,
    servers: 2,
    settings: database.settings,
    own: place => (place === 1 ? { ...movedBy(hours * HOUR_MS), MOVED_AT: 'start' } : {}),
    faster: 20,
    atOnce: 6,
    patienceMs: 600_000,
    say: () => undefined,
  })
  const { lost, twice, changed, strange, wrongBooks, acknowledged } = verdict
  const broken = [lost, twice, changed, strange, wrongBooks].flat().length
  report.must(
    `letters lost, twice, changed or wrong in the books with a server ${hours} h off`,
    broken === 0,
    `${broken} of ${acknowledged}`,
  )
}

/** The clock of one of two servers jumps by an hour (security-reliability R26). */
export const clock: Drill = {
  what: 'the clock of one of two servers jumps by an hour, ahead and back: codes, sessions, leases of letters',
  options: { rounds: '20', letters: '200' },
  run: async (given, report) => {
    const { count, later } = given
    for (const hours of [1, -1]) {
      await jump(hours, count('rounds'), later, report)
      if (count('letters') > 0) await letters(hours, count('letters'), given, report)
    }
  },
}
