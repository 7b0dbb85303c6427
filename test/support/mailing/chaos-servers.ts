import { setTimeout as delay } from 'node:timers/promises'
import type { Chance } from '../chance.ts'
import { type RunningServer, runServer } from '../run-server.ts'

/** Where a server can kill itself with SIGKILL: before and after every mailing step with a lasting effect. */
export const killPoints = [
  /** The request is committed, no worker has it. */
  'requested',
  /** The claim is committed. */
  'claimed',
  /** No byte was sent. */
  'before_send',
  /** Bytes are in flight. */
  'bytes_sent',
  /** The response has arrived and is not recorded. */
  'answered',
  /** The response is recorded, and nothing was done since. */
  'recorded',
  /** A webhook arrived and is not stored, or is stored and not acknowledged. */
  'notice_came',
  'notice_kept',
  /** A letter of a dispute is being rendered. */
  'printing',
  /** A lookup found the letter, which is not adopted yet. */
  'found',
] as const
export type KillPoint = (typeof killPoints)[number]

/** Servers that are killed and restarted, one kill at a time per slot. */

/** At a named point, or from outside at a random moment. */
export type Kill = KillPoint | 'anywhere'

export type ChaosServers = {
  /**
   * Repeats a request on any server until one succeeds, like a user who clicks the button again. A request that leads to a
   * kill point is sent to the server that is armed for it, if there is one.
   */
  insist: (path: string, init?: RequestInit, leadsTo?: KillPoint) => Promise<Response>
  kills: Partial<Record<Kill, number>>
  /** Kill points not reached in time; each was retried. */
  missed: Partial<Record<Kill, number>>
  /** Whether a server is armed for that point, or will be. */
  awaits: (point: KillPoint) => 'now' | 'later' | 'never'
  /**
   * Resolves when every requested kill has happened or time is up; rejects if a server ended unexpectedly or did not
   * start.
   */
  allKilled: Promise<void>
  close: () => Promise<void>
}

/** How long a server may take to reach its kill point. */
const REACH_MS = 20_000

const json = { 'content-type': 'application/json' }

export const chaosServers = async ({
  environment,
  own,
  places,
  kept,
  wanted,
  until,
  chance,
}: {
  environment: Record<string, string>
  /** Extra environment of the server in a slot. */
  own: (place: number) => Record<string, string>
  /** How many servers are killed, and how many additional ones are not. */
  places: number
  kept: number
  wanted: readonly Kill[]
  /** No kill starts after this time. */
  until: number
  chance: Chance
}): Promise<ChaosServers> => {
  const [kills, missed]: [ChaosServers['kills'], ChaosServers['missed']] = [{}, {}]
  const waiting = [...wanted]
  /** The next kill of each slot, and whether its server is armed. */
  const ordered = new Map<number, { how: Kill; armed: boolean }>()
  const running = new Map<number, RunningServer>()
  const start = async (place: number) => {
    const server = await runServer({ ...environment, ...own(place) }, ['test/support/mailing/mail-server.ts'])
    running.set(place, server)
    return server
  }

  const endsWithin = (server: RunningServer, milliseconds: number) =>
    Promise.race([server.ended.then(() => true), delay(milliseconds, false, { ref: false })])

  const kill = async (server: RunningServer, how: Kill, armed: () => void): Promise<boolean> => {
    if (how === 'anywhere') {
      const untimely = await endsWithin(server, chance.between(300, 2_500))
      if (untimely) throw new Error(`a server ended by itself: ${server.printed()}`)
      await server.end('SIGKILL')
      return true
    }
    const body = JSON.stringify({ at: how, times: how === 'printing' ? 1 : chance.between(1, 3) })
    const response = await fetch(`${server.url}/chaos/end`, { method: 'POST', headers: json, body })
    if (!response.ok) throw new Error(`a server does not end itself: ${await response.text()}`)
    armed()
    if (await endsWithin(server, REACH_MS)) return true
    await server.end('SIGKILL')
    return false
  }

  const supervise = async (place: number) => {
    for (let how = waiting.shift(); how !== undefined && Date.now() < until; how = waiting.shift()) {
      const server = running.get(place) ?? (await start(place))
      ordered.set(place, { how, armed: false })
      const done = await kill(server, how, () => ordered.set(place, { how, armed: true }))
      ordered.delete(place)
      running.delete(place)
      const count = done ? kills : missed
      count[how] = (count[how] ?? 0) + 1
      if (!done) waiting.push(how)
      await start(place)
    }
  }
  for (let place = 0; place < places + kept; place += 1) await start(place)
  const all = Promise.all(Array.from({ length: places }, (_, place) => supervise(place)))
  const allKilled = all.then(() => undefined)
  // Callers await it later; until then a rejection must not be unhandled.
  allKilled.catch(() => undefined)

  /** The slot whose server is armed for a point. */
  const armedAt = (point: KillPoint | undefined): number | undefined =>
    [...ordered].find(([, { how, armed }]) => armed && how === point)?.[0]

  const insist = async (path: string, init: RequestInit = {}, leadsTo?: KillPoint): Promise<Response> => {
    for (;;) {
      const up = [...running.values()]
      const any = up[chance.between(0, Math.max(0, up.length - 1))]
      const meant = armedAt(leadsTo)
      const server = (meant === undefined ? undefined : running.get(meant)) ?? any
      const answer = server && (await fetch(`${server.url}${path}`, init).catch(() => null))
      if (answer?.ok) return answer
      // A failure that the kills did not cause would repeat forever.
      if (answer && answer.status < 500 && answer.status !== 409)
        throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      await delay(100)
    }
  }

  return {
    insist,
    kills,
    missed,
    awaits: point => {
      if (armedAt(point) !== undefined) return 'now'
      const isOrdered = [...ordered.values()].some(({ how }) => how === point)
      return isOrdered || waiting.includes(point) ? 'later' : 'never'
    },
    allKilled,
    close: async () => {
      waiting.length = 0
      await Promise.all([...running.values()].map(server => server.end('SIGKILL')))
    },
  }
}
