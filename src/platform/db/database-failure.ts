import { errorCode } from '../error-code.ts'

/**
 * Classes and codes of SQLSTATE (PostgreSQL, appendix A) for a database that is temporarily unavailable: connection
 * lost, out of resources, shutting down; a lock or a time limit; a deadlock or a transaction to repeat.
 */
const busyStates = /^(08|53|57P|55P03$|57014$|40001$|40P01$|25P03$)/

/** Codes of the operating system and of the client. */
const lost = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/
const lostWords =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed) and is not queryable)/

/** Whether a failure is a violation of a unique key (SQLSTATE 23505). */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && (errorCode(error) === '23505' || isUniqueViolation(error.cause))

/** Whether a failure is a lock timeout (SQLSTATE 55P03). */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (errorCode(error) === '55P03' || isLockTimeout(error.cause))

/** Whether a failure only means that the database was unreachable or too busy: the same request may succeed later. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  return (
    busyStates.test(code) ||
    lost.test(code) ||
    lostWords.test(error.message) ||
    // A server that is down has no socket.
    (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') ||
    isDatabaseUnavailable(error.cause)
  )
}
