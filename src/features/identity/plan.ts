import { type Bureau, bureaus } from '#values/bureau.ts'

/** The entitlement. `max` is `subscription: true` in the API. */
export type Plan = 'free' | 'max'

/** Defines which bureaus a plan may see. */
export const bureausInPlan = (plan: Plan): readonly Bureau[] => (plan === 'max' ? bureaus : ['TransUnion'])

/** The plan's badge text. */
export const planBadge = (plan: Plan): string =>
  plan === 'max' ? 'Max Plan (3 Bureaus)' : 'Free Plan (1 Bureau)'
