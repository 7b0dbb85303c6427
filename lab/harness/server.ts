import { type RunningServer, runServer } from '#test/support/run-server.ts'

/** How a process ended: its exit code (null if a signal ended it), and after how many milliseconds. */
export type End = { code: number | null; took: number }

/** Server processes at one address, restarted as a supervisor would. */
export type Server = {
  url: string
  /** The id of the running process. */
  pid: () => number
  /** Whether the latest process exited on its own. */
  endedByItself: () => boolean
  /** What the latest process printed. */
  printed: () => string
  /** Starts a process after the previous one ended; returns the milliseconds until it was ready. */
  start: () => Promise<number>
  /** `kill -9`. */
  kill: () => Promise<void>
  /** Sends SIGTERM and returns how it ended. */
  end: () => Promise<End>
}

/** The product's process, without rate limits. */
const PROGRAM = 'test/support/unlimited-server.ts'

/** Starts the product, or another program with the same interface. */
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
