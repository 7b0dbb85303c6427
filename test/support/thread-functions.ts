import { threadId } from 'node:worker_threads'

/** Functions for worker threads, one for each way to end (`platform/threads.test.ts`). */

export const greeting = (name: string): string => `hi ${name}`

export const failing = (name: string): never => {
  throw new Error(`broken by ${name}`)
}

/** A function cannot be sent back. */
export const unsendable = (): unknown => () => 1

export const number = (): number => 1

export const endless = (): Promise<string> => new Promise(() => undefined)

export const exiting = (): never => process.exit(1)

/** What another module exports, loaded in the thread. */
export const namesIn = async (module: string): Promise<string> => {
  const loaded: unknown = await import(module)
  return typeof loaded === 'object' && loaded !== null ? Object.keys(loaded).join() : ''
}

let calls = 0
export const count = (): string => {
  calls += 1
  const settings = Object.keys(process.env).filter(name => name !== 'NODE_COMPILE_CACHE')
  return `${calls} with ${settings.length} variables`
}

/** Threads are numbered in the order in which they were started. */
export const thread = (): string => String(threadId)
