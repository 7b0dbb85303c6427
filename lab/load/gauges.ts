import { setTimeout as delay } from 'node:timers/promises'

/** A server's own metrics under load. */

/** The size of the PostgreSQL connection pool (`src/platform/db/database.ts`). */
const CONNECTIONS = 20
const LOOK_MS = 1_000
/** The bucket of `db_wait_seconds` that L5 checks. */
const SOON = '0.01'

/** Times in milliseconds, shares from 0 to 1. */
export type Standing = {
  /** The average share of connections in use. */
  poolUse: number
  /** The share of waits for a connection of at most 10 ms. */
  waitedLittle: number
  /** p99 of the event loop's delay: in the worst second, and averaged over seconds. */
  loopDelay: { worst: number; average: number }
}

const valueIn = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find(line => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )

const metricsAt = async (port: number): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

const waitsIn = (text: string) => ({
  little: valueIn(text, `db_wait_seconds_bucket{le="${SOON}"}`),
  all: valueIn(text, 'db_wait_seconds_count'),
})

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Takes samples until stopped. The delay histogram is reset at each sample. */
export const watchStanding = (port: number): { stop: () => Promise<Standing> } => {
  const ending = new AbortController()
  const looking = async (): Promise<Standing> => {
    const before = waitsIn(await metricsAt(port))
    const [uses, delays]: [number[], number[]] = [[], []]
    let text = ''
    while (!ending.signal.aborted) {
      await delay(LOOK_MS, undefined, { signal: ending.signal }).catch(() => undefined)
      text = await metricsAt(port)
      uses.push(valueIn(text, 'db_connections{state="used"}') / CONNECTIONS)
      delays.push(valueIn(text, 'nodejs_eventloop_lag_p99_seconds') * 1_000)
    }
    const after = waitsIn(text)
    return {
      poolUse: mean(uses),
      waitedLittle: (after.little - before.little) / (after.all - before.all),
      loopDelay: { worst: Math.max(...delays), average: mean(delays) },
    }
  }
  const looked = looking()
  return {
    stop: () => {
      ending.abort()
      return looked
    },
  }
}
