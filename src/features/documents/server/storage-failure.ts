import { AppError } from '#api/errors.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'

/** Does what needs the storage: a storage that does not answer is logged by its own code, and refused as `unavailable`. */
export const withStorageErrors = async <T>(log: Log, act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.error('storage failed', { code: error.code, error })
    throw new AppError('unavailable', { retryAfterSeconds: 5 })
  }
}
