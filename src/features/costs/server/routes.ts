import { Readable } from 'node:stream'
import { inArray } from 'drizzle-orm'
import { readUsers } from '#features/identity/server/store.ts'
import { users } from '#features/identity/server/tables.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { dayIn } from '#values/dates.ts'
import type { costs, KindCost, MonthLimit } from '../contract.ts'
import { type CostKind, type CostSettings, monthOfDay, toCents } from '../cost-rules.ts'
import { countAccepted, listClientCosts, listMonths, sumMonth } from './cost-book.ts'

/** The cost book as CSV (RFC 4180) for spreadsheets. */

/**
 * A spreadsheet runs a cell that begins with one of these as a formula, even after spaces, and some also accept the
 * full-width signs (OWASP, CSV Injection).
 */
const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const cell = (text: string): string => {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

const line = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

const csvHeader = line(['month', 'client_id', 'client_name', 'kind', 'count', 'pages', 'cost_usd'])

type CsvRow = {
  month: string
  /** Null for texts to numbers without an account. */
  clientId: string | null
  /** Null after erasure. */
  name: string | null
  kind: CostKind
  count: number
  /** Null if none were counted. */
  pages: number | null
  /** Hundredths of a cent; null if some had no price. */
  amount: number | null
}

export const csvLine = ({ month, clientId, name, kind, count, pages, amount }: CsvRow): string =>
  line([
    month,
    clientId ?? '',
    name ?? '',
    kind,
    String(count),
    pages === null ? '' : String(pages),
    amount === null ? '' : (toCents(amount) / 100).toFixed(2),
  ])

type CostDeps = { db: Database; keyring: Keyring; costSettings: CostSettings; timeZone: string }

type Sum = { kind: KindCost['kind']; count: number; priced: number; amount: number; pages: number | null }

const toKindCost = ({ kind, count, priced, amount, pages }: Sum): KindCost => ({
  kind,
  count,
  pages,
  cents: priced === 0 ? null : toCents(amount),
  withoutPrice: count - priced,
})

/** Names by id; erased clients are left out. */
const namesOf = async (
  db: Database,
  keyring: Keyring,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> => {
  const known = ids.filter(id => id !== null)
  if (known.length === 0) return new Map()
  const rows = await db.select().from(users).where(inArray(users.id, known))
  const people = await readUsers(db, keyring, rows)
  return new Map(people.map(({ id, profile }) => [id, `${profile.firstName} ${profile.lastName}`]))
}

/** Clients read per query for the export. */
const EXPORT_PAGE = 200

/** The export, one page of clients at a time. */
async function* csvOf(db: Database, keyring: Keyring, month: string): AsyncGenerator<string> {
  yield csvHeader
  let after: string | null = null
  for (let more = true; more; ) {
    const page: Awaited<ReturnType<typeof listClientCosts>> = await listClientCosts(db, {
      month,
      after,
      limit: EXPORT_PAGE,
    })
    const names = await namesOf(
      db,
      keyring,
      page.map(({ clientId }) => clientId),
    )
    for (const { clientId, key, kinds } of page) {
      after = key
      const name = clientId === null ? null : (names.get(clientId) ?? null)
      for (const { kind, count, priced, amount, pages } of kinds)
        yield csvLine({
          month,
          clientId,
          name,
          kind,
          count,
          pages,
          amount: priced < count ? null : amount,
        })
    }
    more = page.length === EXPORT_PAGE
  }
}

export const costRoutes = ({ db, keyring, costSettings, timeZone }: CostDeps): Handlers<typeof costs> => ({
  month: async ({ query, now }) => {
    const current = monthOfDay(dayIn(timeZone, now))
    const { month = current, after = null, limit } = query
    const months = new Set([current, ...(await listMonths(db))])
    const page = await listClientCosts(db, { month, after, limit: limit + 1 })
    const shown = page.slice(0, limit)
    const names = await namesOf(
      db,
      keyring,
      shown.map(({ clientId }) => clientId),
    )
    const limits: MonthLimit[] = []
    for (const what of ['pulls', 'letters'] as const)
      limits.push({
        what,
        used: await countAccepted(db, what, month, null),
        ofAll: costSettings.limits[what]?.all ?? null,
        ofClient: costSettings.limits[what]?.client ?? null,
      })
    return {
      month,
      months: [...months].sort().toReversed(),
      priced: Object.values(costSettings.prices).some(price => price !== undefined),
      totals: (await sumMonth(db, month)).map(sum => toKindCost({ ...sum, pages: null })),
      limits,
      clients: shown.map(({ clientId, kinds }) => ({
        clientId,
        name: clientId === null ? null : (names.get(clientId) ?? null),
        kinds: kinds.map(toKindCost),
      })),
      next: page.length > limit ? (shown.at(-1)?.key ?? null) : null,
    }
  },

  exportMonth: async ({ query: { month } }) => ({
    name: `costs-${month}.csv`,
    bytes: Readable.from(csvOf(db, keyring, month)),
  }),
})
