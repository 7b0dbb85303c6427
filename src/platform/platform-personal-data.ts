import { eq, inArray, or, sql } from 'drizzle-orm'
import { rateLimits, rememberedAnswers, userKeys } from './db/tables.ts'
import { listEmails } from './email.ts'
import { jsonExportFile, type PersonalDataSource } from './personal-data-source.ts'

/**
 * What the platform itself holds. The text of e-mails is left out: a code in it would confirm an address
 * that the person cannot read. Destroying the key makes the person's data in backups unreadable.
 */
export const platformPersonalData: PersonalDataSource = {
  name: 'server',
  exportFiles: async (db, keyring, userId) => [
    jsonExportFile('emails.json', await listEmails(db, keyring, userId)),
  ],
  erase: async (tx, keyring, { userId, phoneNumber }) => {
    const phone = keyring.phoneIndex(phoneNumber).toString('hex')
    await tx.delete(rateLimits).where(inArray(sql`split_part(${rateLimits.key}, ':', 4)`, [userId, phone]))
    const { scope } = rememberedAnswers
    await tx
      .delete(rememberedAnswers)
      .where(or(sql`position(${userId} in ${scope}) > 0`, sql`position(${phone} in ${scope}) > 0`))
    await tx.delete(userKeys).where(eq(userKeys.userId, userId))
  },
}
