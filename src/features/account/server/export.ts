import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { auditEventLabel } from '#api/audit-events.ts'
import { listAuditEvents } from '#platform/audit/audit-log.ts'
import { type ExportFile, jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { readAccessLog } from './access-log.ts'

/** One name for every system: letters, digits, dot, dash and underscore, and no step upwards. */
const safePath = /^(?!.*\.\.)[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

/** The earliest time that the format knows, in the zone it is written in: the archive tells nothing of when it was made. */
const noTime = new Date(1980, 0, 1)

/** A JPEG gets no smaller, and 200 MB of them would keep everybody else waiting for seconds. */
const entryOf = (path: string) =>
  path.endsWith('.jpg') ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })

/**
 * The files as one ZIP archive, in the order of their names and piece by piece: one file at a time is in memory. The same
 * files give the same bytes. Throws before the first piece when a name is unsafe or used twice.
 */
export async function* zipFiles(files: readonly ExportFile[]): AsyncGenerator<Uint8Array> {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  if (sorted.some(({ path }, n) => !safePath.test(path) || path === sorted[n - 1]?.path))
    throw new Error('a file of an archive has an unsafe or used name')
  const made: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    made.push(piece)
  })
  for (const { path, bytes } of sorted) {
    const entry = entryOf(path)
    entry.mtime = noTime
    zip.add(entry)
    entry.push(Uint8Array.from(typeof bytes === 'function' ? await bytes() : bytes), true)
    yield* made.splice(0)
  }
  zip.end()
  yield* made.splice(0)
}

/** A name in small letters with dashes, as a part of a file's name. */
export const fileNamePart = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'my'

/** The README of the archive: what each file is, and what is not in it and why. `day` like `November 21, 2026`. */
export const archiveReadme = (name: string, day: string): string => `Everything ${name} holds about you
${day}

profile.json          who you are: names, contact details, birth date, plan
consents.json         what you agreed to or withdrew, newest first
identity.json         what was learned about your identity, and when you asked for a check
verification.json     letters with a code that we had mailed, and what staff decided on your documents
sessions.json         where you signed in
browsers.json         when you last signed in on each browser that is known again, and wrong codes given there since
notifications.json    the browsers that you have us notify
access-log.json       what managers did in your account and to it, when and why
audit.json            what was done with your account
emails.json           the emails we sent you, without their text
alerts.json           what you were told of when a new report arrived, and whether you chose one email a week
mailings.json         the letters we had printed and mailed for you, and how far each came
reports/              your credit reports as we read them, one folder each
disputes/             your disputes, with the letters that you confirmed as PDF
documents/            the documents you uploaded, as JPEG; who has them has a copy of your papers
tradelines/           your tradeline requests as they were mailed to a manager

What is left out, so that a lost copy of this archive cannot be used against you:
- Social Security numbers, but for their last four digits, and account numbers beyond eight characters.
- Report files as they were received: they carry those numbers whole. You have the files that you imported yourself;
  each bureau gives you its own at annualcreditreport.com.
- The text of emails: it was sent to you.

Times are in UTC.
`

/** Who opened the account, and what was done with it. */
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
