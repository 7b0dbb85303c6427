import { desc, eq, inArray } from 'drizzle-orm'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { letterStatuses, toLetterStatus } from '../letter-status.ts'
import { createMailJob, giveUpByOperator, isSurelyUnsent, markUnknownOutcome } from '../state-machine.ts'
import { deriveMailJobId } from './mail-requests.ts'
import { findPendingReconciliation, liftRestoreHold } from './mail-switch.ts'
import { type IdentifyAccountDeps, identifyAccount } from './provider-accounts.ts'
import type { KnownLetter, ReconciliationDeps } from './reconciliation.ts'
import {
  type MailJobStateRow,
  mailJobStateColumns,
  mailJobs,
  mailProviders,
  mailSwitch,
  toMailJob,
  toMailJobColumns,
} from './tables.ts'

/**
 * Marks a provider account as permanently lost, so what it mailed can no longer be looked up. Nothing that it may have
 * mailed is resent automatically: each such letter becomes untraceable, and its user decides. A restored copy that used
 * the account may then use another one.
 */

type GoneDeps = IdentifyAccountDeps &
  Pick<ReconciliationDeps, 'clock' | 'letters'> & { keyring: Pick<Keyring, 'auditMac'> }

export type AccountGoneError = 'no_account' | 'own_account' | 'account_not_known'

/** A job that waits for an operator for one of these reasons, and was never ambiguous, was never sent. */
const neverSent = ['never_handed_over', 'content_changed']

/** Whether the user could have mailed the letter again after the backup was made. */
const mayHaveBeenMailedAgain = (row: Pick<MailJobStateRow, 'phase' | 'deliveryStatus'>): boolean =>
  letterStatuses[toLetterStatus(row)].canMailAgain

/**
 * Mailings that may have been requested after the backup was made: the first mailing of each letter, or the next one
 * of a letter that could be mailed again. Letters created after the restore were never mailed by the account.
 */
const missingMailings = async (
  tx: Database,
  letters: readonly KnownLetter[],
): Promise<(KnownLetter & { generation: number })[]> => {
  const { letterId, generation, phase, deliveryStatus } = mailJobs
  const rows = await tx
    .selectDistinctOn([letterId], { letterId, generation, phase, deliveryStatus })
    .from(mailJobs)
    .orderBy(letterId, desc(generation))
  const newest = new Map(rows.map(row => [row.letterId, row]))
  return letters.flatMap(letter => {
    const last = newest.get(letter.id)
    if (last === undefined) return [{ ...letter, generation: 1 }]
    return mayHaveBeenMailedAgain(last) ? [{ ...letter, generation: last.generation + 1 }] : []
  })
}

/**
 * Returns how many letters became untraceable. Refused for the configured account, because that one can be queried, and
 * while the configured account is not yet identified.
 */
export const markAccountGone = async (
  deps: GoneDeps,
  { account, reason }: { account: string; reason: string },
): Promise<number | AccountGoneError> => {
  const { db, clock, keyring, letters } = deps
  const now = clock()
  const own = await identifyAccount(deps, now)
  if (own === null) return 'account_not_known'
  if (own === account) return 'own_account'
  const providers = await db
    .select()
    .from(mailProviders)
    .where(eq(mailProviders.account, account))
    .orderBy(mailProviders.seenAt)
  const provider = providers.at(-1)?.name
  if (provider === undefined) return 'no_account'
  const names = new Set(providers.map(({ name }) => name))
  return db.transaction(async tx => {
    // Lock jobs before the mail switch, in the order workers use.
    const open = await tx
      .select(mailJobStateColumns)
      .from(mailJobs)
      .where(inArray(mailJobs.phase, ['requested', 'ready', 'submitting', 'unknown', 'needs_operator']))
      .for('update')
    const [gate] = await tx.select().from(mailSwitch).where(eq(mailSwitch.id, 1)).for('update')
    const pending = await findPendingReconciliation(tx)
    const restoredAt = pending?.account === account ? (gate?.restoredAt ?? null) : null
    const copied =
      restoredAt === null ? [] : (await letters(tx)).filter(({ createdAt }) => createdAt <= restoredAt)
    const copiedIds = new Set(copied.map(({ id }) => id))
    const missing = await missingMailings(tx, copied)

    let count = 0
    const record = async (letter: { id: string; userId: string | null }) => {
      count += 1
      await recordSystemAudit(
        tx,
        keyring,
        'mailing_untraceable',
        { userId: letter.userId, objectId: letter.id },
        now,
      )
    }
    for (const row of open) {
      const mailing = toMailJob(row)
      const isCopied = copiedIds.has(row.letterId)
      if (!isCopied && (!names.has(row.provider) || isSurelyUnsent(mailing))) continue
      const isUnsent = !isCopied && !row.ambiguous && neverSent.includes(row.problem ?? '')
      const updated = isUnsent ? giveUpByOperator(mailing, reason) : markUnknownOutcome(mailing, reason)
      await tx
        .update(mailJobs)
        .set({ ...toMailJobColumns(updated), leaseToken: null })
        .where(eq(mailJobs.id, row.id))
      if (!isUnsent) await record({ id: row.letterId, userId: row.userId })
    }
    for (const { id, userId, generation } of missing) {
      const row = {
        id: deriveMailJobId(id, generation),
        letterId: id,
        generation,
        userId,
        certified: false,
        provider,
      }
      await tx.insert(mailJobs).values({
        ...row,
        requestedAt: now,
        ...toMailJobColumns(markUnknownOutcome(createMailJob(now), reason)),
      })
      await record({ id, userId })
    }
    if (pending !== null && restoredAt !== null) await liftRestoreHold(tx, pending)
    await recordSystemAudit(tx, keyring, 'mail_account_gone', { objectId: account }, now)
    return count
  })
}
