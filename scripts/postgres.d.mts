/** A cluster of our own, thrown away by `stop`. */
export type Cluster = {
  url: string
  /** Through its Unix socket, which takes less CPU time per statement than TCP; on Windows the same as `url`. */
  socketUrl: string
  stop: () => Promise<void>
  /** Takes it down: SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one. */
  down: (signal: 'SIGINT' | 'SIGQUIT') => Promise<void>
  /** Restarts it at the same address with its data. */
  up: () => Promise<void>
}

/** The folder of PostgreSQL's server programs; undefined where none is installed. */
export function findPostgres(): string | undefined

/** Starts one, in a temporary folder or below `within`, with PostgreSQL's own `settings` (`name=value`). */
export function startPostgres(
  programs: string,
  options?: { within?: string; settings?: readonly string[] },
): Promise<Cluster>

/** Whom root runs such servers as, which refuse to run as root. */
export function unprivilegedUser(): { uid: number; gid: number }
