import { Agent, get } from 'node:http'
import { quantile } from './measure.ts'

/** A load of equal requests over keep-alive connections. */

export type Load = { perSecond: number; p50: number; p99: number; bytes: number }

const once = (url: string, headers: Record<string, string>, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const asking = get(url, { agent, headers: { ...headers, 'accept-encoding': 'gzip' } }, answer => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${url} answered ${answer.statusCode}`)),
      )
      answer.on('error', reject)
    })
    asking.on('error', reject)
  })

type Setting = { seconds?: number; connections?: number }

/** Repeats a call for some seconds, several at a time, after one second of warm-up. The call returns its bytes. */
export const loadOf = async (
  act: () => Promise<number>,
  { seconds = 4, connections = 8 }: Setting = {},
): Promise<Load> => {
  const times: number[] = []
  const began = performance.now()
  const [from, until] = [began + 1000, began + 1000 + seconds * 1000]
  let bytes = 0
  const worker = async () => {
    for (let at = performance.now(); at < until; at = performance.now()) {
      bytes = await act()
      if (at >= from) times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return { perSecond: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99), bytes }
}

/** Loads an address over keep-alive connections; headers may differ per request. */
export const loadOn = async (
  url: string,
  headers: Record<string, string> | (() => Record<string, string>),
  setting: Setting = {},
): Promise<Load> => {
  const agent = new Agent({ keepAlive: true, maxSockets: setting.connections ?? 8 })
  const headersOf = typeof headers === 'function' ? headers : () => headers
  const load = await loadOf(() => once(url, headersOf(), agent), setting)
  agent.destroy()
  return load
}
