/**
 * How long each kind of data is kept. This table drives the disposal, the operator's settings and the page that tells
 * users. Safeguards Rule, 16 CFR 314.4(c)(6)(i): customer information is disposed of no later than two years after its
 * last use, unless a reason is documented. Here use means the account: while the user signs in, all its data is in use.
 */

type Unit = 'days' | 'months'

type Kept = {
  unit: Unit
  /** The default; null for as long as the account exists. */
  usual: number | null
  /** The range an operator may set; without it the period is fixed. `account`: null is allowed. */
  bounds?: { least: number; most: number; account?: true }
}

export const retention = {
  inactiveAccounts: { unit: 'months', usual: 24, bounds: { least: 6, most: 84 } },
  reports: { unit: 'months', usual: null, bounds: { least: 24, most: 120, account: true } },
  /** At least the five years within which a user may sue (15 U.S.C. 1681p, 1679i). */
  disputes: { unit: 'months', usual: null, bounds: { least: 60, most: 120, account: true } },
  documents: { unit: 'months', usual: null, bounds: { least: 12, most: 120, account: true } },
  alerts: { unit: 'months', usual: null, bounds: { least: 6, most: 120, account: true } },
  identityEvidence: { unit: 'months', usual: null },
  emails: { unit: 'months', usual: 24, bounds: { least: 1, most: 84 } },
  sessions: { unit: 'days', usual: 30, bounds: { least: 7, most: 730 } },
  staffViews: { unit: 'months', usual: 84, bounds: { least: 24, most: 120 } },
  /** Notes of staff on a client, and completed tasks. */
  clientNotes: { unit: 'months', usual: null, bounds: { least: 12, most: 120, account: true } },
  /** What remains of a mailing after its letter or its user is deleted: that it was mailed, and when. */
  mailings: { unit: 'months', usual: 84, bounds: { least: 60, most: 120 } },
  /** What pulls, letters and texts cost: ids, times and amounts. */
  costs: { unit: 'months', usual: 84, bounds: { least: 12, most: 120 } },
  /** Signed statements of credit file rights, also of erased accounts (15 U.S.C. 1679c(c)(2)). */
  signedDisclosures: { unit: 'months', usual: 24 },
  auditLog: { unit: 'months', usual: 24 },
  /** Staff actions, mailing and consent. */
  longAuditLog: { unit: 'months', usual: 84 },
  /** The operator deletes backups; the server only tells users how long that takes. */
  backups: { unit: 'days', usual: 35, bounds: { least: 1, most: 400 } },

  deletionUndo: { unit: 'days', usual: 7 },
  deletedDocuments: { unit: 'days', usual: 7 },
  /** The bytes of a mailed letter in its mail job. */
  letterCopies: { unit: 'days', usual: 30 },
  signInCodes: { unit: 'days', usual: 2 },
  sessionTokens: { unit: 'days', usual: 1 },
  signInFailures: { unit: 'days', usual: 30 },
  staffInvitations: { unit: 'days', usual: 30 },
  clientInvitations: { unit: 'days', usual: 30 },
  trustedBrowsers: { unit: 'days', usual: 90 },
  repeatedRequests: { unit: 'days', usual: 1 },
  /** Events sent to the operator's own systems, with the attempts. */
  outgoingEvents: { unit: 'days', usual: 30 },
  completedJobs: { unit: 'days', usual: 7 },
  sandboxOutbox: { unit: 'days', usual: 30 },
  sandboxLetters: { unit: 'days', usual: 365 },
  sandboxTickets: { unit: 'days', usual: 1 },
} as const satisfies Record<string, Kept>

export type RetentionKind = keyof typeof retention

type Settings = {
  [Kind in RetentionKind]: (typeof retention)[Kind] extends { bounds: { account: true } }
    ? number | null
    : (typeof retention)[Kind] extends { bounds: object }
      ? number
      : never
}

/** A kind whose period an operator may set. */
export type SettableKind = {
  [Kind in RetentionKind]: Settings[Kind] extends never ? never : Kind
}[RetentionKind]

/** How long each settable kind is kept. */
export type RetentionPeriods = Readonly<Pick<Settings, SettableKind>>

export const usualRetention: RetentionPeriods = {
  inactiveAccounts: retention.inactiveAccounts.usual,
  reports: retention.reports.usual,
  disputes: retention.disputes.usual,
  documents: retention.documents.usual,
  alerts: retention.alerts.usual,
  emails: retention.emails.usual,
  sessions: retention.sessions.usual,
  staffViews: retention.staffViews.usual,
  clientNotes: retention.clientNotes.usual,
  mailings: retention.mailings.usual,
  costs: retention.costs.usual,
  backups: retention.backups.usual,
}

/** A longer period needs a documented reason (16 CFR 314.4(c)(6)(i)). */
export const MONTHS_WITHOUT_REASON = 24

/** How long before the deletion of an unused account its user is emailed. */
export const INACTIVITY_NOTICE_DAYS = 30

/**
 * How long a dispute without an answer stays open after its last event: twice the longest legal deadline, 45 days and
 * five business days (15 U.S.C. 1681i(a)(1), (a)(6)).
 */
export const OPEN_DISPUTE_DAYS = 180

/** The user's newest reports, which the screens show: six months of history. */
export const SHOWN_REPORTS = 6

/** How often tables are rewritten, which removes the dead rows of erased users from the database's files. */
export const REWRITE_DAYS = 7

const DAY_MS = 24 * 60 * 60_000

/** Data last used before this time is past its period. */
export const retentionCutoff = (unit: Unit, count: number, now: Date): Date => {
  if (unit === 'days') return new Date(now.getTime() - count * DAY_MS)
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - count)
  // From the 31st to a shorter month: use its last day.
  if (before.getUTCDate() !== now.getUTCDate()) before.setUTCDate(0)
  return before
}

/** After this time nothing of a user erased at `erasedAt` can be recovered, not even from dead rows and backups. */
export const unrecoverableAfter = (erasedAt: Date, periods: Pick<RetentionPeriods, 'backups'>): Date =>
  new Date(erasedAt.getTime() + (REWRITE_DAYS + periods.backups) * DAY_MS)
