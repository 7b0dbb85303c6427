import { z } from 'zod'
import type { LabDatabase } from '../harness/databases.ts'

/** What must be equal in a copy and its original: the row count of each table, and the audit log row by row. */

const Name = z.object({ name: z.string() })
const Count = z.object({ count: z.number() })
const Key = z.object({
  child: z.string(),
  parent: z.string(),
  own: z.array(z.string()),
  other: z.array(z.string()),
})

type Rows = LabDatabase['rows']

/** The name and row count of every table of the product. */
export const countsIn = async (rows: Rows): Promise<ReadonlyMap<string, number>> => {
  const tables = await rows(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const counts = new Map<string, number>()
  for (const table of tables) {
    const { name } = Name.parse(table)
    counts.set(name, Count.parse((await rows(`select count(*)::int as count from ${name}`))[0]).count)
  }
  return counts
}

/** A digest of all rows of the audit log in order. */
export const digestAuditLog = async (rows: Rows): Promise<string> =>
  Name.parse((await rows(`select md5(string_agg(e::text, '|' order by id)) as name from audit_events e`))[0])
    .name

const foreignKeys = `
  select conrelid::regclass::text as child, confrelid::regclass::text as parent,
    array(select attname::text from unnest(conkey) with ordinality as k(num, place)
      join pg_attribute on attrelid = conrelid and attnum = num order by place) as own,
    array(select attname::text from unnest(confkey) with ordinality as k(num, place)
      join pg_attribute on attrelid = confrelid and attnum = num order by place) as other
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`

/** Foreign keys of the product, and rows whose parent is missing. */
export const orphansIn = async (rows: Rows): Promise<{ keys: number; orphans: number }> => {
  const keys = (await rows(foreignKeys)).map(row => Key.parse(row))
  let orphans = 0
  for (const { child, parent, own, other } of keys) {
    const given = own.map(column => `c.${column} is not null`).join(' and ')
    const same = own.map((column, index) => `p.${other[index]} = c.${column}`).join(' and ')
    const astray = await rows(
      `select count(*)::int as count from ${child} c where ${given} and not exists (select 1 from ${parent} p where ${same})`,
    )
    orphans += Count.parse(astray[0]).count
  }
  return { keys: keys.length, orphans }
}

/** Whether the audit log refuses changes. */
export const refusesAuditChanges = (rows: Rows): Promise<boolean> =>
  rows(`update audit_events set outcome = 'failed'`).then(
    () => false,
    (error: unknown) => error instanceof Error && error.message.includes('rows are never changed'),
  )
