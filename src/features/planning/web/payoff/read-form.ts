import type { FieldErrors, FormValues } from '#web/form.ts'
import { hasLimits, MAX_AMOUNT, MAX_APR, type PayoffGoal, payoffGoals, payoffMessages } from '../../limits.ts'
import type { PayoffRequest } from '../../payoff/payoff.ts'

/** A card of the form, with what does not need to be typed. */
export type FormCard = Pick<PayoffRequest['cards'][number], 'accountId' | 'label' | 'limit'>

const typed = (text: string | undefined): string => (text ?? '').replaceAll(/[$,%\s]/g, '')

/** A number with at most two decimals, in hundredths; null for anything else. */
const hundredths = (text: string): number | null =>
  /^\d{1,9}(\.\d{0,2})?$/.test(text) ? Math.round(Number(text) * 100) : null

type Read = { request: PayoffRequest; errors: FieldErrors }

/** What was typed, and a message for each invalid field. */
export const readPayoffForm = (
  values: FormValues,
  cards: readonly FormCard[],
  others: PayoffRequest['others'],
): Read => {
  const errors: Record<string, string> = {}
  const read = (name: string, least: number, most: number, message: string): number => {
    const value = hundredths(typed(values[name]))
    if (value !== null && value >= least && value <= most) return value
    errors[name] = message
    return least
  }
  const amount = (name: 'now' | 'monthly', least: number): number | null =>
    typed(values[name]) === '' ? null : read(name, least, MAX_AMOUNT, payoffMessages[name])

  const goal: PayoffGoal = payoffGoals.find(one => one === values.goal) ?? 'least_interest'
  const request = {
    // In the order of the contract, which the comparison of a saved plan with the form depends on.
    cards: cards.map(({ accountId, label, limit }, index) => ({
      accountId,
      label,
      balance: read(`balance-${index}`, 1, MAX_AMOUNT, payoffMessages.balance),
      limit,
      apr: read(`apr-${index}`, 0, MAX_APR, payoffMessages.apr),
      minimum: read(`minimum-${index}`, 0, MAX_AMOUNT, payoffMessages.minimum),
    })),
    others,
    goal,
    now: amount('now', 0) ?? 0,
    monthly: amount('monthly', 1),
  }
  if (request.now === 0 && request.monthly === null && !('monthly' in errors) && !('now' in errors))
    errors.monthly = payoffMessages.nothing
  if (goal.startsWith('below') && !hasLimits(cards)) errors.goal = payoffMessages.goal
  return { request, errors }
}

/** The server's messages at the fields of the form: `cards.0.apr` is `apr-0`. */
export const toFormErrors = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([path, sentence]) => [
      path.replace(/^cards\.(\d+)\.(\w+)$/, '$2-$1'),
      sentence,
    ]),
  )

/** Hundredths as they are typed: `24.99`; empty for null. */
export const showTyped = (value: number | null): string => (value === null ? '' : (value / 100).toFixed(2))
