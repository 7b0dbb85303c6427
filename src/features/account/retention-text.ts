import {
  INACTIVITY_NOTICE_DAYS,
  MONTHS_WITHOUT_REASON,
  REWRITE_DAYS,
  type RetentionKind,
  type RetentionPeriods,
  retention,
  SHOWN_REPORTS,
} from '#api/retention.ts'

/** How long each kind of data is kept and why, in sentences for users, from the table and the operator's settings. */

type RetentionLine = { title: string; period: string; why: string }

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** Shows 24 months as `2 years`. */
const showPeriod = (unit: 'days' | 'months', count: number): string => {
  if (unit === 'days') return counted(count, 'day')
  return count % 12 === 0 ? counted(count / 12, 'year') : counted(count, 'month')
}

type ShownKind = {
  kind: Exclude<RetentionKind, 'backups'>
  title: string
  after: string
  why: string
  /** Whether an open dispute keeps the data past its period. */
  keptByOpenDispute?: true
  /** Only if the operator has clients sign an agreement. */
  onlyWithAgreement?: true
}

const openDisputeNote = ' An open dispute keeps the data it needs.'

/** The kinds shown to users; the other periods are short and affect no screen. */
const shownKinds: readonly ShownKind[] = [
  {
    kind: 'inactiveAccounts',
    title: 'Your account, if you stop using it',
    after: 'after you last signed in',
    why: `We email you ${INACTIVITY_NOTICE_DAYS} days before, and signing in keeps it. Until then it stays, with everything in it.`,
    keptByOpenDispute: true,
  },
  {
    kind: 'reports',
    title: 'Credit reports',
    after: 'after they arrived',
    why: `Earlier reports show what changed. Your newest ${SHOWN_REPORTS} stay as long as your account.`,
    keptByOpenDispute: true,
  },
  {
    kind: 'disputes',
    title: 'Disputes, letters and answers',
    after: 'after something last happened in one',
    why: 'They prove what you asked and what the bureau answered. The law gives you up to five years to sue (15 U.S.C. 1681p).',
  },
  {
    kind: 'documents',
    title: 'Documents',
    after: 'after you uploaded them',
    why: 'They go with your letters.',
    keptByOpenDispute: true,
  },
  {
    kind: 'alerts',
    title: 'Alerts',
    after: 'after we told you',
    why: 'They show what changed between reports.',
  },
  {
    kind: 'identityEvidence',
    title: 'How your identity was confirmed',
    after: '',
    why: 'We may only fetch reports for someone whose identity is confirmed (15 U.S.C. 1681b).',
  },
  {
    kind: 'emails',
    title: 'Emails we sent you',
    after: 'after we sent them',
    why: 'To find out whether one arrived.',
  },
  {
    kind: 'sessions',
    title: 'Sign-ins',
    after: 'after they ended',
    why: 'So that you can see where you were signed in.',
  },
  {
    kind: 'trustedBrowsers',
    title: 'Browsers you signed in on',
    after: 'after the last sign-in',
    why: 'So that a stranger who guesses codes cannot lock you out there.',
  },
  {
    kind: 'staffViews',
    title: 'Who opened your account',
    after: 'after it was closed again',
    why: 'So that you can see what our staff did, and why.',
  },
  {
    kind: 'clientNotes',
    title: 'Notes and tasks of our staff about you',
    after: 'after they were written or done',
    why: 'So that our staff know what was agreed with you. You read those they share with you; your export has all.',
  },
  {
    kind: 'mailings',
    title: 'That a letter was mailed',
    after: 'after it was mailed',
    why: 'After the letter is deleted, only the dates and the mail provider’s number stay, without your name.',
  },
  {
    kind: 'costs',
    title: 'What your reports, letters and texts cost us',
    after: 'after we were billed',
    why: 'For our accounts. It has no names, and it stays after your account is deleted.',
  },
  {
    kind: 'signedDisclosures',
    title: 'The statement of your credit file rights that you signed',
    after: 'after you signed it',
    why: 'The law has us keep it for two years (15 U.S.C. 1679c(c)), also if your account is deleted before. It has your name.',
    onlyWithAgreement: true,
  },
  {
    kind: 'auditLog',
    title: 'The log of what you did',
    after: 'after it happened',
    why: 'To find misuse. It has no names, and it stays after your account is deleted.',
  },
  {
    kind: 'longAuditLog',
    title: 'The log of what our staff did, of mailing and of what you agreed to',
    after: 'after it happened',
    why: 'It proves what was done for you. It has no names, and it stays after your account is deleted.',
  },
  {
    kind: 'deletedDocuments',
    title: 'Documents you deleted',
    after: 'after you deleted them',
    why: 'So that you can bring them back.',
  },
  {
    kind: 'signInCodes',
    title: 'Codes we sent you',
    after: 'after we sent them',
    why: 'To notice guessing.',
  },
]

/**
 * One line per kind. `inactiveReason`: why the operator keeps unused accounts longer than the two years of the law.
 */
export const retentionLines = (
  periods: RetentionPeriods,
  inactiveReason: string | null,
  hasAgreement: boolean,
): RetentionLine[] => {
  const set: Partial<Record<RetentionKind, number | null>> = periods
  const lines = shownKinds.filter(({ onlyWithAgreement }) => hasAgreement || !onlyWithAgreement)
  return lines.map(({ kind, title, after, why, keptByOpenDispute }) => {
    const { unit, usual } = retention[kind]
    const own = set[kind]
    const length = own === undefined ? usual : own
    const isLong = kind === 'inactiveAccounts' && periods.inactiveAccounts > MONTHS_WITHOUT_REASON
    return {
      title,
      period: length === null ? 'As long as your account' : `${showPeriod(unit, length)} ${after}`,
      why: `${why}${keptByOpenDispute && length !== null ? openDisputeNote : ''}${isLong && inactiveReason !== null ? ` Why so long: ${inactiveReason}` : ''}`,
    }
  })
}

/** What stays after an account is deleted. */
export const keptAfterDeletion = (hasAgreement: boolean): string =>
  `Only the logs, the dates of mailed letters and our costs stay, without your name${hasAgreement ? ', and for two years after you signed it the statement of your credit file rights' : ''}.`

/** What happens to copies when the account is deleted. */
export const afterDeletionText = ({ backups }: RetentionPeriods, hasAgreement: boolean): string =>
  `When your account is deleted, your data is erased and its key is destroyed. ${keptAfterDeletion(hasAgreement)} Traces in database files are removed within ${counted(REWRITE_DAYS, 'day')}, and backups are deleted after ${counted(backups, 'day')}: after ${counted(REWRITE_DAYS + backups, 'day')} nothing can be recovered.`
