import { type Bureau, bureaus } from '#values/bureau.ts'

/** The entitlement. `max` is the specification's `subscription: true`. */
export type Plan = 'free' | 'max'

/** The one place that says which bureaus a plan may see (decisions section 4). */
export const bureausOf = (plan: Plan): readonly Bureau[] => (plan === 'max' ? bureaus : ['TransUnion'])

/** The specification's level value: 3 for subscribers, else 1. */
export const levelOf = (plan: Plan): 1 | 3 => (plan === 'max' ? 3 : 1)

/** The plan's badge text. */
export const badgeOf = (plan: Plan): string =>
  plan === 'max' ? 'Max Plan (3 Bureaus)' : 'Free Plan (1 Bureau)'
