import { accountHolding } from '#features/account/server/holding.ts'
import { alertsHolding } from '#features/alerts/server/holding.ts'
import { disputesHolding } from '#features/disputes/server/holding.ts'
import { type LetterPress } from '#features/disputes/server/letter-press.ts'
import { documentsHolding } from '#features/documents/server/holding.ts'
import { identityHolding } from '#features/identity/server/holding.ts'
import { mailingHolding } from '#features/mailing/server/holding.ts'
import { reportsHolding } from '#features/reports/server/holding.ts'
import { tradelinesHolding } from '#features/tradelines/server/holding.ts'
import type { Holding } from '#platform/holding.ts'
import { serverHolding } from '#platform/server-holding.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#providers/storage/port.ts'
import { outboxHolding } from '#sandbox/server/holding.ts'

/** What letters are printed with. */
type Printing = { press: LetterPress; storage: Storage; log: Log; timeZone: string }

/** What every feature holds about a person: for the export, and to be erased. */
export const holdingsOf = (printing: Printing): readonly Holding[] => [
  identityHolding,
  accountHolding,
  reportsHolding,
  alertsHolding,
  disputesHolding(printing),
  documentsHolding(printing),
  tradelinesHolding,
  mailingHolding,
  outboxHolding,
  serverHolding,
]
