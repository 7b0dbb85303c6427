import type { QueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { currentSession, storedUser } from '#web/session-storage.ts'

/**
 * Takes what the page has read before its program was there (`early.js`) into the cache that the screens read from, once, and only
 * into the session that it was read in. The screen reads again what failed, and says so. Resolves when all is read.
 */
export const takeFirstReads = async (cache: QueryClient): Promise<void> => {
  const taken = globalThis.firstReads
  globalThis.firstReads = undefined
  if (taken === undefined || !currentSession().signedIn || taken.user !== storedUser()) return
  await Promise.allSettled(
    taken.reads.map(({ key, entry, input, started }) => {
      const queryKey = input === undefined ? key : [...key, input]
      return cache.query({ queryKey, queryFn: () => call(entry, input ?? {}, started) })
    }),
  )
}
