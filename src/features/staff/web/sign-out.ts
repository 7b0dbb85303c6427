import { ApiError } from '#web/api-error.ts'
import { client } from '#web/client.ts'
import { endSession } from '#web/markers.ts'
import { keepingTheme } from '#web/theme.ts'

/**
 * Ends the manager's session and the user's in this browser (specification section 4), on the server and here; here even
 * when the server cannot be reached, and then it says so. The server has the browser forget what it stored; the theme
 * is kept.
 */
export const signOutManager = async (): Promise<void> => {
  let notice: string | null = null
  await keepingTheme(async () => {
    try {
      await client.staff.signOut()
    } catch (error) {
      const over = error instanceof ApiError && error.status === 401
      if (!over) notice = 'You are signed out here, but the server did not hear of it'
    }
  })
  endSession(notice, 'm')
}
