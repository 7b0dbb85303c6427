import { ConfigError, readConfig } from '#platform/config/config.ts'

/** The message with which an environment is refused, null if it is accepted. */
export const configMessage = (environment: Record<string, string>): string | null => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return null
}
