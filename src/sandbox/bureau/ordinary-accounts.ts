import type { Day, LifeAccount } from './life.ts'

/** Builders for ordinary accounts. Balances count from the end of October 2026. */

const at = '2026-10'

type Own = Pick<LifeAccount, 'key' | 'company' | 'number' | 'opened'>
type More = Partial<Omit<LifeAccount, keyof Own | 'kind' | 'owed'>>

/** An open card with monthly balances that repeat, starting in October 2026. */
export const card = ({
  around,
  ...rest
}: Own &
  More & {
    kind?: 'secured card' | 'store card'
    limit: number
    around: readonly number[]
  }): LifeAccount => {
  const highest = Math.max(...around)
  const payment = Math.max(25, Math.round(highest / 40))
  return { kind: 'card', highest, payment, payDay: 12, owed: { around, at }, ...rest }
}

/** A loan in repayment: `lent` for `term` months, `from` owed in October 2026, falling by `by` a month. */
export const loan = ({
  lent,
  from,
  by,
  ...rest
}: Own &
  More &
  Pick<LifeAccount, 'kind' | 'payment'> & {
    lent: number
    term: number
    from: number
    by: number
  }): LifeAccount => ({ owed: { from, by, at }, highest: lent, payDay: 5, ...rest })

/** An account closed or paid off long ago. */
export const past = ({
  ended,
  ...rest
}: Own & Omit<More, 'ended'> & Pick<LifeAccount, 'kind' | 'highest'> & { ended: Day }): LifeAccount => ({
  owed: { always: 0 },
  payment: 0,
  payDay: 8,
  window: 24,
  ended: { on: ended, how: rest.limit === undefined ? 'paid off' : 'closed by consumer' },
  ...rest,
})

/** A debt at a collection agency. */
export const collection = ({
  owed,
  originalCreditor,
  firstDelinquency,
  ...rest
}: Own & More & { owed: number; originalCreditor: string; firstDelinquency: Day }): LifeAccount => ({
  kind: 'collection',
  owed: { always: owed },
  highest: owed,
  payment: 0,
  payDay: 15,
  collection: { originalCreditor, firstDelinquency },
  ...rest,
})
