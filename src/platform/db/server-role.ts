import pg from 'pg'
import { ConfigError } from '../config/config.ts'

/**
 * The least privilege a server needs (OWASP ASVS 5.0.0, 13.2.2; docs/guides/operating.md): the role owns
 * nothing, creates and drops nothing, and only adds to and reads the audit log.
 */

/** Tables that are only inserted into and read. */
const ADDED_TO = ['audit_events', 'audit_links']

/** The statements with which the owner grants a role what a server needs; idempotent. */
const serverRoleGrants = (role: string): string[] => {
  const to = pg.escapeIdentifier(role)
  return [
    `revoke create on schema public from public`,
    `grant usage on schema public, pgboss, drizzle to ${to}`,
    `grant select, insert, update, delete on all tables in schema public, pgboss to ${to}`,
    `grant usage, select on all sequences in schema public, pgboss to ${to}`,
    `grant execute on all functions in schema pgboss to ${to}`,
    `grant select on all tables in schema drizzle to ${to}`,
    `revoke update, delete on ${ADDED_TO.join(', ')} from ${to}`,
  ]
}

type Held = { owns: boolean; powerful: boolean }

/**
 * Grants a role what a server needs, in one transaction. Throws ConfigError for a missing role, or one with more rights than
 * these: a superuser, one that can create roles, or one that owns something here or is a member of an owner.
 */
export const grantServerRole = async (pool: pg.Pool, role: string): Promise<void> => {
  const { rows } = await pool.query<Held>(
    `select rolsuper or rolcreaterole or rolbypassrls or rolreplication as powerful,
      exists (select from pg_class c join pg_namespace n on n.oid = relnamespace
        where nspname in ('public', 'pgboss', 'drizzle') and pg_has_role(r.oid, relowner, 'member')) as owns
      from pg_roles r where rolname = $1`,
    [role],
  )
  const [held] = rows
  if (!held)
    throw new ConfigError(`there is no role ${role}; make it first: create role ... login password ...`)
  if (held.powerful || held.owns)
    throw new ConfigError(
      `${role} could do more than a server needs: it owns tables here or belongs to who does, or is a superuser, makes roles, replicates or bypasses row security`,
    )
  const client = await pool.connect()
  try {
    await client.query(['begin', ...serverRoleGrants(role), 'commit'].join(';\n'))
  } finally {
    client.release(true)
  }
}
