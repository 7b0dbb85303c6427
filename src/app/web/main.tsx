import '#web/ui/tokens.css'
import '#web/ui/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { call } from '#web/call.ts'
import { setSharedSecret } from '#web/send.ts'
import { currentSession, storedUser, subscribeToSession } from '#web/session-storage.ts'
import { router } from './routes.tsx'

/**
 * In memory only. Nothing is retried in the background: a failure is shown with Retry. Without a network a call fails
 * immediately with a message instead of waiting.
 */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

let before = currentSession()

/** Data read by one user is never shown to the next. */
subscribeToSession(() => {
  const now = currentSession()
  if ((before.signedIn && !now.signedIn) || (before.manager && !now.manager)) queryClient.clear()
  before = now
})

const secret = document.querySelector<HTMLMetaElement>('meta[name="shared-secret"]')?.content
if (secret !== undefined) setSharedSecret(secret)

/**
 * Moves the data that `early.js` requested before the scripts were loaded into the query cache, once, and only in the
 * same session. The screen requests again what failed, and shows the error. Resolves when everything is loaded.
 */
const takeFirstReads = async (): Promise<void> => {
  const taken = globalThis.firstReads
  globalThis.firstReads = undefined
  if (taken === undefined || !currentSession().signedIn || taken.user !== storedUser()) return
  await Promise.allSettled(
    taken.reads.map(({ key, entry, input, started }) => {
      const queryKey = input === undefined ? key : [...key, input]
      return queryClient.query({ queryKey, queryFn: () => call(entry, input ?? {}, started) })
    }),
  )
}
const firstReads = takeFirstReads()

/**
 * Loads after the scripts. Text drawn with the fallback font would shift; if the font cannot be loaded, the fallback
 * stays.
 */
const font = document.fonts.load('1rem "Inter Variable"').catch(() => [])

/** How long the page stays empty while the first screen's files, data or font are missing; then a spinner shows. */
const patienceMs = 800

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no place for the app')
const show = () =>
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )

// Its files and data are loading. Rendered before they arrive, it would be drawn twice, since React waits 300 ms between
// a placeholder and its content.
void Promise.race([
  Promise.all([router.load(), firstReads, font]),
  new Promise(resolve => setTimeout(resolve, patienceMs)),
]).then(show)
