import { ProviderFailure } from '#providers/failure.ts'
import type { IdentityCheck, IdentityCheckResult } from '#providers/identity-check/port.ts'

/** Outcomes triggered by last names, so that each can be seen (docs/guides/sandbox-people.md). */
const faults: Readonly<Record<string, () => IdentityCheckResult>> = {
  stranger: () => ({ kind: 'no_match' }),
  unknown: () => ({ kind: 'no_data' }),
  outage: () => {
    throw new ProviderFailure('identity-check', 'We could not compare your details just now.', false, {
      code: 'sandbox_outage',
    })
  },
}

/** Immediately confirms everyone, except for the last names above. */
export const sandboxIdentityCheck: IdentityCheck = {
  sandbox: true,
  check: async ({ lastName }) => faults[lastName.toLowerCase()]?.() ?? { kind: 'match' },
}
