import { QueryClient } from '@tanstack/react-query'
import { currentSession, subscribeToSession } from './session-storage.ts'

/**
 * What the page has read, in memory only. Nothing is asked twice behind the person's back: a failure is shown with
 * Retry. Without a network a call fails at once in words instead of waiting.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

let before = currentSession()

/** What one person has read is never shown to the next. */
subscribeToSession(() => {
  const now = currentSession()
  if ((before.signedIn && !now.signedIn) || (before.manager && !now.manager)) queryClient.clear()
  before = now
})
