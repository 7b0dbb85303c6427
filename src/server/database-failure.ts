/**
 * Classes and codes of SQLSTATE (PostgreSQL, appendix A) by which a database says that it cannot serve right now:
 * connection lost, out of resources, going down; a lock or a time limit; a deadlock or a transaction to repeat.
 */
const busyStates = /^(08|53|57P|55P03$|57014$|40001$|40P01$|25P03$)/

/** Of the operating system and of the client. */
const lost = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/
const lostWords = /^(timeout exceeded when trying to connect|Connection terminated)/

/** Whether a failure only says that the database was out of reach or too busy: the same request may succeed later. */
export const isDatabaseBusy = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    busyStates.test(code) || lost.test(code) || lostWords.test(error.message) || isDatabaseBusy(error.cause)
  )
}
