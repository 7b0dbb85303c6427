import { and, eq, inArray, lte } from 'drizzle-orm'
import { ProviderFailure } from '#providers/failure.ts'
import { letterStatuses } from '../letter-status.ts'
import { listProviderNames } from './provider-accounts.ts'
import { type ReconciliationDeps, recordDiscrepancy } from './reconciliation.ts'
import { mailJobs } from './tables.ts'
import { ingestPoll } from './tracking-events.ts'

const askAboutOne = async (
  deps: ReconciliationDeps,
  { id, providerId }: { id: string; providerId: string },
) => {
  const { db, post, clock, times } = deps
  const found = await post.get(providerId)
  if (found === null) await recordDiscrepancy(deps, 'missing', { providerId, mailJobId: id })
  await db.transaction(async tx => {
    const at = clock()
    if (found) await ingestPoll(tx, found, at, times)
    const [row] = await tx
      .select({ deliveryStatus: mailJobs.deliveryStatus })
      .from(mailJobs)
      .where(eq(mailJobs.id, id))
      .for('update')
    const ended = row?.deliveryStatus != null && letterStatuses[row.deliveryStatus].final
    const askAt = ended ? null : new Date(at.getTime() + times.asked)
    await tx.update(mailJobs).set({ askAt }).where(eq(mailJobs.id, id))
  })
}

/** A letter whose poll failed is polled again this much later, so that it does not block others. */
const ASK_AGAIN_MS = 60 * 60_000
/** After this many failures, stop until the next run. */
const MOST_FAILURES = 5

/** Polls letters that have been silent for long, and those whose reported delivery needs confirmation. */
export const pollSilentLetters = async (deps: ReconciliationDeps, most = 500): Promise<void> => {
  const { db, post, clock, log, turn } = deps
  const at = clock()
  const rows = await db
    .select({ id: mailJobs.id, providerId: mailJobs.providerId })
    .from(mailJobs)
    .where(and(lte(mailJobs.askAt, at), inArray(mailJobs.post, await listProviderNames(db, post.name))))
    .orderBy(mailJobs.askAt)
    .limit(most)
  let failures = 0
  for (const { id, providerId } of rows) {
    if (providerId === null) continue
    try {
      await turn()
      await askAboutOne(deps, { id, providerId })
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      log.warn('no answer came about a letter', { error })
      const askAt = new Date(at.getTime() + ASK_AGAIN_MS)
      await db.update(mailJobs).set({ askAt }).where(eq(mailJobs.id, id))
      failures += 1
      if (failures === MOST_FAILURES) return
    }
  }
}
