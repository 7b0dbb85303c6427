import { claimForErasure, listUsersDueForErasure } from '#features/identity/server/account-deletion.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { CleanupTask } from '#platform/jobs/cleanup.ts'
import type { PersonalDataSource } from '#platform/personal-data-source.ts'

/**
 * Erases everybody whose seven days are over (GLBA Safeguards Rule, 16 CFR 314.4(c)(6); Disposal Rule, 16 CFR 682.3): each
 * in one transaction, all or nothing, by whichever process takes the row first. The audit trail stays; it holds ids only.
 * One that fails does not hold up the others, and is tried again the next time.
 */
export const eraseDueUsers =
  (vault: Keyring, holdings: readonly PersonalDataSource[]): CleanupTask =>
  async (db, now) => {
    const failures: unknown[] = []
    for (const userId of await listUsersDueForErasure(db, now)) {
      try {
        await db.transaction(async tx => {
          const person = await claimForErasure(tx, vault, userId, now)
          if (!person) return
          const { phoneNumber, email } = person.profile
          for (const { erase } of holdings) await erase?.(tx, vault, { userId, phoneNumber, email })
          await recordSystemAudit(tx, vault, 'person_erased', { userId }, now)
        })
        vault.forget(userId)
      } catch (failure) {
        failures.push(failure)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'people could not be erased')
  }
