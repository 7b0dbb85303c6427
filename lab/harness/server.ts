import { type RunningServer, runServer } from '#test/support/run-server.ts'

/** How a process ended: its exit code, null when a signal ended it, and after how many milliseconds. */
export type End = { code: number | null; took: number }

/** One server process after the other at one address, as a supervisor keeps it. */
export type Server = {
  url: string
  /** Of the process that runs now. */
  pid: () => number
  /** Whether the process that was started last ended by itself. */
  endedByItself: () => boolean
  /** What the process that was started last printed. */
  printed: () => string
  /** Starts another process after one has ended; gives how many milliseconds passed until it was ready. */
  start: () => Promise<number>
  /** `kill -9`. */
  kill: () => Promise<void>
  /** Asks it to end, and gives how it did. */
  end: () => Promise<End>
}

/** The product's own process, without limits for what a load asks. */
const PROGRAM = 'test/support/unlimited-server.ts'

/** Starts the product, or another program that answers as it does. */
export const startServer = async (
  settings: Record<string, string>,
  program: string = PROGRAM,
): Promise<Server> => {
  let wanted = false
  let alive = false
  const begin = async (more: Record<string, string> = {}) => {
    const begun = await runServer({ LOG_LEVEL: 'error', ...settings, ...more }, [program])
    wanted = true
    alive = true
    void begun.ended.then(() => {
      alive = false
    })
    return begun
  }
  let running: RunningServer = await begin()
  const { url } = running
  return {
    url,
    pid: () => running.pid,
    endedByItself: () => wanted && !alive,
    printed: () => running.printed(),
    start: async () => {
      const began = performance.now()
      running = await begin({ PORT: new URL(url).port })
      return performance.now() - began
    },
    kill: async () => {
      wanted = false
      await running.end('SIGKILL')
    },
    end: async () => {
      wanted = false
      const began = performance.now()
      const code = await running.end('SIGTERM')
      return { code, took: performance.now() - began }
    },
  }
}
