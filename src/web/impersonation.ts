import type { ImpersonationAccess } from '#api/endpoint.ts'
import { ApiError } from './api-error.ts'
import { client } from './client.ts'
import { useUser } from './session.ts'
import { endSession } from './session-storage.ts'

/** Why a manager in this account may not call an endpoint with this access; null if allowed, and always for the owner. */
export const usePermission = (opened: ImpersonationAccess): string | null => {
  const { impersonation } = useUser()
  if (!impersonation) return null
  if (opened === 'never') return 'Only the client can do this.'
  return opened === 'assist' && impersonation.scope === 'read'
    ? 'This account is open for reading only.'
    : null
}

/**
 * Closes the client account and keeps the manager's session. `me` comes first, because after a page load only its
 * response brings the CSRF token. An expired session has closed the account already.
 */
export const leaveClientAccount = async (): Promise<void> => {
  try {
    await client.staff.me()
    await client.staff.closeClient()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return
    throw error
  }
  endSession(null)
}
