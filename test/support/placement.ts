import { sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'

/**
 * Whether the rows of each user can be placed on a separate server (docs/reference/scale.md): a table has the user's id, or
 * each row leads to one through a foreign key, or it is shared by all and listed here.
 */

/** Tables that belong to no user, and how a distributed database stores them. */
export const sharedTables: Readonly<Record<string, string>> = {
  agreement_texts: 'a copy everywhere',
  api_keys: 'a copy everywhere',
  audit_links: 'one hash chain for each server, beside its rows of the audit log',
  code_challenges: 'by phone index: before there is an account',
  cost_limit_notices: 'one',
  cost_totals: 'one for each server, added up',
  disposals: 'one for each server, added up',
  invitations: 'staff, one',
  key_canary: 'a copy everywhere',
  known_devices: 'staff, one',
  mail_events: 'by mail job',
  mail_gate: 'one',
  mail_orphans: 'one',
  mail_posts: 'a copy everywhere',
  manager_guards: 'staff, one',
  managers: 'a copy everywhere',
  phone_guards: 'by phone index: before there is an account',
  rate_limits: 'by key',
  rounds: 'a copy everywhere',
  stored_files: 'by file key, which a document names',
  tradelines: 'a copy everywhere',
  webhook_targets: 'a copy everywhere',
}

/** Unique indexes across users. Distributed, each becomes a table by that value that refers to the user. */
export const indexesOverPeople: Readonly<Record<string, string>> = {
  client_invitations_phone: 'one open invitation for a phone',
  client_invitations_token_hash_unique: 'finds an invitation by its link',
  documents_file_key_unique: 'the key is random',
  mail_jobs_provider_id_unique: 'finds a letter by the provider’s id',
  portal_tickets_pkey: 'finds a ticket by its hash',
  push_subscriptions_endpoint_hash_unique: 'one browser takes notices of one user',
  remembered_answers_scope_key_pk: 'the scope names the caller',
  sandbox_letter_events_pkey: 'the sandbox',
  sandbox_letters_key_unique: 'the sandbox',
  sandbox_letters_pkey: 'the sandbox',
  session_tokens_pkey: 'finds a session by its token',
  ssn_claims_pkey: 'one user for an SSN',
  users_phone_index_unique: 'one user for a phone',
}

/** Foreign keys from a user's rows to shared ones. */
export const keysToShared: Readonly<Record<string, string>> = {
  dispute_enclosures_file_key_stored_files_key_fk: 'becomes a check by the cleanup',
  documents_file_key_stored_files_key_fk: 'becomes a check by the cleanup',
  event_deliveries_target_id_webhook_targets_id_fk: 'to a copy everywhere',
  round_clients_round_id_rounds_id_fk: 'to a copy everywhere',
}

type Catalog = {
  tables: { name: string; columns: string[] }[]
  keys: {
    name: string
    child: string
    column: string
    parent: string
    parentColumn: string
    required: boolean
  }[]
  indexes: { name: string; table: string; columns: string[]; ids: string[] }[]
}

const readCatalog = async (db: Database): Promise<Catalog> => {
  const { rows: tables } = await db.execute<Catalog['tables'][number]>(sql`
    select relname as name, array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`)
  const { rows: keys } = await db.execute<Catalog['keys'][number]>(sql`
    select conname as name, child.relname as child, own.attname as column, parent.relname as parent,
      other.attname as "parentColumn", own.attnotnull as required
    from pg_constraint con
      join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      join pg_attribute own on own.attrelid = conrelid and own.attnum = conkey[1]
      join pg_attribute other on other.attrelid = confrelid and other.attnum = confkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 and not child.relispartition
    order by conname`)
  const { rows: indexes } = await db.execute<Catalog['indexes'][number]>(sql`
    select i.relname as name, t.relname as table, array_agg(attname::text order by attnum) as columns,
      coalesce(array_agg(attname::text) filter (where atttypid = 'uuid'::regtype), '{}') as ids
    from pg_index x join pg_class i on i.oid = indexrelid join pg_class t on t.oid = indrelid
      join pg_attribute a on attrelid = indrelid and attnum = any(indkey)
    where indisunique and t.relnamespace = 'public'::regnamespace and not t.relispartition
    group by 1, 2 order by 1`)
  return { tables, keys, indexes }
}

/** A table's column with the user's id; null if there is none. */
const ownerColumn = ({ name, columns }: Catalog['tables'][number]): string | null =>
  name === 'users'
    ? 'id'
    : (['user_id', 'client_id', 'owner_id'].find(column => columns.includes(column)) ?? null)

type Placement =
  | { by: 'column'; column: string }
  /** By the row that a column names. */
  | { by: 'parent'; column: string; parent: string; parentColumn: string }

/** Where the rows of each table belong, and everything that prevents distributing them. */
export const placementsIn = async (
  db: Database,
): Promise<{ placements: ReadonlyMap<string, Placement>; problems: readonly string[]; catalog: Catalog }> => {
  const catalog = await readCatalog(db)
  const { tables, keys, indexes } = catalog
  const placements = new Map<string, Placement>()
  for (const table of tables) {
    const column = ownerColumn(table)
    if (column !== null) placements.set(table.name, { by: 'column', column })
  }
  const open = () => tables.filter(({ name }) => !placements.has(name) && !(name in sharedTables))
  for (let before = -1; before !== placements.size; ) {
    before = placements.size
    for (const { name } of open()) {
      const key = keys.find(one => one.child === name && one.required && placements.has(one.parent))
      if (key) placements.set(name, { by: 'parent', ...key })
    }
  }
  const problems = [
    ...open().map(({ name }) => `table ${name} leads to nobody`),
    ...keys
      .filter(({ child, parent, name }) =>
        placements.has(child) ? !placements.has(parent) && !(name in keysToShared) : placements.has(parent),
      )
      .map(({ name }) => `foreign key ${name} leads over to shared rows or back`),
    ...indexes
      .filter(({ table, name, columns, ids }) => {
        const placement = placements.get(table)
        if (!placement || name in indexesOverPeople) return false
        // An id is random and so unique across users, with or without the user's id next to it.
        const isOfOne = ids.some(
          id => !keys.some(key => key.child === table && key.column === id && !placements.has(key.parent)),
        )
        return !isOfOne && !(placement.by === 'column' && columns.includes(placement.column))
      })
      .map(({ name }) => `unique index ${name} is over people`),
  ]
  return { placements, problems, catalog }
}

/** Foreign keys that currently lead from one user's row to another user's. */
export const keysBetweenPeople = async (db: Database): Promise<readonly string[]> => {
  const { placements, catalog } = await placementsIn(db)
  let depth = 0
  const ownerOf = (table: string, row: string): string | null => {
    const placement = placements.get(table)
    if (!placement) return null
    if (placement.by === 'column') return `${row}.${placement.column}`
    depth += 1
    const up = `up${depth}`
    const { parent, parentColumn, column } = placement
    return `(select ${ownerOf(parent, up)} from ${parent} ${up} where ${up}.${parentColumn} = ${row}.${column})`
  }
  const looks = catalog.keys.flatMap(({ name, child, parent, column, parentColumn }) => {
    const [own, other] = [ownerOf(child, 'c'), ownerOf(parent, 'p')]
    if (own === null || other === null) return []
    return `select '${name}' as name where exists (select from ${child} c join ${parent} p
      on p.${parentColumn} = c.${column} where ${own} is distinct from ${other})`
  })
  const { rows } = await db.execute<{ name: string }>(sql.raw(looks.join(' union all ')))
  return rows.map(({ name }) => name)
}
