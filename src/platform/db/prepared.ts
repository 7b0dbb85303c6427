import type { Database } from './database.ts'

/**
 * A statement that most requests ask, built once for a database; in a transaction it is built anew. `make` ends in
 * `.prepare(name)`: each connection to PostgreSQL knows it by that name and plans it once, so no two statements have one name.
 * Building and planning it costs more than running it (docs/reliability.md, "Where L1 and L6 are short").
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
