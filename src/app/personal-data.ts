import { eq, inArray, or, sql } from 'drizzle-orm'
import { accountPersonalData } from '#features/account/server/export.ts'
import { agreementPersonalData } from '#features/agreement/server/routes.ts'
import { alertsPersonalData } from '#features/alerts/server/store.ts'
import { checklistPersonalData } from '#features/checklist/server/routes.ts'
import { costsPersonalData } from '#features/costs/server/cost-book.ts'
import { deskPersonalData } from '#features/desk/server/personal-data.ts'
import { freezesPersonalData } from '#features/disputes/server/freezes.ts'
import type { PdfRenderer } from '#features/disputes/server/pdf-renderer.ts'
import { disputesPersonalData } from '#features/disputes/server/personal-data.ts'
import { documentsPersonalData } from '#features/documents/server/store.ts'
import { identityPersonalData } from '#features/identity/server/personal-data.ts'
import { integrationsPersonalData } from '#features/integrations/server/routes.ts'
import { mailingPersonalData } from '#features/mailing/server/personal-data.ts'
import { planningPersonalData } from '#features/planning/server/saved-plans.ts'
import { reportsPersonalData } from '#features/reports/server/personal-data.ts'
import { staffPersonalData } from '#features/staff/server/client-notes.ts'
import { tradelinesPersonalData } from '#features/tradelines/server/planning.ts'
import { verificationPersonalData } from '#features/verification/server/routes.ts'
import type { Clock } from '#platform/clock.ts'
import { rateLimits, rememberedAnswers, userKeys } from '#platform/db/tables.ts'
import { listEmails } from '#platform/email.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#providers/storage/port.ts'
import { outboxPersonalData } from '#sandbox/server/outbox.ts'

/** Dependencies of printing letters. */
type Printing = { renderer: PdfRenderer; storage: Storage; log: Log; timeZone: string; clock: Clock }

/** Every feature's personal data, for export and erasure. */
export const personalDataSources = (printing: Printing): readonly PersonalDataSource[] => [
  identityPersonalData,
  staffPersonalData,
  verificationPersonalData,
  accountPersonalData,
  reportsPersonalData,
  alertsPersonalData,
  disputesPersonalData(printing),
  freezesPersonalData,
  agreementPersonalData,
  documentsPersonalData(printing),
  tradelinesPersonalData,
  mailingPersonalData,
  checklistPersonalData,
  deskPersonalData,
  planningPersonalData,
  costsPersonalData,
  integrationsPersonalData(printing.clock),
  outboxPersonalData,
  platformPersonalData,
]

/**
 * The platform's own personal data. The text of emails is left out: a code in it would confirm an address that the user
 * cannot read. Destroying the key makes the user's data in backups unreadable.
 */
export const platformPersonalData: PersonalDataSource = {
  name: 'server',
  exportFiles: async (db, keyring, userId) => [
    jsonExportFile('emails.json', await listEmails(db, keyring, userId)),
  ],
  erase: async (tx, keyring, { userId, phoneNumber }) => {
    const phone = keyring.phoneIndex(phoneNumber).toString('hex')
    await tx.delete(rateLimits).where(inArray(rateLimits.owner, [userId, phone]))
    const { scope } = rememberedAnswers
    await tx
      .delete(rememberedAnswers)
      .where(or(sql`position(${userId} in ${scope}) > 0`, sql`position(${phone} in ${scope}) > 0`))
    await tx.delete(userKeys).where(eq(userKeys.userId, userId))
  },
}
