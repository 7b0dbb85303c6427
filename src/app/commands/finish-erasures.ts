/**
 * `npm run erasures:finish`, with the DATABASE_URL of the tables' owner: rewrites the tables that contain dead rows of
 * erased users (docs/guides/operating.md, After an erasure). A server whose role owns the tables does this itself.
 */
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { openPostgres } from '#platform/db/database.ts'
import { finishErasures } from '#platform/erasures.ts'
import { exitWithError } from './run-command.ts'

try {
  const { databaseUrl } = readConfig(process.env)
  if (databaseUrl === null)
    throw new ConfigError(
      'DATABASE_URL: is needed; the embedded database is a folder, whose copies you delete',
    )
  const database = await openPostgres(databaseUrl, error => {
    throw error
  })
  try {
    if (!database.canCreateTables)
      throw new ConfigError(
        'DATABASE_URL: is of a role that does not own the tables, or goes through a pooler',
      )
    const result = await finishErasures(database, new Date(database.now()))
    console.log(
      result === null
        ? 'No user was erased since the last run.'
        : `${result.tables} tables were rewritten in ${result.seconds.toFixed(1)} s.`,
    )
  } finally {
    await database.close()
  }
} catch (error) {
  exitWithError(error)
}
