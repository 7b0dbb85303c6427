import type { Database } from './database.ts'

/**
 * A statement of most requests, built once per database; in a transaction it is built again. `make` ends in
 * `.prepare(name)`: each connection to PostgreSQL caches the plan under that name, so names are unique.
 * Building and planning costs more than running.
 */
export const preparePerConnection = <Statement extends object>(
  make: (db: Database) => Statement,
): ((db: Database) => Statement) => {
  const made = new WeakMap<Database, Statement>()
  return db => {
    const known = made.get(db)
    if (known) return known
    const statement = make(db)
    made.set(db, statement)
    return statement
  }
}
