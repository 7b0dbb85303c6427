import type { EndpointGroup } from '#api/endpoint.ts'
import { inactivityNoticeJob } from '#features/account/server/inactivity-notices.ts'
import { accountRoutes } from '#features/account/server/routes.ts'
import { signedDisclosureDisposal } from '#features/agreement/server/agreements.ts'
import { agreementRoutes } from '#features/agreement/server/routes.ts'
import { newsJobs } from '#features/alerts/server/news.ts'
import { alertRoutes } from '#features/alerts/server/routes.ts'
import { alertDisposal } from '#features/alerts/server/store.ts'
import { weeklyEmailJob } from '#features/alerts/server/weekly-email.ts'
import { checklistRoutes } from '#features/checklist/server/routes.ts'
import { costDisposal } from '#features/costs/server/cost-book.ts'
import { costRoutes } from '#features/costs/server/routes.ts'
import { creditRoutes } from '#features/credit/server/routes.ts'
import { roundJobs } from '#features/desk/server/round-jobs.ts'
import { deskRoutes } from '#features/desk/server/routes.ts'
import { answersDueJob } from '#features/disputes/server/answer-clock.ts'
import { disputeDisposal, neededByOpenDispute } from '#features/disputes/server/disposal.ts'
import { listDisputeRecords } from '#features/disputes/server/dispute-records.ts'
import { freezeDisposal, freezeRoutes } from '#features/disputes/server/freezes.ts'
import { disputeReminderJob, freezeReminderJob } from '#features/disputes/server/reminders.ts'
import { disputeRoutes } from '#features/disputes/server/routes.ts'
import { disputeEnclosures } from '#features/disputes/server/tables.ts'
import { documentRoutes } from '#features/documents/server/routes.ts'
import { cleanUpDocuments, documentDisposal } from '#features/documents/server/stored-files.ts'
import { findingsRoutes } from '#features/findings/server/routes.ts'
import { eraseDueUsers, inactiveAccountDisposal } from '#features/identity/server/account-deletion.ts'
import { cleanUpIdentity, sessionDisposal } from '#features/identity/server/cleanup.ts'
import { createIdentityCheckJob } from '#features/identity/server/identity-check.ts'
import { identityRoutes } from '#features/identity/server/routes.ts'
import { indexOlderNames } from '#features/identity/server/store.ts'
import { createDeliveryJob } from '#features/integrations/server/deliver.ts'
import { cleanUpEvents, integrationRoutes } from '#features/integrations/server/routes.ts'
import { legalRoutes } from '#features/legal/server/routes.ts'
import { cleanUpMailing, mailingDisposal } from '#features/mailing/server/mail-requests.ts'
import { mailingRoutes } from '#features/mailing/server/mailer.ts'
import { planningRoutes } from '#features/planning/server/routes.ts'
import { createPullJob, createResumeJob } from '#features/reports/server/pull-job.ts'
import { createRefreshJob } from '#features/reports/server/refresh.ts'
import { reportDisposal } from '#features/reports/server/removal.ts'
import { reportsRoutes } from '#features/reports/server/routes.ts'
import { cleanUpSteps } from '#features/reports/server/steps.ts'
import { auditLogRoutes } from '#features/staff/server/audit-log-reading.ts'
import { cleanUpClientInvitations } from '#features/staff/server/client-invitations.ts'
import { clientNoteDisposal } from '#features/staff/server/client-notes.ts'
import { impersonationDisposal } from '#features/staff/server/impersonation.ts'
import { impersonationNoticeJob } from '#features/staff/server/impersonation-notices.ts'
import { intakeRoutes } from '#features/staff/server/intake.ts'
import { cleanUpInvitations } from '#features/staff/server/invitations.ts'
import { cleanUpSignInCounters } from '#features/staff/server/lock-out.ts'
import { clientRoutes, staffRoutes } from '#features/staff/server/routes.ts'
import { tradelineRoutes } from '#features/tradelines/server/routes.ts'
import { syncJob } from '#features/tradelines/server/sync.ts'
import { cleanUpCodeLetters } from '#features/verification/server/mailed-code.ts'
import { verificationRoutes } from '#features/verification/server/routes.ts'
import { voiceRoutes } from '#features/voice/server/routes.ts'
import { auditDisposal } from '#platform/audit/audit-log.ts'
import { emailDisposal, emailJobs } from '#platform/email.ts'
import { finishErasuresJob, listErasures } from '#platform/erasures.ts'
import type { AnyHandlers } from '#platform/http/handler.ts'
import { platformRoutes } from '#platform/http/probes.ts'
import { type CleanupTask, cleanupServer, type Disposal, disposalJob } from '#platform/jobs/disposal.ts'
import { cleanUpSandboxLetters } from '#sandbox/server/letters.ts'
import { cleanUpOutbox } from '#sandbox/server/outbox.ts'
import { cleanUpTickets } from '#sandbox/server/portal.ts'
import { sandboxLetterJob } from '#sandbox/server/post-office.ts'
import { sandboxRoutes } from '#sandbox/server/routes.ts'
import { endpointTable } from './api/table.ts'
import type { Dependencies } from './dependencies.ts'

/** The list of features: handlers, background jobs and cleanup tasks. */

/** The handlers of every area of the table, whose inferred types together are too long for a declaration file. */
export const endpointHandlers = (
  parts: Dependencies,
): readonly (readonly [area: EndpointGroup, answers: AnyHandlers])[] => [
  [endpointTable.identity, identityRoutes(parts)],
  [endpointTable.staff, staffRoutes(parts)],
  [endpointTable.clients, clientRoutes(parts)],
  [endpointTable.intake, intakeRoutes(parts)],
  [endpointTable.auditLog, auditLogRoutes(parts)],
  [endpointTable.verification, verificationRoutes(parts)],
  [endpointTable.account, accountRoutes(parts)],
  [endpointTable.reports, reportsRoutes(parts)],
  [endpointTable.credit, creditRoutes({ ...parts, disputeRecords: listDisputeRecords })],
  [endpointTable.findings, findingsRoutes({ ...parts, disputeRecords: listDisputeRecords })],
  [endpointTable.alerts, alertRoutes(parts)],
  [endpointTable.disputes, disputeRoutes(parts)],
  [endpointTable.freezes, freezeRoutes(parts)],
  [endpointTable.agreement, agreementRoutes(parts)],
  [endpointTable.legal, legalRoutes(parts)],
  [endpointTable.documents, documentRoutes(parts)],
  [endpointTable.mailing, mailingRoutes(parts)],
  [endpointTable.tradelines, tradelineRoutes(parts)],
  [endpointTable.voice, voiceRoutes(parts)],
  [endpointTable.checklist, checklistRoutes(parts)],
  [endpointTable.planning, planningRoutes(parts)],
  [endpointTable.desk, deskRoutes(parts)],
  [endpointTable.costs, costRoutes(parts)],
  [endpointTable.integrations, integrationRoutes(parts)],
  [endpointTable.sandbox, sandboxRoutes(parts.sandbox)],
  [endpointTable.platform, platformRoutes(parts)],
]

/** Disposals run by the nightly job; an open dispute needs its sources and its user. */
export const disposalsOf = (parts: Dependencies): readonly Disposal[] => [
  inactiveAccountDisposal(parts, neededByOpenDispute.user),
  disputeDisposal,
  freezeDisposal,
  reportDisposal(neededByOpenDispute.report),
  documentDisposal(neededByOpenDispute.document),
  alertDisposal,
  emailDisposal,
  sessionDisposal,
  impersonationDisposal,
  clientNoteDisposal,
  mailingDisposal,
  costDisposal,
  signedDisclosureDisposal,
  auditDisposal,
]

/** Work after responses, or on a schedule. */
export const backgroundJobs = (parts: Dependencies, disposals: readonly Disposal[]) => [
  ...emailJobs(parts),
  createIdentityCheckJob(parts),
  createPullJob(parts),
  createResumeJob(parts),
  createRefreshJob(parts.refresh),
  impersonationNoticeJob(parts),
  syncJob(parts),
  sandboxLetterJob(parts.sandbox.letters),
  weeklyEmailJob(parts),
  ...newsJobs(parts),
  disputeReminderJob(parts),
  answersDueJob(parts),
  ...roundJobs(parts),
  freezeReminderJob(parts),
  ...parts.mailer.jobs,
  disposalJob({ ...parts, disposals }),
  inactivityNoticeJob(parts, neededByOpenDispute.user),
  createDeliveryJob(parts),
  finishErasuresJob(parts.database),
]

/** Cleanup tasks, run every hour. */
export const cleanupTasks = (parts: Dependencies): readonly CleanupTask[] => [
  cleanupServer,
  cleanUpIdentity,
  cleanUpOutbox,
  cleanUpTickets,
  cleanUpEvents,
  cleanUpSteps,
  cleanUpSandboxLetters,
  cleanUpMailing,
  cleanUpCodeLetters,
  cleanUpSignInCounters,
  cleanUpInvitations,
  cleanUpClientInvitations,
  indexOlderNames(parts.keyring),
  eraseDueUsers(parts),
  listErasures(parts.erasureFile),
  cleanUpDocuments(parts.storage, [disputeEnclosures.fileKey]),
]
