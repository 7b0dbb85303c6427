/** So long the page waits for another answer before it sends the draft, in milliseconds. */
const pauseMs = 800

/** One after the other, so that an older draft never comes after a newer one. */
let line: Promise<unknown> = Promise.resolve()

/** Resolves when what was sent of any draft so far has been answered. */
export const draftsSaved = (): Promise<unknown> => line

const inLine = (send: () => Promise<unknown>, onFailed: (error: unknown) => void) => {
  line = line.then(send).catch(onFailed)
}

type Keeper = {
  /** Sends this after a pause, in place of what waits. */
  later: (send: () => Promise<unknown>) => void
  /** Sends what waits, now. */
  now: () => void
  /** Sends this now, and nothing that waits. */
  instead: (send: () => Promise<unknown>) => void
}

/** Sends drafts in their order, the last of several quick ones only. `onFailed` hears of each that did not arrive. */
export const createDraftSaver = (onFailed: (error: unknown) => void): Keeper => {
  let waiting: { send: () => Promise<unknown>; timer: ReturnType<typeof setTimeout> } | null = null
  const forget = () => {
    if (waiting !== null) clearTimeout(waiting.timer)
    waiting = null
  }
  const now = () => {
    const send = waiting?.send
    forget()
    if (send !== undefined) inLine(send, onFailed)
  }
  return {
    now,
    later: send => {
      forget()
      waiting = { send, timer: setTimeout(now, pauseMs) }
    },
    instead: send => {
      forget()
      inLine(send, onFailed)
    },
  }
}
