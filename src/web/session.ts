import { createContext, use, useSyncExternalStore } from 'react'
import type { User, UserInfo } from '#features/identity/contract.ts'
import { ApiError } from './api-error.ts'
import { client } from './client.ts'
import type { SessionName } from './endpoint-manifest.ts'
import {
  currentSession,
  endSession,
  type Session,
  storeUserSession,
  subscribeToSession,
} from './session-storage.ts'
import { preserveTheme } from './theme.ts'

/** Who is signed in, and the words to show when a session ended by itself. */
export const useSession = (): Session => useSyncExternalStore(subscribeToSession, currentSession)

/** The person, given by the shell to everything in it. */
export const UserContext = createContext<UserInfo | null>(null)

/** The signed-in person. Only inside the shell, which shows nothing before it knows the person. */
export const useUser = (): UserInfo => {
  const user = use(UserContext)
  if (user === null) throw new Error('useUser is for screens inside the shell')
  return user
}

/** A sign-in or registration was answered: this browser is signed in from now on. */
export const startSession = (answer: { user: User }) => storeUserSession(answer.user)

const endings = {
  u: () => client.identity.signOut(),
  m: () => client.staff.signOut(),
} as const satisfies Record<SessionName, () => Promise<unknown>>

/**
 * Ends the session on the server and here; here even when the server cannot be reached, and then it says so. A manager's
 * ends with the user's in this browser (specification section 4). The server has the browser forget what it stored; the
 * theme is kept.
 */
export const signOut = async (who: SessionName = 'u'): Promise<void> => {
  let notice: string | null = null
  await preserveTheme(async () => {
    try {
      await endings[who]()
    } catch (error) {
      const over = error instanceof ApiError && error.status === 401
      if (!over) notice = 'You are signed out here, but the server did not hear of it'
    }
  })
  endSession(notice, who)
}
