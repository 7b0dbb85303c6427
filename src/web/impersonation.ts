import type { ImpersonationAccess } from '#api/endpoint.ts'
import { ApiError } from './api-error.ts'
import { client } from './client.ts'
import { useUser } from './session.ts'
import { endSession } from './session-storage.ts'

/**
 * Why a manager who has this account open may not do what an endpoint with this `opened` does, in words; null when
 * it may be done, and for the owner always.
 */
export const usePermission = (opened: ImpersonationAccess): string | null => {
  const { impersonation } = useUser()
  if (!impersonation) return null
  if (opened === 'never') return 'Only the client can do this.'
  return opened === 'assist' && impersonation.scope === 'read'
    ? 'This account is open for reading only.'
    : null
}

/**
 * Closes the client account that the manager has open and leaves the manager. The manager's session is asked for
 * first, since after a page load only its answer brings the proof that acts need. Throws `ApiError` when the server
 * cannot be asked; a session that is over closed the account itself.
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
