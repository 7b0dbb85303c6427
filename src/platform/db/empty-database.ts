import { createHash, randomUUID } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'

/**
 * The embedded database's folder with the newest schema and nothing in it. The build makes it once; a new installation copies it,
 * because making one with PGlite takes four times as long as all else that a first start does.
 */

const root = join(import.meta.dirname, '../../..')
export const migrationsFolder = join(root, 'migrations')

/** Where the build leaves it, with the key of what it was made from. */
export const emptyDatabase = {
  folder: join(root, 'dist/database/pg'),
  keyFile: join(root, 'dist/database/key'),
}

/** Names the migrations, and the packages that made the folder and the queue's tables in it. */
export const emptyDatabaseKey = (): string => {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package.json')))
  for (const migration of readMigrationFiles({ migrationsFolder })) hash.update(migration.hash)
  return hash.digest('hex')
}

/**
 * Gives a new installation its database. Does nothing where a database is already, or where none was built for this release:
 * then opening the folder makes one. A copy that was interrupted leaves no folder.
 */
export const copyEmptyDatabase = (folder: string, from = emptyDatabase): void => {
  if (existsSync(folder) || !existsSync(from.keyFile)) return
  if (readFileSync(from.keyFile, 'utf8') !== emptyDatabaseKey()) return
  const copy = `${folder}.copy`
  rmSync(copy, { recursive: true, force: true })
  cpSync(from.folder, copy, { recursive: true })
  // All copies have PostgreSQL's own numbers in common; by this one a dump restored into another installation is noticed.
  appendFileSync(join(copy, 'postgresql.conf'), `\nfairfile.installation = '${randomUUID()}'\n`)
  renameSync(copy, folder)
}
