import type { Cost } from '#features/staff/server/password-hash.ts'

/** The password hash cost in tests: the same rules, a thousandth of the work. */
export const TEST_COST: Cost = { memory: 64, passes: 2, parallelism: 1 }
