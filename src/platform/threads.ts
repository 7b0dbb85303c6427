import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { Piscina } from 'piscina'
import { AppError } from '#api/errors.ts'
import { boundedQueue } from './concurrency.ts'
import { errorCode } from './error-code.ts'

/**
 * Functions of other modules, run in worker threads: a long report may take a CPU second, and the server keeps serving
 * others meanwhile. Threads get none of the server's settings. Only data is passed in both directions: no functions, no
 * classes.
 */

/** Node's compile cache: with it, a thread that reads a report starts in a third of the time. */
const threadEnvironment = (): Record<string, string> => {
  // Node creates a folder for its version inside the configured one.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) }
}

type ThreadLimits = {
  /** How many run concurrently; a thread is started when it is first needed. */
  threads: number
  /** How many may wait for a thread; more are refused with `unavailable`. */
  waiting: number
  timeoutMs: number
  memoryMb?: number
  /**
   * Whether each task gets a new thread, without state of earlier tasks. The thread for the next task of a module is started
   * in advance, since that takes longer than an ordinary task.
   */
  fresh?: true
}

/** The task took too long or too much memory, or its thread ended. */
export class ThreadLost extends AppError {
  constructor() {
    super('unavailable', { retryAfterSeconds: 5 })
  }
}

const isThreadLost = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ||
    error.message.startsWith('worker exited'))

export type Threads = {
  /**
   * The function that a module exports under a name, to be run in a thread; refuses `ThreadLost`, and fails if the
   * function fails. `isResult` checks the result, because the compiler cannot see the module's types.
   */
  define: <F extends (input: never) => unknown, Result = Awaited<ReturnType<F>>>(
    module: URL,
    name: string,
    isResult: (value: unknown) => value is Result,
  ) => (input: Parameters<F>[0]) => Promise<Result>
  /** Starts the thread for the first task of a module in advance, if each task gets a new one. */
  startAhead: (module: URL) => void
  close: () => Promise<void>
}

export const createThreads = ({ threads, waiting, timeoutMs, memoryMb, fresh }: ThreadLimits): Threads => {
  const inQueue = boundedQueue({ concurrent: threads, waiting })
  /** With a module, its single thread is started now and loads it. */
  const startPool = (module?: URL) => {
    const pool = new Piscina<unknown, unknown>({
      ...(module ? { filename: module.href, minThreads: 1 } : { minThreads: 0 }),
      maxThreads: fresh ? 1 : threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      env: threadEnvironment(),
      ...(memoryMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
    })
    // Without a listener, a thread that fails between two tasks would end the process.
    pool.on('error', () => undefined)
    return pool
  }
  let kept: Piscina<unknown, unknown> | null = null
  const ahead = new Map<string, Piscina<unknown, unknown>>()

  const startAhead = (module: URL) => {
    if (fresh && !ahead.has(module.href)) ahead.set(module.href, startPool(module))
  }

  const poolFor = (module: URL) => {
    if (!fresh) {
      kept ??= startPool()
      return kept
    }
    const started = ahead.get(module.href) ?? startPool(module)
    ahead.delete(module.href)
    return started
  }

  const runIn = async (pool: Piscina<unknown, unknown>, module: URL, name: string, input: unknown) => {
    try {
      return await pool.run(input, { filename: module.href, name, signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      throw isThreadLost(error) ? new ThreadLost() : error
    }
  }

  /** The next task in line waits until the thread of this one has ended; the caller does not. */
  const runInNew = (module: URL, name: string, input: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      inQueue(async () => {
        const pool = poolFor(module)
        await runIn(pool, module, name, input).then(resolve, reject)
        startAhead(module)
        await pool.destroy()
      }).catch(reject)
    })

  const run = (module: URL, name: string, input: unknown): Promise<unknown> =>
    fresh ? runInNew(module, name, input) : inQueue(() => runIn(poolFor(module), module, name, input))

  return {
    define: (module, name, isResult) => async input => {
      const value = await run(module, name, input)
      if (!isResult(value)) throw new Error(`${name} returned something else from its thread`)
      return value
    },
    startAhead,
    close: async () => {
      const pools = [...ahead.values(), ...(kept ? [kept] : [])]
      ahead.clear()
      kept = null
      await Promise.all(pools.map(pool => pool.destroy()))
    },
  }
}

/** For computations on whole reports; the longest permitted one takes a few seconds on a busy machine. */
export const reportThreads = createThreads({ threads: 2, waiting: 50, timeoutMs: 30_000, memoryMb: 512 })

/** Whether a thread returned bytes. */
export const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array
