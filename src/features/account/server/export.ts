import { auditEventLabel } from '#api/audit-events.ts'
import { listAuditEvents } from '#platform/audit/audit-log.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { readAccessLog } from './access-log.ts'

/** A name in lowercase with dashes, for use in a file name. */
export const fileNamePart = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'my'

/** The README of the archive: what each file is, and what is left out and why. `day` is like `November 21, 2026`. */
export const archiveReadme = (name: string, day: string): string => `Everything ${name} holds about you
${day}

profile.json          who you are: names, contact details, birth date, plan
consents.json         what you agreed to or withdrew, newest first
identity.json         what was learned about your identity, and when you asked for a check
verification.json     letters with a code that we had mailed, and what staff decided on your documents
sessions.json         where you signed in
browsers.json         when you last signed in on each trusted browser, and wrong codes entered there since
notifications.json    the browsers that we notify
access-log.json       what managers did in your account and to it, when and why
staff.json            who invited you and is responsible for you, notes on you and tasks for you
agreement/            the papers of an agreement on services that you signed
rounds.json           when staff prepared letters for you and other clients, and what came of yours
costs.json            what was fetched, mailed and texted for you and paid by the operator
events-sent.json      events about you that were sent to the operator's own systems, and when
audit.json            what was done with your account
emails.json           the emails we sent you, without their text
alerts.json           your alerts about new reports, and whether you chose one email a week
plans.json            the plans that you saved
mailings.json         the letters we had printed and mailed for you, with their tracking
reports/              your credit reports as we read them, one folder each
disputes/             your disputes, with the letters that you confirmed as PDF
documents/            the documents you uploaded, as JPEG; who has them has a copy of your papers
tradelines/           your tradeline requests as they were mailed to a manager

What is left out, so that a lost copy of this archive cannot be used against you:
- Social Security numbers, except for their last four digits, and account numbers beyond eight characters.
- Report files as they were received: they contain those numbers in full. You have the files that you imported yourself;
  each bureau gives you its own at annualcreditreport.com.
- The text of emails: it was sent to you.

Times are in UTC.
`

/** Who opened the account, and what they did. */
export const accountPersonalData: PersonalDataSource = {
  name: 'account',
  exportFiles: async (db, keyring, userId, now) => [
    jsonExportFile('access-log.json', await readAccessLog(db, keyring, userId, now)),
    jsonExportFile(
      'audit.json',
      (await listAuditEvents(db, userId)).map(({ at, act, outcome, actor, addressPrefix, requestId }) => ({
        at,
        act,
        title: auditEventLabel(act),
        outcome,
        actor,
        addressPrefix,
        requestId,
      })),
    ),
  ],
}
