import { eq } from 'drizzle-orm'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { readMailAgainReason, releaseMailings } from './mail-requests.ts'
import { mailJobs } from './tables.ts'

/**
 * Exports every mailing of a user. Erasure deletes what was never sent; of the rest the proof stays, without personal
 * data.
 */
export const mailingPersonalData: PersonalDataSource = {
  name: 'mailing',
  exportFiles: async (db, keyring, userId) => {
    const rows = await db
      .select()
      .from(mailJobs)
      .where(eq(mailJobs.userId, userId))
      .orderBy(mailJobs.requestedAt, mailJobs.id)
    const mailings = await Promise.all(
      rows.map(async row => ({
        letterId: row.letterId,
        generation: row.generation,
        certified: row.certified,
        returnReceipt: row.returnReceipt,
        reason: await readMailAgainReason(db, keyring, row),
        requestedAt: row.requestedAt,
        submittedAt: row.submittedAt,
        state: row.deliveryStatus ?? row.phase,
        providerId: row.providerId,
        pdfSha256: row.pdfSha?.toString('hex') ?? null,
      })),
    )
    return [jsonExportFile('mailings.json', mailings)]
  },
  erase: async (tx, _vault, { userId }) => {
    await releaseMailings(tx, eq(mailJobs.userId, userId))
  },
}
