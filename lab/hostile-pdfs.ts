import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hostilePdfs } from '#test/support/files/hostile-pdfs.ts'
import { registerNewUser } from '#test/support/people/new-user.ts'
import { bareProduct, runServer } from '#test/support/run-server.ts'
import { loadOn } from './bench/load.ts'
import { CannotRunHere, type Scenario } from './scenario.ts'

const MAX_SECONDS = 35
const MAX_CHILD_MB = 500
const MAX_GROWTH_MB = 50
const MOST_P99_MS = 100
const LOOK_MS = 20

const statusOf = (pid: number | string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

const kilobytes = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)

const residentMb = (pid: number): number => kilobytes(statusOf(pid), 'VmRSS') / 1024

/** The highest memory use of any process of the server until stopped, in MB. */
const watchChildren = (server: number) => {
  const ending = new AbortController()
  let most = 0
  const looking = (async () => {
    while (!ending.signal.aborted) {
      for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
        const status = statusOf(pid)
        if (status.includes(`\nPPid:\t${server}\n`)) most = Math.max(most, kilobytes(status, 'VmHWM') / 1024)
      }
      await delay(LOOK_MS)
    }
    return most
  })()
  return () => {
    ending.abort()
    return looking
  }
}

/** The web pages of 20 MB that need the most memory. */
const hostilePages = (): Record<string, Buffer> => {
  const filled = (head: string, unit: string) =>
    Buffer.from(head + unit.repeat((20 * 1024 * 1024 - head.length) / unit.length))
  const message = 'MIME-Version: 1.0\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: '
  return {
    'a page of angle brackets': filled('<html>', '< '),
    'a page of letters and blanks': filled('<html><p>', 'a '),
    'a page of one tag': filled('<html><', 'a'),
    'a quoted-printable page': filled(`${message}quoted-printable\r\n\r\n`, '=C3=A9'),
    'a page in base64': filled(`${message}base64\r\n\r\n`, 'YSBh'),
  }
}

/** Hostile PDFs and web pages, imported one by one into a running server. */
export const hostilePdfImports: Scenario = {
  what: "hostile PDFs and web pages stay within their limits; the server's memory and latency stay normal",
  options: {},
  run: async ({ later }, report) => {
    if (process.platform !== 'linux') throw new CannotRunHere('it reads /proc, which only Linux has')
    const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-hostile-'))
    later(() => rm(dataDir, { recursive: true, force: true }))
    const server = await runServer({ ...bareProduct, DATA_DIR: dataDir }, [
      'test/support/unlimited-server.ts',
    ])
    later(() => server.end('SIGTERM'))
    const { accessToken } = await registerNewUser(server.url, 1)
    const importing = async (bytes: Buffer) => {
      const form = new FormData()
      form.set('file', new Blob([Uint8Array.from(bytes)]), 'report.pdf')
      const headers = { authorization: `Bearer ${accessToken}` }
      const asked = { method: 'POST', headers, body: form }
      return (await fetch(`${server.url}/api/v1/credit/reports/import`, asked)).status
    }
    const files = Object.entries({ ...hostilePages(), ...hostilePdfs() })
    // The first pass fills heap and caches; only what the second adds is growth.
    for (const [, bytes] of files) await importing(bytes)
    await loadOn(`${server.url}/livez`, {}, { seconds: 30, connections: 1 })
    await delay(5_000)
    const before = residentMb(server.pid)
    let slowest = 0
    let largest = 0
    let worst = 0
    const answers: number[] = []
    for (const [name, bytes] of files) {
      const stop = watchChildren(server.pid)
      const began = performance.now()
      const live = loadOn(`${server.url}/livez`, {}, { seconds: 3, connections: 1 })
      const status = await importing(bytes)
      const seconds = (performance.now() - began) / 1_000
      const { p99 } = await live
      const memory = await stop()
      report.did(
        `${name}: ${bytes.length} bytes, ${status} after ${seconds.toFixed(1)} s, ${memory.toFixed(0)} MB, /livez p99 ${p99.toFixed(0)} ms`,
      )
      answers.push(status)
      slowest = Math.max(slowest, seconds)
      largest = Math.max(largest, memory)
      worst = Math.max(worst, p99)
    }
    await delay(5_000)
    const growth = residentMb(server.pid) - before
    report.must(
      'each is refused',
      answers.every(status => status === 422 || status === 503),
      answers.join(' '),
    )
    report.must(`each ends within ${MAX_SECONDS} s`, slowest <= MAX_SECONDS, `${slowest.toFixed(1)} s`)
    report.must(
      `no process takes more than ${MAX_CHILD_MB} MB`,
      largest <= MAX_CHILD_MB,
      `${largest.toFixed(0)} MB`,
    )
    report.must(
      `the server grows by at most ${MAX_GROWTH_MB} MB`,
      growth <= MAX_GROWTH_MB,
      `${growth.toFixed(0)} MB`,
    )
    report.must(`/livez p99 stays under ${MOST_P99_MS} ms`, worst < MOST_P99_MS, `${worst.toFixed(0)} ms`)
  },
}
