import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { defineJob, type Job, type Task } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { TradelineFeed } from '#providers/tradeline-feed/port.ts'
import { dayIn } from '#values/dates.ts'
import type { Synced } from '../contract.ts'
import { parseFeedRows } from '../feed.ts'
import { parseFeedFile } from './feed-file.ts'
import { replaceInventory } from './inventory.ts'

/** Imports a supplier's list from any source: the supplier's address, a manager's file, or the sandbox. */

export type SyncDeps = { db: Database; timeZone: string }

const MOST_SHOWN = 100

type Taking = { bytes: Uint8Array; now: Date; note: (tx: Database) => Promise<void> }

/**
 * Offers what a file lists; `note` is done in the same transaction. A list without one good row is refused: it would take
 * everything off the offer. Refuses `unreadable_feed`.
 */
export const importFeedFile = async (
  { db, timeZone }: SyncDeps,
  { bytes, now, note }: Taking,
): Promise<Synced> => {
  const today = dayIn(timeZone, now)
  const { lines, refused } = parseFeedRows(parseFeedFile(bytes), today)
  const [first] = refused
  if (lines.length === 0)
    throw new AppError('unreadable_feed', {
      message: `None of its ${refused.length} rows is right, so nothing was changed. The first: ${first?.reason ?? 'empty'}.`,
    })
  return db.transaction(async tx => {
    const changes = await replaceInventory(tx, lines, { now, today })
    await note(tx)
    return { success: true, ...changes, refused: refused.length, refusedRows: refused.slice(0, MOST_SHOWN) }
  })
}

/** Fetches the supplier's list. Refuses `unavailable` in the supplier's words when it does not answer. */
export const fetchFeed = async (feed: TradelineFeed, now: Date, log: Log): Promise<Uint8Array> => {
  try {
    return await feed.fetch(now)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.error('the tradeline feed failed', { code: error.code, error })
    throw new AppError('unavailable', { message: error.userMessage, retryAfterSeconds: 60 })
  }
}

const syncDaily: Task<Record<string, never>> = {
  name: 'tradelines.sync',
  payload: z.strictObject({}),
  retry: { times: 5, firstSeconds: 300, longestSeconds: 3_600 },
  limitSeconds: 120,
}

/** Every morning takes over the supplier's list; one that cannot be read leaves yesterday's on offer. */
export const syncJob = (
  deps: SyncDeps & { keyring: Pick<Keyring, 'auditMac'>; tradelineFeed: TradelineFeed },
): Job =>
  defineJob(
    syncDaily,
    async (_nothing, { now, log }) => {
      const bytes = await deps.tradelineFeed.fetch(now)
      try {
        const note = (tx: Database) => recordSystemAudit(tx, deps.keyring, 'tradelines_synced', {}, now)
        await importFeedFile(deps, { bytes, now, note })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        log.error('the list of tradelines was refused', { code: error.code })
      }
    },
    '10 5 * * *',
  )
