/** The code that the system, a driver or a library gave an error, `ENOENT` for one; '' where it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
