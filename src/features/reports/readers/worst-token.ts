import type { PayToken } from '../canonical.ts'

/** From the least to the most severe; OK and U say nothing about lateness. */
const bySeverity: readonly PayToken[] = [
  '30',
  '60',
  '90',
  '120',
  '150',
  '180',
  'VS',
  'REPO',
  'FC',
  'COL',
  'CO',
  'BK',
]

/** The worst of what is reported; null when nothing of it is late or worse. */
export const worstPayToken = (tokens: readonly (PayToken | null | undefined)[]): PayToken | null =>
  bySeverity.findLast(token => tokens.includes(token)) ?? null
