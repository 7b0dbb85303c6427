import { createHash, randomUUID } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'

/**
 * The folder of an empty embedded database with the newest schema. The build creates it once; a new installation copies
 * it, because creating one with PGlite takes four times as long as everything else in a first start.
 */

const root = join(import.meta.dirname, '../../..')
export const migrationsFolder = join(root, 'migrations')

/** Where the build stores it, with the key of its inputs. */
export const emptyDatabase = {
  folder: join(root, 'dist/database/pg'),
  keyFile: join(root, 'dist/database/key'),
}

/** Identifies the migrations, and the packages that created the folder and the queue's tables in it. */
export const emptyDatabaseKey = (): string => {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package.json')))
  for (const migration of readMigrationFiles({ migrationsFolder })) hash.update(migration.hash)
  return hash.digest('hex')
}

/**
 * Creates the database of a new installation. Does nothing if there already is one, or if none was built for this release:
 * then opening the folder creates one. An interrupted copy leaves no folder.
 */
export const copyEmptyDatabase = (folder: string, from = emptyDatabase): void => {
  if (existsSync(folder) || !existsSync(from.keyFile)) return
  if (readFileSync(from.keyFile, 'utf8') !== emptyDatabaseKey()) return
  const copy = `${folder}.copy`
  rmSync(copy, { recursive: true, force: true })
  cpSync(from.folder, copy, { recursive: true })
  // All copies share PostgreSQL's own numbers; this one detects a dump restored into another installation.
  appendFileSync(join(copy, 'postgresql.conf'), `\nfairfile.installation = '${randomUUID()}'\n`)
  renameSync(copy, folder)
}
