import { ConfigError, readConfig } from '#platform/config/config.ts'

/** What an environment is refused with, null where it is taken. */
export const configMessage = (environment: Record<string, string>): string | null => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return null
}
