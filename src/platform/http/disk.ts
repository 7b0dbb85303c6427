import { access, constants } from 'node:fs/promises'
import { errorCode } from '../error-code.ts'
import { withDeadline } from '../in-time.ts'

const PATIENCE_MS = 500

/**
 * Whether a folder can be read and written, asked within half a second: not when its disk is gone, fell back to reading alone
 * or hangs. A folder that was not made yet can be; a full disk counts as there, since whoever only reads is still served.
 */
export const isDiskReachable = async (folder: string): Promise<boolean> => {
  const asked = access(`${folder}/`, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    (error: unknown) => errorCode(error) === 'ENOENT',
  )
  return (await withDeadline(asked, PATIENCE_MS)) ?? false
}
