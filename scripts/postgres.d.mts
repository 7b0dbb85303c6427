/** The folder of PostgreSQL's server programs; undefined where none is installed. */
export function findPostgres(): string | undefined

/** A cluster of our own, thrown away by `stop`. */
export function startPostgres(programs: string): Promise<{ url: string; stop: () => Promise<void> }>
