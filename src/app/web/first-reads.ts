import type { QueryClient } from '@tanstack/react-query'
import type { Call } from '#web/call.ts'
import { currentSession, storedLevel } from '#web/session-storage.ts'
import { signInClient } from '#web/sign-in-client.ts'

/**
 * Starts what the screen at an address reads while the files of the screen are still on their way; it would else wait for them, then
 * for the user, then for its data. A read that the screen does not take is only one too many.
 */
export const startFirstReads = (cache: QueryClient, path: string): void => {
  if (!currentSession().signedIn) return
  function start<Reply>(call: Call<void, Reply>): void
  function start<Input, Reply>(call: Call<Input, Reply>, input: Input): void
  function start<Input, Reply>(call: Call<Input | undefined, Reply>, input?: Input): void {
    const queryKey = input === undefined ? [...call.key] : [...call.key, input]
    // The screen reads again what failed, and says so.
    cache.query({ queryKey, queryFn: () => call(input) }).catch(() => undefined)
  }

  const { checklist, credit, findings, identity } = signInClient
  start(identity.me)
  if (path.startsWith('/analytics/')) {
    const level = storedLevel()
    start(credit.analytics, { level })
    start(findings.list)
    start(checklist.read)
    if (path === '/analytics/overview') start(credit.history, { level })
  } else if (path.startsWith('/disputes')) {
    start(credit.analytics)
    start(findings.list)
  }
}
