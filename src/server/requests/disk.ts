import { access, constants } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 500

/**
 * Whether a folder can be read and written, asked within half a second: not when its disk is gone, fell back to reading alone
 * or hangs. A folder that was not made yet can be; a full disk counts as there, since whoever only reads is still served.
 */
export const diskAnswers = async (folder: string): Promise<boolean> => {
  const patience = new AbortController()
  const late = delay(PATIENCE_MS, false, { signal: patience.signal, ref: false }).catch(() => false)
  const asked = access(`${folder}/`, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT',
  )
  const answered = await Promise.race([asked, late])
  patience.abort()
  return answered
}
