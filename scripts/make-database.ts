/** Creates the empty database that new installations copy: `npm run build` runs it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { migrateDatabase, openEmbedded } from '#platform/db/database.ts'
import { emptyDatabase, emptyDatabaseKey } from '#platform/db/empty-database.ts'
import { migrateQueue } from '#platform/jobs/jobs.ts'

const { folder, keyFile } = emptyDatabase
rmSync(keyFile, { force: true })
rmSync(folder, { recursive: true, force: true })
mkdirSync(path.dirname(folder), { recursive: true })
const database = await openEmbedded({ folder }, error => {
  throw error
})
await migrateDatabase(database)
await migrateQueue(database)
// Drop the template databases, which are unused here: two thirds of what every new installation would copy.
await database.pool.query('update pg_database set datistemplate = false')
for (const template of ['template0', 'template1']) await database.pool.query(`drop database ${template}`)
await database.close()
writeFileSync(keyFile, emptyDatabaseKey())
