import { Agent, get } from 'node:http'
import { quantile } from './measure.ts'

/** A load of equal requests over kept connections. */

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

/** Asks for some seconds over so many connections at once, after one second that does not count. */
export const loadOn = async (
  url: string,
  headers: Record<string, string>,
  { seconds = 4, connections = 8 } = {},
): Promise<Load> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const began = performance.now()
  const [from, until] = [began + 1000, began + 1000 + seconds * 1000]
  let bytes = 0
  const worker = async () => {
    for (let at = performance.now(); at < until; at = performance.now()) {
      bytes = await once(url, headers, agent)
      if (at >= from) times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  return { perSecond: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99), bytes }
}
