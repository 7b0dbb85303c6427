import type pg from 'pg'
import { z } from 'zod'

/**
 * How the database did what it was asked, by its own account: `auto_explain` tells of every statement as it was done, also of
 * those that foreign keys cause, over the connection that asked for it.
 */

type Node = {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number | undefined
  'Rows Removed by Index Recheck'?: number | undefined
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[] | undefined
}

const Node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().optional(),
    'Rows Removed by Index Recheck': z.number().optional(),
    'Shared Hit Blocks': z.number(),
    'Shared Read Blocks': z.number(),
    Plans: z.array(Node).optional(),
  }),
)

const Told = z.object({ 'Query Text': z.string(), Plan: Node })

/** What statements came to: rows read and given on, pages of 8 kB looked at, and tables read from end to end. */
export type Done = {
  statements: number
  read: number
  given: number
  pages: number
  /** Of each table that was read row by row how many rows were looked at, and for which statement. */
  whole: readonly { table: string; rows: number; statement: string }[]
}

const scans = new Set([
  'Seq Scan',
  'Index Scan',
  'Index Only Scan',
  'Bitmap Heap Scan',
  'Tid Scan',
  'Tid Range Scan',
])

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const lookedAt = (node: Node): number =>
  node['Actual Loops'] *
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0))

/** What a statement gives; one that changes rows and answers nothing gives what it changed. */
const givenBy = (plan: Node): number => {
  const rows = plan['Actual Rows'] * plan['Actual Loops']
  const [changed] = plan['Node Type'] === 'ModifyTable' ? (plan.Plans ?? []) : []
  return rows === 0 && changed ? changed['Actual Rows'] * changed['Actual Loops'] : rows
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)

const doneBy = (told: readonly z.output<typeof Told>[]): Done => ({
  statements: told.length,
  read: sum(
    told
      .flatMap(({ Plan }) => nodesOf(Plan))
      .filter(node => scans.has(node['Node Type']))
      .map(lookedAt),
  ),
  given: sum(told.map(({ Plan }) => givenBy(Plan))),
  pages: sum(told.map(({ Plan }) => Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'])),
  whole: told.flatMap(({ 'Query Text': statement, Plan }) =>
    nodesOf(Plan)
      .filter(node => node['Node Type'] === 'Seq Scan')
      .map(node => ({ table: node['Relation Name'] ?? 'unknown', rows: lookedAt(node), statement })),
  ),
})

const on = `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
  set auto_explain.log_buffers = on; set auto_explain.log_format = json; set auto_explain.log_level = notice;
  set auto_explain.log_nested_statements = on; set auto_explain.log_timing = off`
const off = 'set auto_explain.log_min_duration = -1'

export type Plans = {
  /** What the database did during an act. */
  during: (act: () => Promise<unknown>) => Promise<Done>
}

/** Listens to every connection of a pool. */
export const plansIn = (pool: pg.Pool): Plans => {
  const told: z.output<typeof Told>[] = []
  const heard = new WeakMap<pg.PoolClient, boolean>()
  let listening = false
  const failed: unknown[] = []
  pool.on('acquire', client => {
    if (!heard.has(client)) {
      heard.set(client, false)
      client.on('notice', ({ message = '' }) => {
        const at = message.indexOf('{')
        if (message.includes('plan:') && at >= 0) told.push(Told.parse(JSON.parse(message.slice(at))))
      })
    }
    if (heard.get(client) === listening) return
    heard.set(client, listening)
    // Statements of a connection are done in their order: this one before whatever it was taken for.
    client.query(listening ? on : off).catch((error: unknown) => failed.push(error))
  })
  return {
    during: async act => {
      told.length = 0
      listening = true
      try {
        await act()
      } finally {
        listening = false
      }
      if (failed.length > 0) throw failed[0]
      return doneBy(told.filter(({ 'Query Text': text }) => !text.includes('auto_explain')))
    },
  }
}
