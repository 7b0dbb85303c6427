import { setTimeout as delay } from 'node:timers/promises'
import type { Chance } from '../chance.ts'
import { type RunningServer, runServer } from '../run-server.ts'
import type { KillPoint } from './kill-points.ts'

/** Servers that are killed, one kill after the other in each place, and started again. */

/** A kill: at a named point, or from outside at any moment. */
export type Kill = KillPoint | 'anywhere'

export type ChaosServers = {
  /**
   * Asks any of them until one answers well, as a person who presses the button again. What leads to a point is asked of the
   * server that is to end there, while one is.
   */
  insist: (path: string, init?: RequestInit, leadsTo?: KillPoint) => Promise<Response>
  /** Kills that happened, by their kind. */
  kills: Partial<Record<Kill, number>>
  /** Kills that were asked for at a point that was not reached in time; each was asked for again. */
  missed: Partial<Record<Kill, number>>
  /** Whether a server is to end at that point now, or another one later. */
  awaits: (point: KillPoint) => 'now' | 'later' | 'never'
  /** Resolves when every kill that was asked for has happened, or their time is over; rejects when a server ended by itself or did not start. */
  allKilled: Promise<void>
  close: () => Promise<void>
}

/** How long a server may take to come to the point where it is to end. */
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
  /** What a server has beside it, by its place. */
  own: (place: number) => Record<string, string>
  /** How many run at once and are killed, and how many beside them are not. */
  places: number
  kept: number
  wanted: readonly Kill[]
  /** The time after which no further kill is begun. */
  until: number
  chance: Chance
}): Promise<ChaosServers> => {
  const [kills, missed]: [ChaosServers['kills'], ChaosServers['missed']] = [{}, {}]
  const waiting = [...wanted]
  /** The next kill of each place, and whether its server knows where to end. */
  const ordered = new Map<number, { how: Kill; armed: boolean }>()
  const running = new Map<number, RunningServer>()
  const start = async (place: number) => {
    const server = await runServer({ ...environment, ...own(place) }, ['test/support/mailing/mail-server.ts'])
    running.set(place, server)
    return server
  }

  /** Whether the server ended within the time. */
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
    const asked = await fetch(`${server.url}/chaos/end`, { method: 'POST', headers: json, body })
    if (!asked.ok) throw new Error(`a server does not end itself: ${await asked.text()}`)
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
  // Whoever waits for it learns of a failure; until then it is nobody's.
  allKilled.catch(() => undefined)

  /** The place of the server that is to end at a point now. */
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
      // What is not the kills' doing would never end.
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
