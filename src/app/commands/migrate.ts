/**
 * `npm run db:migrate [-- --serve-as <role>]`, with the DATABASE_URL of the tables' owner: applies migrations, and lets a
 * role serve that owns nothing (docs/guides/operating.md, A role that owns nothing).
 */
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { migrateDatabase, openPostgres } from '#platform/db/database.ts'
import { grantServerRole } from '#platform/db/server-role.ts'
import { migrateQueue } from '#platform/jobs/jobs.ts'
import { exitWithError } from './run-command.ts'

try {
  const { values } = parseArgs({ options: { 'serve-as': { type: 'string' } } })
  const { databaseUrl } = readConfig(process.env)
  if (databaseUrl === null)
    throw new ConfigError('DATABASE_URL: is needed; the embedded database has one role')
  const database = await openPostgres(databaseUrl, error => {
    throw error
  })
  try {
    if (!database.canCreateTables)
      throw new ConfigError('DATABASE_URL: is of a role that may not make tables, or goes through a pooler')
    await migrateDatabase(database)
    await migrateQueue(database)
    const role = values['serve-as']
    if (role !== undefined) await grantServerRole(database.pool, role)
    console.log(
      role === undefined
        ? 'The schema is up to date.'
        : `The schema is up to date, and ${role} may serve with it.`,
    )
  } finally {
    await database.close()
  }
} catch (error) {
  exitWithError(error)
}
