/** The code of an error from the system, a driver or a library, for example `ENOENT`; '' if it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
