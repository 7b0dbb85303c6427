import { existsSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { encodeFrame, readFrames } from './process-frames.ts'
import {
  createProcessPool,
  type ProcessPool,
  type ProcessSetting,
  restrictedProgram,
} from './process-pool.ts'

const opened: ProcessPool[] = []
const open = (own: Partial<ProcessSetting> & Pick<ProcessSetting, 'program'>): ProcessPool => {
  const pool = createProcessPool({
    concurrent: 2,
    waiting: 20,
    timeoutMs: 30_000,
    filesEach: 100,
    answer: { parts: 1, mostBytes: 1_000 },
    processorSeconds: null,
    dataMb: 1_024,
    ...own,
  })
  opened.push(pool)
  return pool
}
afterEach(() => {
  for (const pool of opened.splice(0)) pool.close()
})

const file = Buffer.from('file')
const ready = 'process.stdout.write(Buffer.alloc(4));'

/** A process that reports ready and never responds; a shell starts faster than Node. */
const silent = ['/bin/sh', '-c', 'head -c 4 /dev/zero; exec sleep 60']

/** A process that reports ready, and then runs the code with the first bytes it receives. */
const acting = (code: string, start = ready) => [
  process.execPath,
  '-e',
  `const answer = text => { const head = Buffer.alloc(4); head.writeUInt32BE(Buffer.byteLength(text)); process.stdout.write(Buffer.concat([head, Buffer.from(text)])) };
   ${start} process.stdin.on('data', bytes => { ${code} })`,
]

/** Responds with its number and whether the kernel lets it gain privileges. */
const telling = `
  const status = require('node:fs').readFileSync('/proc/self/status', 'utf8')
  answer(process.pid + ' ' + /NoNewPrivs:.(.)/.exec(status)[1])
`

const textOf = (answer: Buffer[] | null) => answer?.[0]?.toString('utf8')

it.runIf(process.platform === 'linux')(
  'opens only files of one owner in a process, which cannot gain privileges',
  async () => {
    const pool = open({ program: acting(telling) })
    const results: (string | undefined)[] = []
    for (const owner of ['maya', 'maya', 'daniel', 'maya', 'ana', 'daniel', 'nora', 'maya'])
      results.push(textOf(await pool.run([file], owner)))
    const [maya, mayaAgain, daniel, mayaThen, ana, danielThen, nora, mayaLast] = results
    expect([mayaAgain, mayaThen, danielThen]).toEqual([maya, maya, daniel])
    // Nora's replaced the one that was idle longest.
    expect(new Set([maya, daniel, ana, nora, mayaLast]).size).toBe(5)
    const isBounded = existsSync('/usr/bin/setpriv')
    expect(new Set(results.map(line => line?.split(' ')[1]))).toEqual(new Set([isBounded ? '1' : '0']))
  },
)

it('replaces a process after some files', async () => {
  const pool = open({ program: acting('answer(String(process.pid))'), filesEach: 2 })
  const results: (string | undefined)[] = []
  for (let round = 0; round < 3; round++) results.push(textOf(await pool.run([file], 'maya')))
  expect(new Set(results).size).toBe(2)
})

it.each([
  ['dies of it', 'process.kill(process.pid, "SIGSEGV")'],
  ['announces a longer answer than it may give', 'process.stdout.write(Buffer.alloc(8, 255))'],
])('returns null when the process %s, and continues with a new one', async (_, code) => {
  const pool = open({
    program: acting(`if (bytes.includes('bad')) { ${code} } else answer('read')`),
    concurrent: 1,
  })
  expect(await pool.run([Buffer.from('bad')], 'maya')).toBeNull()
  expect(textOf(await pool.run([file], 'maya'))).toBe('read')
})

it.runIf(process.platform !== 'win32')(
  'lets the kernel end a process that uses too much CPU or memory',
  async () => {
    const busy = open({ program: acting('for (;;) {}'), processorSeconds: 1 })
    expect(await busy.run([file], 'maya')).toBeNull()
    const hungry = open({
      program: acting('const all = []; for (;;) all.push(Buffer.alloc(50_000_000, 1))'),
      timeoutMs: 60_000,
    })
    expect(await hungry.run([file], 'maya')).toBeNull()
    const program = acting("Buffer.alloc(250_000_000, 1); answer('read')")
    expect(await open({ program, dataMb: 800 }).run([file], 'maya')).toBeNull()
    expect(textOf(await open({ program }).run([file], 'maya'))).toBe('read')
  },
)

it.each([
  ['never answers', silent, 1_500],
  ['closes its output', acting('process.stdout.destroy()'), 2_000],
])('is unavailable, with no verdict on the file, when the process %s', async (_, program, timeoutMs) => {
  await expect(open({ program, timeoutMs }).run([file], 'maya')).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 5,
  })
})

it.each([
  ['cannot be started', ['/nowhere/node']],
  ['ends before it is ready', acting('', 'process.exit(1);')],
])('is unavailable when its process %s', async (_, program) => {
  await expect(open({ program }).run([file], 'maya')).rejects.toMatchObject({ code: 'unavailable' })
})

it('is unavailable when too many wait', async () => {
  const pool = open({ program: silent, timeoutMs: 500, concurrent: 1, waiting: 1 })
  const [first, second] = [pool.run([file], 'maya'), pool.run([file], 'maya')]
  await expect(pool.run([file], 'maya')).rejects.toMatchObject({ code: 'unavailable' })
  for (const waited of [first, second]) await expect(waited).rejects.toMatchObject({ code: 'unavailable' })
})

it('starts processes without environment and network', async () => {
  const program = restrictedProgram(new URL('../../test/support/files/prying-child.ts', import.meta.url), {
    heapMb: 64,
    reads: ['test/support/files/prying-child.ts'],
    flags: ['--disallow-code-generation-from-strings'],
  })
  const result: unknown = JSON.parse(textOf(await open({ program }).run([file], 'maya')) ?? '')
  expect(result).toEqual({ able: [], environment: ['MALLOC_ARENA_MAX'] })
})

describe('a message', () => {
  it('is complete regardless of how it was split', async () => {
    const messages = [
      [Buffer.of(1, 2, 3), Buffer.alloc(0)],
      [Buffer.alloc(0), Buffer.of(4)],
    ]
    const whole = Buffer.concat(messages.map(encodeFrame))
    for (const size of [1, 3, 8, 100]) {
      const received: Buffer[][] = []
      for await (const parts of readFrames(cut(whole, size), 2, 10)) received.push(parts)
      expect(received).toEqual(messages)
    }
  })
})

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
