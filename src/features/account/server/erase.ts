import { dueForErasure, takeForErasure } from '#features/identity/server/leaving.ts'
import { noteOwnAct } from '#platform/audit/trail.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Holding } from '#platform/holding.ts'
import type { Tidy } from '#platform/jobs/housekeeping.ts'

/**
 * Erases everybody whose seven days are over (GLBA Safeguards Rule, 16 CFR 314.4(c)(6); Disposal Rule, 16 CFR 682.3): each
 * in one transaction, all or nothing, by whichever process takes the row first. The audit trail stays; it holds ids only.
 * One that fails does not hold up the others, and is tried again the next time.
 */
export const erasePeople =
  (vault: Vault, holdings: readonly Holding[]): Tidy =>
  async (db, now) => {
    const failures: unknown[] = []
    for (const userId of await dueForErasure(db, now)) {
      try {
        await db.transaction(async tx => {
          const person = await takeForErasure(tx, vault, userId, now)
          if (!person) return
          const { phoneNumber, email } = person.profile
          for (const { erase } of holdings) await erase?.(tx, vault, { userId, phoneNumber, email })
          await noteOwnAct(tx, vault, 'person_erased', { userId }, now)
        })
        vault.forget(userId)
      } catch (failure) {
        failures.push(failure)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'people could not be erased')
  }
