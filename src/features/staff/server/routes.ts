import type { FindServiceAgreement } from '#features/identity/server/policy-facts.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { Idempotency } from '#platform/http/idempotency.ts'
import type { RateLimits } from '#platform/http/rate-limits.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Portal } from '#providers/portal/port.ts'
import type { AgentPolicy } from '../client-access.ts'
import type { clients } from '../client-contract.ts'
import type { staff } from '../contract.ts'
import { assignmentRoutes } from './assignments.ts'
import { noteRoutes } from './client-note-routes.ts'
import { clientListRoutes, clientPageRoutes } from './clients.ts'
import { impersonationRoutes } from './impersonation.ts'
import { joiningRoutes } from './invitations.ts'
import type { Passwords } from './password-hash.ts'
import { rosterRoutes } from './roster.ts'
import { signInRoutes } from './sign-in.ts'
import { type IsTotpRequired, managerTotpRoutes } from './totp.ts'

type StaffDeps = {
  db: Database
  keyring: Keyring
  limits: RateLimits
  log: Log
  idempotency: Idempotency
  queueEmail: QueueEmail
  portal: Portal | null
  publicUrl: URL
  support: { name: string }
  passwords: Passwords
  isTotpRequired: IsTotpRequired
  policies: AgentPolicy
  findServiceAgreement: FindServiceAgreement
}

export const staffRoutes = (deps: StaffDeps): Handlers<typeof staff> => ({
  ...signInRoutes(deps),
  ...joiningRoutes(deps),
  ...managerTotpRoutes(deps),
  ...clientListRoutes(deps),
  ...impersonationRoutes(deps),
  ...rosterRoutes(deps),
})

export const clientRoutes = (deps: StaffDeps): Handlers<typeof clients> => ({
  ...clientPageRoutes(deps),
  ...assignmentRoutes(deps),
  ...noteRoutes(deps),
})
