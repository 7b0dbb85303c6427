import { AppError } from '#api/errors.ts'
import { sortBureaus } from '#values/bureau.ts'
import type { FreezeAction, FreezeDispute } from './dispute-contract.ts'
import type { FreezeRequest } from './letters/freeze.ts'

type Asked = Pick<FreezeDispute, 'action' | 'bureaus' | 'from' | 'until'>

/** What is wrong with the days of a request on a day (`YYYY-MM-DD`), by the body's paths; empty when nothing is. */
export const freezeDayProblems = (
  { action, from, until }: Pick<Asked, 'action' | 'from' | 'until'>,
  today: string,
): Partial<Record<'from' | 'until', string>> => {
  const days = { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) }
  if (action !== 'lift') {
    const sentence = 'Only a freeze that is lifted for a time takes days'
    return Object.fromEntries(Object.keys(days).map(field => [field, sentence]))
  }
  const past = Object.entries(days).filter(([, day]) => day < today)
  if (past.length > 0) return Object.fromEntries(past.map(([field]) => [field, 'This day is in the past']))
  return from !== undefined && until !== undefined && until < from
    ? { until: 'The last day is before the first' }
    : {}
}

/**
 * A freeze request as its letters need it; `invalid_request` when its days cannot be. A freeze needs no report, no reason
 * and no plan (15 USC 1681c-1(i); decisions section 4).
 */
export const createFreezeRequest = (asked: Asked, today: string): FreezeRequest => {
  const problems = freezeDayProblems(asked, today)
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: { ...problems } })
  return {
    action: asked.action,
    bureaus: sortBureaus(asked.bureaus),
    from: asked.from ?? null,
    until: asked.until ?? null,
  }
}

/** How a freeze dispute is called when the person gives it no title, and how the wizard words the choice. */
export const freezeWords: Readonly<Record<FreezeAction, { label: string; hint: string; title: string }>> = {
  place: {
    label: 'Freeze my credit files',
    hint: 'Nobody new can see your file, so nobody can open an account in your name. It is free and does not touch your score.',
    title: 'Security freeze',
  },
  lift: {
    label: 'Lift a freeze',
    hint: 'When you apply for credit, for a time or until further notice. By mail it takes three business days from receipt, online or by phone an hour.',
    title: 'Lift of a security freeze',
  },
  remove: {
    label: 'Remove a freeze',
    hint: 'It stays off until you place it again.',
    title: 'Removal of a security freeze',
  },
}
