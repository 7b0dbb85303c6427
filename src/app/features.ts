import { erasePeople } from '#features/account/server/erase.ts'
import { accountRoutes } from '#features/account/server/routes.ts'
import { alertRoutes } from '#features/alerts/server/routes.ts'
import { creditRoutes } from '#features/credit/server/routes.ts'
import { openDisputesOf } from '#features/disputes/server/open-disputes.ts'
import { disputeReminderJob } from '#features/disputes/server/reminders.ts'
import { disputeRoutes } from '#features/disputes/server/routes.ts'
import { disputeEnclosures } from '#features/disputes/server/tables.ts'
import { documentRoutes } from '#features/documents/server/routes.ts'
import { tidyDocuments } from '#features/documents/server/stored-files.ts'
import { findingsRoutes } from '#features/findings/server/findings-routes.ts'
import { identityRoutes } from '#features/identity/server/routes.ts'
import { tidyIdentity } from '#features/identity/server/tidy.ts'
import { mailingRoutes } from '#features/mailing/server/routes.ts'
import { tidyMailing } from '#features/mailing/server/store.ts'
import { pullJob } from '#features/reports/server/pull-job.ts'
import { refreshJob } from '#features/reports/server/refresh.ts'
import { resumeJob } from '#features/reports/server/resume-pulls.ts'
import { reportsRoutes } from '#features/reports/server/routes.ts'
import { tidyGuards } from '#features/staff/server/guards.ts'
import { openingNotices } from '#features/staff/server/notices.ts'
import { staffRoutes } from '#features/staff/server/routes.ts'
import { tradelineRoutes } from '#features/tradelines/server/routes.ts'
import { syncJob } from '#features/tradelines/server/sync.ts'
import { voiceRoutes } from '#features/voice/server/routes.ts'
import { emailJobs } from '#platform/email.ts'
import { platformRoutes } from '#platform/http/platform-routes.ts'
import { type Tidy, tidyServer } from '#platform/jobs/housekeeping.ts'
import { tidySandboxLetters } from '#sandbox/server/letters.ts'
import { tidyTickets } from '#sandbox/server/portal.ts'
import { sandboxLetterJob } from '#sandbox/server/post-office.ts'
import { sandboxRoutes } from '#sandbox/server/routes.ts'
import { tidyOutbox } from '#sandbox/server/store.ts'
import { table } from './api/table.ts'
import type { Parts } from './parts.ts'

/** The one list of features: their answers, what they do in the background, and what they tidy. */

/** Every area of the table with its answers. */
export const areasOf = (parts: Parts) =>
  [
    [table.identity, identityRoutes(parts)],
    [table.staff, staffRoutes(parts)],
    [table.account, accountRoutes(parts)],
    [table.reports, reportsRoutes(parts)],
    [table.credit, creditRoutes({ ...parts, openDisputes: openDisputesOf })],
    [table.findings, findingsRoutes({ ...parts, openDisputes: openDisputesOf })],
    [table.alerts, alertRoutes(parts)],
    [table.disputes, disputeRoutes(parts)],
    [table.documents, documentRoutes(parts)],
    [table.mailing, mailingRoutes(parts)],
    [table.tradelines, tradelineRoutes(parts)],
    [table.voice, voiceRoutes(parts)],
    [table.sandbox, sandboxRoutes(parts.sandbox)],
    [table.platform, platformRoutes(parts)],
  ] as const

/** What is done after an answer, or by the clock. */
export const jobsOf = (parts: Parts) => [
  ...emailJobs(parts),
  pullJob(parts),
  resumeJob(parts),
  refreshJob(parts.refresh),
  openingNotices(parts),
  syncJob(parts),
  sandboxLetterJob(parts.sandbox.letters),
  disputeReminderJob(parts),
  ...parts.mailer.jobs,
]

/** What is tidied every hour. */
export const tidiesOf = (parts: Parts): readonly Tidy[] => [
  tidyServer,
  tidyIdentity,
  tidyOutbox,
  tidyTickets,
  tidySandboxLetters,
  tidyMailing,
  tidyGuards,
  erasePeople(parts.vault, parts.holdings),
  tidyDocuments(parts.storage, [disputeEnclosures.fileKey]),
]
