/**
 * Every event the audit log records: sign-ins, denials, reads of sensitive data, changes, and staff actions.
 * Each has a label for the user it concerns and a retention period: seven years for staff actions, mailing
 * and consent, two for the rest. Rows hold ids and codes, never names, phone numbers or text.
 */
const catalogue = {
  signed_in: ['Signed in', 2],
  phone_unlocked: ['Support let the phone number sign in again', 7],
  identity_check_asked: ['Asked for a check of the identity', 2],
  identity_letter_asked: ['Asked for a letter with a code', 7],
  identity_code_entered: ['Entered the code of a letter', 7],
  identity_review_asked: ['Asked staff to review documents', 7],
  identity_reviewed: ['Staff reviewed the documents', 7],
  identity_confirmed: ['The identity was confirmed', 7],
  identity_displaced: ['The Social Security number could not be confirmed', 7],
  identity_taken_back: ['Staff took back their confirmation of the identity', 7],
  identity_withdrawn: ['The confirmation of the identity was taken back', 7],
  registered: ['Created the account', 2],
  signed_out: ['Signed out', 2],
  session_ended: ['Ended a session', 2],
  sessions_ended: ['Ended all sessions', 2],
  token_reused: ['A copied session was noticed and ended', 2],
  totp_changed: ['Changed the authenticator app', 2],
  plan_changed: ['Switched three-bureau access', 2],
  profile_changed: ['Changed contact details', 2],
  goal_changed: ['Changed the goal', 2],
  email_verified: ['Confirmed the email address', 2],
  notices_changed: ['Changed how news are told', 2],
  consent_changed: ['Changed what is agreed to', 7],
  report_checked: ['Checked what a credit report file holds', 2],
  report_imported: ['Imported a credit report', 2],
  report_removed: ['Removed an imported credit report', 2],
  report_step_answered: ['Answered the credit data provider’s question', 7],
  reports_refreshed: ['Asked the bureaus for new reports', 7],
  report_read: ['Read the credit report', 2],
  report_asked: ['Asked the voice helper about the credit report', 2],
  alerts_read: ['Read the alerts', 2],
  dispute_created: ['Created a dispute', 7],
  dispute_read: ['Read the disputes', 2],
  letter_changed: ['Changed the words of a letter', 7],
  outcome_noted: ['Noted what a bureau answered', 7],
  outcome_taken_back: ['Took back what was noted of an answer', 7],
  letters_mailed: ['Had letters mailed', 7],
  letter_mailed_again: ['Had a letter mailed again', 7],
  mailing_adopted: ['A letter was found at the mail provider', 7],
  mailing_given_up: ['The mailing of a letter was given up', 7],
  mail_account_gone: ['A mail account was said to be gone for good', 7],
  mailing_untraceable: ['Nobody can say any more whether a letter was mailed', 7],
  strange_letter_settled: ['A letter at the mail provider that fitted no mailing was seen to', 7],
  dispute_attested: ['Confirmed the letters of a dispute', 7],
  documents_read: ['Read the list of documents', 2],
  document_read: ['Downloaded a document', 2],
  document_uploaded: ['Uploaded a document', 2],
  document_deleted: ['Deleted a document', 2],
  document_restored: ['Brought a deleted document back', 2],
  tradelines_advised: ['Asked for tradeline advice', 7],
  tradelines_read: ['Read the tradeline requests', 2],
  tradelines_resent: ['Sent a tradeline request again', 7],
  tradelines_synced: ['The offered tradelines were brought up to date', 7],
  letter_read: ['Downloaded letters', 2],
  identity_checked: ['The monitoring portal checked the identity', 2],
  portal_opened: ['Opened the monitoring portal', 2],
  data_exported: ['Exported everything held', 7],
  deletion_asked: ['Asked for the account to be deleted', 7],
  deletion_undone: ['Kept the account after all', 7],
  person_erased: ['The account was erased', 7],
  denied: ['Something was refused', 2],
  manager_signed_in: ['A manager signed in', 7],
  manager_signed_out: ['A manager signed out', 7],
  manager_invited: ['A manager was invited', 7],
  manager_joined: ['A manager joined', 7],
  manager_changed: ['A manager was disabled or enabled', 7],
  configuration_changed: ['A server was started with another configuration or release', 7],
  root_key_made: ['A new root key was made', 7],
  root_key_retired: ['An old root key was retired', 7],
  clients_listed: ['Read a list of clients', 7],
  client_opened: ['Opened the account', 7],
  client_closed: ['Closed the account', 7],
  client_plan_changed: ['Switched three-bureau access for the client', 7],
  data_restored: ['The data were restored from a copy, and everybody was signed out', 7],
  client_portal_link: ['Made a verification link for the client', 7],
} as const satisfies Record<string, readonly [words: string, years: number]>

const YEARS_OF_STAFF = 7

export type AuditEvent = keyof typeof catalogue

/** The event's label in the account's access log. */
export const auditEventLabel = (act: AuditEvent): string => catalogue[act][0]

/** Years to keep a row. Anything a manager did counts as a staff action, even inside a client's account. */
export const auditRetentionYears = (act: AuditEvent, byManager: boolean): number =>
  byManager ? YEARS_OF_STAFF : catalogue[act][1]
