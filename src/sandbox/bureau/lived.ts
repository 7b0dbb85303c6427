import type { Day, LifeAccount } from './life.ts'

/** Short ways to write down ordinary accounts. Balances count from the end of October 2026. */

const at = '2026-10'

type Own = Pick<LifeAccount, 'key' | 'company' | 'number' | 'opened'>
type More = Partial<Omit<LifeAccount, keyof Own | 'kind' | 'owed'>>

/** An open card, and what is owed on it from October 2026 on, month after month, again and again. */
export const card = ({
  around,
  ...told
}: Own &
  More & {
    kind?: 'secured card' | 'store card'
    limit: number
    around: readonly number[]
  }): LifeAccount => {
  const highest = Math.max(...around)
  const payment = Math.max(25, Math.round(highest / 40))
  return { kind: 'card', highest, payment, payDay: 12, owed: { around, at }, ...told }
}

/** A loan that is being paid: what was lent for how many months, what is owed in October 2026 and falls by `by`. */
export const loan = ({
  lent,
  from,
  by,
  ...told
}: Own &
  More &
  Pick<LifeAccount, 'kind' | 'payment'> & {
    lent: number
    term: number
    from: number
    by: number
  }): LifeAccount => ({ owed: { from, by, at }, highest: lent, payDay: 5, ...told })

/** An account that was closed or paid off long ago. */
export const past = ({
  ended,
  ...told
}: Own & Omit<More, 'ended'> & Pick<LifeAccount, 'kind' | 'highest'> & { ended: Day }): LifeAccount => ({
  owed: { always: 0 },
  payment: 0,
  payDay: 8,
  window: 24,
  ended: { on: ended, how: told.limit === undefined ? 'paid off' : 'closed by consumer' },
  ...told,
})

/** A debt at a collection agency. */
export const collection = ({
  owed,
  originalCreditor,
  firstDelinquency,
  ...told
}: Own & More & { owed: number; originalCreditor: string; firstDelinquency: Day }): LifeAccount => ({
  kind: 'collection',
  owed: { always: owed },
  highest: owed,
  payment: 0,
  payDay: 15,
  collection: { originalCreditor, firstDelinquency },
  ...told,
})
