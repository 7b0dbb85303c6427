import { z } from 'zod'
import type { LabDatabase } from '../harness/databases.ts'

/** What must be equal in a database migrated in one go and one that was not: schema, journal and rows. */

type Rows = LabDatabase['rows']

const Line = z.object({ line: z.string() })
const Columns = z.object({ name: z.string(), columns: z.string() })

const ours = `nspname in ('public', 'drizzle', 'pgboss')`

const catalogue = `
  select concat_ws(' ', 'column', nspname, relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull,
    pg_get_expr(adbin, adrelid)) as line
  from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    left join pg_attrdef d on adrelid = attrelid and adnum = attnum
  where ${ours} and attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'm')
  union all
  select concat_ws(' ', 'index', nspname, pg_get_indexdef(indexrelid), indisvalid)
  from pg_index join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = relnamespace where ${ours}
  union all
  select concat_ws(' ', 'rule', nspname, conrelid::regclass, conname, pg_get_constraintdef(c.oid), convalidated)
  from pg_constraint c join pg_namespace n on n.oid = connamespace where ${ours}
  union all
  select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(t.oid))
  from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
  where ${ours} and not tgisinternal
  union all
  select concat_ws(' ', 'function', pg_get_functiondef(p.oid))
  from pg_proc p join pg_namespace n on n.oid = pronamespace where ${ours}
  union all
  select concat_ws(' ', 'migration', hash, created_at) from drizzle.__drizzle_migrations
  order by 1`

/** The schema from PostgreSQL's catalog, one object per line, and the migration journal. */
export const schemaIn = async (rows: Rows): Promise<readonly string[]> =>
  (await rows(catalogue)).map(row => Line.parse(row).line)

const columnsOfTables = `
  select quote_ident(table_name) as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name`

/** A query for the rows of all current tables by their current columns, regardless of what is added later. */
export const rowsOfNow = async (rows: Rows): Promise<string> => {
  const tables = (await rows(columnsOfTables)).map(row => Columns.parse(row))
  const each = tables.map(
    ({ name, columns }) =>
      `select concat_ws(' ', '${name}', count(*), sum(hashtextextended((${columns})::text, 0))) as line from ${name}`,
  )
  return `select line from (select 'none' as line where false ${each.map(one => `union all ${one}`).join(' ')}) as t order by 1`
}

/** Each table with its row count and a digest, by a query of `rowsOfNow`. */
export const rowsBy = async (rows: Rows, question: string): Promise<readonly string[]> =>
  (await rows(question)).map(row => Line.parse(row).line)

/** Lines that are in only one of two lists. */
export const differences = (one: readonly string[], other: readonly string[]): readonly string[] => [
  ...one.filter(line => !other.includes(line)).map(line => `- ${line}`),
  ...other.filter(line => !one.includes(line)).map(line => `+ ${line}`),
  ...(one.length === other.length ? [] : [`${one.length} lines, and ${other.length}`]),
]
