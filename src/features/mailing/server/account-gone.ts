import { desc, eq, inArray } from 'drizzle-orm'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { isDeliveryOver } from '../letter-status.ts'
import { createMailJob, giveUpByOperator, isSurelyUnsent, markUnknownOutcome } from '../state-machine.ts'
import { deriveMailJobId } from './frozen.ts'
import { findPendingReconciliation, liftRestoreHold } from './mail-switch.ts'
import { type IdentifyAccountDeps, identifyAccount } from './provider-accounts.ts'
import type { KnownLetter, ReconciliationDeps } from './reconciliation.ts'
import { type MailJobStateRow, mailJobStateColumns, toMailJob, toMailJobColumns } from './rows.ts'
import { mailJobs, mailProviders, mailSwitch } from './tables.ts'

/**
 * What follows when an operator states that an account at the provider is gone for good: nobody can be asked any more what
 * was mailed by it. Nothing that may have been mailed is mailed again by us. Each such letter is untraceable from then on:
 * its owner is told, and decides. A copy that mailed by that account may then mail by another one.
 */

export type GoneDeps = IdentifyAccountDeps &
  Pick<ReconciliationDeps, 'clock' | 'letters'> & { vault: Pick<Keyring, 'auditMac'> }

/** Why nothing was done. */
export type AccountGoneError = 'no_account' | 'own_account' | 'account_not_known'

/** Of a mailing that waits for an operator with these and was never unclear no byte ever went out. */
const neverSent = ['never_handed_over', 'content_changed']

/** Whether its owner could have had a letter mailed once more after a copy was made (`disputeCan.mailAgain`). */
const couldGoAgain = ({ phase, whereabouts }: Pick<MailJobStateRow, 'phase' | 'whereabouts'>): boolean =>
  phase === 'rejected' ||
  phase === 'untraceable' ||
  (whereabouts !== null && whereabouts !== 'delivered' && isDeliveryOver(whereabouts))

/**
 * The mailings that a copy lacks and that may have been made after it: of each letter that it knows the first, or the
 * next of one that could go again. Letters that were made after the copy was read back were never mailed by the account.
 */
const mailingsLacked = async (
  tx: Database,
  letters: readonly KnownLetter[],
): Promise<(KnownLetter & { generation: number })[]> => {
  const { letterId, generation, phase, whereabouts } = mailJobs
  const rows = await tx
    .selectDistinctOn([letterId], { letterId, generation, phase, whereabouts })
    .from(mailJobs)
    .orderBy(letterId, desc(generation))
  const newest = new Map(rows.map(row => [row.letterId, row]))
  return letters.flatMap(letter => {
    const last = newest.get(letter.id)
    if (last === undefined) return [{ ...letter, generation: 1 }]
    return couldGoAgain(last) ? [{ ...letter, generation: last.generation + 1 }] : []
  })
}

/**
 * Notes that an account is gone for good, and gives how many letters cannot be traced for that. Refused of the account that
 * is set now, since that one can be asked, and while it is not known which that is.
 */
export const markAccountGone = async (
  deps: GoneDeps,
  { account, reason }: { account: string; reason: string },
): Promise<number | AccountGoneError> => {
  const { db, clock, vault, letters } = deps
  const now = clock()
  const own = await identifyAccount(deps, now)
  if (own === null) return 'account_not_known'
  if (own === account) return 'own_account'
  const posts = await db
    .select()
    .from(mailProviders)
    .where(eq(mailProviders.account, account))
    .orderBy(mailProviders.seenAt)
  const post = posts.at(-1)?.name
  if (post === undefined) return 'no_account'
  const names = new Set(posts.map(({ name }) => name))
  return db.transaction(async tx => {
    // Mailings first, then the gate, as a worker takes them.
    const open = await tx
      .select(mailJobStateColumns)
      .from(mailJobs)
      .where(inArray(mailJobs.phase, ['requested', 'ready', 'submitting', 'unknown', 'needs_operator']))
      .for('update')
    const [gate] = await tx.select().from(mailSwitch).where(eq(mailSwitch.id, 1)).for('update')
    const awaited = await findPendingReconciliation(tx)
    const restoredAt = awaited?.account === account ? (gate?.restoredAt ?? null) : null
    const copied = restoredAt === null ? [] : (await letters(tx)).filter(({ madeAt }) => madeAt <= restoredAt)
    const copiedIds = new Set(copied.map(({ id }) => id))
    const lacked = await mailingsLacked(tx, copied)

    let count = 0
    const note = async (letter: { id: string; userId: string | null }) => {
      count += 1
      await recordSystemAudit(
        tx,
        vault,
        'mailing_untraceable',
        { userId: letter.userId, objectId: letter.id },
        now,
      )
    }
    for (const row of open) {
      const mailing = toMailJob(row)
      const isCopied = copiedIds.has(row.letterId)
      if (!isCopied && (!names.has(row.post) || isSurelyUnsent(mailing))) continue
      const isUnsent = !isCopied && !row.unclear && neverSent.includes(row.problem ?? '')
      const standing = isUnsent ? giveUpByOperator(mailing, reason) : markUnknownOutcome(mailing, reason)
      await tx
        .update(mailJobs)
        .set({ ...toMailJobColumns(standing), leaseToken: null })
        .where(eq(mailJobs.id, row.id))
      if (!isUnsent) await note({ id: row.letterId, userId: row.userId })
    }
    for (const { id, userId, generation } of lacked) {
      const row = {
        id: deriveMailJobId(id, generation),
        letterId: id,
        generation,
        userId,
        certified: false,
        post,
      }
      await tx.insert(mailJobs).values({
        ...row,
        requestedAt: now,
        ...toMailJobColumns(markUnknownOutcome(createMailJob(now), reason)),
      })
      await note({ id, userId })
    }
    if (awaited !== null && restoredAt !== null) await liftRestoreHold(tx, awaited)
    await recordSystemAudit(tx, vault, 'mail_account_gone', { objectId: account }, now)
    return count
  })
}
