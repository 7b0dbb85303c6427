import type { Print } from './print.ts'

/**
 * The mock pages whose prints are in this folder, so that tests read what Chromium really writes without starting it:
 * `npm run prints`. Few and small; what needs many is printed as `PagesText` directly.
 */
export const prints: readonly Print[] = []
