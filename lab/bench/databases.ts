import { findPostgres, startPostgres } from '../../scripts/postgres.mjs'
import { say } from './measure.ts'

/** The two databases of the product. */

/** Runs a measurement on the embedded database, then on PostgreSQL where that is installed. */
export const onEveryDatabase = async (
  measure: (name: string, settings: Record<string, string>) => Promise<void>,
): Promise<void> => {
  await measure('embedded database', {})
  const programs = findPostgres()
  if (!programs) {
    say('PostgreSQL 15 or newer is not installed here: measured on the embedded database only.')
    return
  }
  const postgres = await startPostgres(programs)
  try {
    await measure('PostgreSQL', { DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}
