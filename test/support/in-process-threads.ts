import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createThreads as createRealThreads, type Threads } from '../../src/platform/threads.ts'

export * from '../../src/platform/threads.ts'

/**
 * The threads of the server tests: what the server runs in a thread runs here, on copies as a thread receives and returns them,
 * because starting threads and loading their modules in each took a quarter of the time. `platform/threads.test.ts` loads
 * every module in a real one; a planted user (`app/sweep.test.ts`) and tests of what only a thread does ask for
 * `inRealThreads`, which are the built ones if `BUILT_SERVER` is set; and the built server of the browser tests has no others.
 */
let real = false

export const inRealThreads = async <T>(work: () => Promise<T>): Promise<T> => {
  real = true
  try {
    return await work()
  } finally {
    real = false
  }
}

const { BUILT_SERVER } = process.env
const sources = path.join(import.meta.dirname, '../../src')

const builtOr = (module: URL): URL => {
  if (!BUILT_SERVER) return module
  const name = path.relative(sources, fileURLToPath(module)).replace(/\.ts$/, '.js')
  return pathToFileURL(path.join(BUILT_SERVER, '../threads', name.replaceAll(path.sep, '-')))
}

/** The compiler cannot see the types of a module that is found by its URL. */
const isModule = (loaded: unknown): loaded is Readonly<Record<string, (input: unknown) => unknown>> =>
  typeof loaded === 'object' && loaded !== null

/** What a thread passes back: a copy of the value, or of the error without its class. */
const copied = async (run: () => unknown): Promise<unknown> => {
  try {
    return structuredClone(await run())
  } catch (error) {
    throw structuredClone(error)
  }
}

export const createThreads = (limits: Parameters<typeof createRealThreads>[0]): Threads => {
  const threads = createRealThreads(limits)
  return {
    ...threads,
    define: (module, name, isResult) => {
      const inThread = threads.define(builtOr(module), name, isResult)
      return async input => {
        if (real) return inThread(input)
        const loaded: unknown = await import(module.href)
        const value = await copied(() => isModule(loaded) && loaded[name]?.(structuredClone(input)))
        if (!isResult(value)) throw new Error(`${name} returned something else from its thread`)
        return value
      }
    },
    // Its only purpose is speed.
    startAhead: () => undefined,
  }
}

export const reportThreads: Threads = createThreads({
  threads: 2,
  waiting: 50,
  timeoutMs: 30_000,
  memoryMb: 512,
})
