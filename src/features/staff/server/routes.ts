import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { Answers } from '#platform/http/answer.ts'
import type { Limits } from '#platform/http/limits.ts'
import type { Once } from '#platform/http/once.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Portal } from '#providers/portal/port.ts'
import type { staff } from '../contract.ts'
import { clientRoutes } from './clients.ts'
import { joiningRoutes } from './joining.ts'
import { openingRoutes } from './openings.ts'
import type { Passwords } from './password-hash.ts'
import { rosterRoutes } from './roster.ts'
import { signInRoutes } from './sign-in.ts'
import { type IsAppDue, totpRoutes } from './totp.ts'

export type StaffDeps = {
  db: Database
  vault: Vault
  limits: Limits
  log: Log
  once: Once
  queueEmail: QueueEmail
  portal: Portal
  publicUrl: URL
  passwords: Passwords
  isAppDue: IsAppDue
}

export const staffRoutes = (deps: StaffDeps): Answers<typeof staff> => ({
  ...signInRoutes(deps),
  ...joiningRoutes(deps),
  ...totpRoutes(deps),
  ...clientRoutes(deps),
  ...openingRoutes(deps),
  ...rosterRoutes(deps),
})
