import { accountPersonalData } from '#features/account/server/export.ts'
import { alertsPersonalData } from '#features/alerts/server/store.ts'
import { type PdfRenderer } from '#features/disputes/server/pdf-renderer.ts'
import { disputesPersonalData } from '#features/disputes/server/personal-data.ts'
import { documentsPersonalData } from '#features/documents/server/holding.ts'
import { identityPersonalData } from '#features/identity/server/personal-data.ts'
import { mailingPersonalData } from '#features/mailing/server/personal-data.ts'
import { reportsPersonalData } from '#features/reports/server/personal-data.ts'
import { tradelinesPersonalData } from '#features/tradelines/server/requests.ts'
import type { PersonalDataSource } from '#platform/personal-data-source.ts'
import { platformPersonalData } from '#platform/platform-personal-data.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#providers/storage/port.ts'
import { outboxPersonalData } from '#sandbox/server/outbox.ts'

/** What letters are printed with. */
type Printing = { renderer: PdfRenderer; storage: Storage; log: Log; timeZone: string }

/** What every feature holds about a person: for the export, and to be erased. */
export const personalDataSources = (printing: Printing): readonly PersonalDataSource[] => [
  identityPersonalData,
  accountPersonalData,
  reportsPersonalData,
  alertsPersonalData,
  disputesPersonalData(printing),
  documentsPersonalData(printing),
  tradelinesPersonalData,
  mailingPersonalData,
  outboxPersonalData,
  platformPersonalData,
]
