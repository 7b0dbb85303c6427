import { createContext, use, useSyncExternalStore } from 'react'
import type { ImpersonationAccess } from '#api/endpoint.ts'
import { ApiError } from '#web/api-error.ts'
import type { SessionName } from '#web/endpoint-manifest.ts'
import {
  currentSession,
  endSession,
  type Session,
  storeUserSession,
  subscribeToSession,
} from '#web/session-storage.ts'
import { signInClient } from '#web/sign-in-client.ts'
import { preserveTheme } from '#web/theme.ts'
import type { User, UserInfo } from '../contract.ts'

export const useSession = (): Session => useSyncExternalStore(subscribeToSession, currentSession)

/** Provided by the shell to its content. */
export const UserContext = createContext<UserInfo | null>(null)

/** The signed-in user. Only inside the shell, which renders nothing before the user is loaded. */
export const useUser = (): UserInfo => {
  const user = use(UserContext)
  if (user === null) throw new Error('useUser is for screens inside the shell')
  return user
}

/**
 * Why a manager in this account may not call an endpoint with this access; null if allowed, and always for the owner.
 * `beforeAgreement`: the endpoint's value.
 */
export const usePermission = (
  access: ImpersonationAccess,
  { beforeAgreement = false }: { beforeAgreement?: boolean } = {},
): string | null => {
  const { impersonation, notOffered } = useUser()
  if (!impersonation) return null
  if (access === 'never') return 'Only the client can do this.'
  if (access === 'read') return null
  if (impersonation.scope === 'read') return 'This account is open for reading only.'
  return beforeAgreement ? null : (notOffered.staffWork?.message ?? null)
}

export const startSession = (answer: { user: User }) => storeUserSession(answer.user)

const endOnServer = {
  user: () => signInClient.identity.signOut(),
  manager: () => signInClient.staff.signOut(),
} as const satisfies Record<SessionName, () => Promise<unknown>>

/**
 * Ends the session on the server and in this browser, here even if the server cannot be reached. A manager's session ends
 * together with the user's. The server tells the browser to clear its storage, except for the theme.
 */
export const signOut = async (name: SessionName = 'user'): Promise<void> => {
  let notice: string | null = null
  await preserveTheme(async () => {
    try {
      await endOnServer[name]()
    } catch (error) {
      const isOver = error instanceof ApiError && error.status === 401
      if (!isOver) notice = 'You are signed out on this device, but we could not reach the server.'
    }
  })
  endSession(notice, name)
}
