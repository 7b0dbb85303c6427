import type { Company } from './companies.ts'
import type { Day, Kind, LivedAccount } from './life.ts'

/** Short ways to write down ordinary accounts. Balances count from the end of October 2026. */

const at = '2026-10'

type More = Partial<Omit<LivedAccount, 'key' | 'company' | 'number' | 'opened' | 'owed'>>

/** An open card, and what is owed on it from October 2026 on, month after month, again and again. */
export const card = (
  key: string,
  company: Company,
  number: string,
  opened: Day,
  limit: number,
  around: readonly number[],
  more: More = {},
): LivedAccount => {
  const highest = Math.max(...around)
  const payment = Math.max(25, Math.round(highest / 40))
  const base = { key, company, kind: 'card' as const, number, opened, limit, highest, payment }
  return { ...base, payDay: 12, owed: { around, at }, ...more }
}

/** A loan that is being paid: what was lent for how many months, what is owed in October 2026 and falls by `by`. */
export const loan = (
  kind: Kind,
  key: string,
  company: Company,
  number: string,
  opened: Day,
  {
    lent,
    term,
    from,
    by,
    payment,
  }: { lent: number; term: number; from: number; by: number; payment: number },
  more: More = {},
): LivedAccount => ({
  key,
  company,
  kind,
  number,
  opened,
  owed: { from, by, at },
  highest: lent,
  term,
  payment,
  payDay: 5,
  ...more,
})

/** An account that was closed or paid off long ago. */
export const past = (
  kind: Kind,
  key: string,
  company: Company,
  number: string,
  opened: Day,
  ended: Day,
  more: More & { highest: number },
): LivedAccount => ({
  key,
  company,
  kind,
  number,
  opened,
  owed: { always: 0 },
  payment: 0,
  payDay: 8,
  window: 24,
  ended: { on: ended, how: more.limit === undefined ? 'paid off' : 'closed by consumer' },
  ...more,
})

/** A debt at a collection agency. */
export const collection = (
  key: string,
  company: Company,
  number: string,
  opened: Day,
  owed: number,
  from: { originalCreditor: string; firstDelinquency: Day },
  more: More = {},
): LivedAccount => ({
  key,
  company,
  kind: 'collection',
  number,
  opened,
  owed: { always: owed },
  highest: owed,
  payment: 0,
  payDay: 15,
  collection: from,
  ...more,
})
