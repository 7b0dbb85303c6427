import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode, type FieldErrors } from '#api/errors.ts'
import { turnsOf } from './jobs/turns.ts'

/**
 * Functions of other modules, computed in threads apart from the server's own: a long report may take a second of a
 * processor, and the server answers everybody else meanwhile.
 */

/** What a thread is asked: an exported function of a module, with what it is given. */
export type Asked = { id: number; module: string; name: string; input: unknown }

/** What a thread says: what the function gave, or how it refused or failed. */
export type Said =
  | { id: number; kind: 'gave'; value: unknown }
  | { id: number; kind: 'refused'; code: ErrorCode; message: string; fields: FieldErrors | undefined }
  | { id: number; kind: 'failed'; words: string }

const isSaid = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && 'id' in value && 'kind' in value

const THREADS = 2
const WAITING = 50
const MEMORY_MB = 512
/** The longest permitted report takes a few seconds on a busy machine; what takes longer does not end. */
const PATIENCE_MS = 30_000

type Thread = { ask: (asked: Omit<Asked, 'id'>) => Promise<unknown>; isAlive: () => boolean }

const failure = (said: Exclude<Said, { kind: 'gave' }>): Error =>
  said.kind === 'refused'
    ? new AppError(said.code, { message: said.message, ...(said.fields && { fields: said.fields }) })
    : new Error(`a thread failed: ${said.words}`)

const startThread = (): Thread => {
  const worker = new Worker(new URL('./apart-worker.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  let isAlive = true
  let asked = 0
  let pending: { id: number; settle: (said: Said) => void } | null = null
  const die = (words: string) => {
    isAlive = false
    if (pending) pending.settle({ id: pending.id, kind: 'failed', words })
  }
  worker.on('message', (said: unknown) => {
    if (isSaid(said) && pending?.id === said.id) pending.settle(said)
  })
  worker.on('error', (error: unknown) => die(String(error)))
  worker.on('exit', () => die('it ended'))
  worker.unref()
  return {
    isAlive: () => isAlive,
    ask: what =>
      new Promise((resolve, reject) => {
        asked += 1
        const id = asked
        const timer = setTimeout(() => {
          die('it took too long')
          worker.terminate().catch(reject)
        }, PATIENCE_MS)
        worker.ref()
        pending = {
          id,
          settle: said => {
            clearTimeout(timer)
            pending = null
            worker.unref()
            if (said.kind === 'gave') resolve(said.value)
            else reject(failure(said))
          },
        }
        worker.postMessage({ id, ...what } satisfies Asked)
      }),
  }
}

const idle: Thread[] = []
const inTurn = turnsOf({ atOnce: THREADS, waiting: WAITING })

/** Has a function called in a thread of two, which are kept; refuses as it does, and `unavailable` when too many wait. */
const called = (what: Omit<Asked, 'id'>): Promise<unknown> =>
  inTurn(async () => {
    const thread = idle.pop() ?? startThread()
    try {
      return await thread.ask(what)
    } finally {
      if (thread.isAlive()) idle.push(thread)
    }
  })

/**
 * A function that a module exports under a name, as one that is computed apart. `isGiven` tells whether what came back is
 * what the function gives. Both ways only data passes: no function, no class.
 */
export const apart =
  <Act extends (input: never) => unknown>(
    module: URL,
    name: string,
    isGiven: (value: unknown) => value is ReturnType<Act>,
  ): ((input: Parameters<Act>[0]) => Promise<ReturnType<Act>>) =>
  async input => {
    const value = await called({ module: module.href, name, input })
    if (!isGiven(value)) throw new Error(`a thread gave something else for ${name}`)
    return value
  }

/** Whether a thread gave bytes. */
export const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array
