import { parse } from 'csv-parse/sync'
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
import { type FeedRow, MAX_ROWS, parseFeedRows, requiredColumns } from '../feed.ts'
import { replaceInventory } from './inventory.ts'

/** Imports a supplier's list from its address, a manager's file, or the sandbox. */

const unreadable = (why: string): AppError =>
  new AppError('unreadable_feed', { message: `We could not read this list: ${why}. Nothing was changed.` })

const decodeText = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('it is not text in UTF-8')
  }
}

const isRow = (value: unknown): value is FeedRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list of objects, or an object with the list in `data`, `tradelines`, `lines` or `items`. */
const parseJsonRows = (text: string): unknown[] => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable('it is not JSON to its end')
  }
  if (Array.isArray(value)) return value
  const list = isRow(value)
    ? [value['data'], value['tradelines'], value['lines'], value['items']].find(one => Array.isArray(one))
    : undefined
  if (!Array.isArray(list)) throw unreadable('it holds no list of tradelines')
  return list
}

const parseCsvRows = (text: string): unknown[] => {
  try {
    return parse(text, {
      bom: true,
      columns: (names: string[]) => names.map(name => name.trim()),
      skip_empty_lines: true,
      // A row with too few or too many cells is refused for its missing values, without refusing the whole list.
      relax_column_count: true,
      delimiter: [',', ';', '\t'],
      max_record_size: 10_000,
      to: MAX_ROWS + 1,
    })
  } catch {
    throw unreadable('it is not CSV with a line of column names first')
  }
}

/** The rows of a CSV or JSON file. Refuses `unreadable_feed` when the file as a whole cannot be read. */
export const parseFeedFile = (bytes: Uint8Array): FeedRow[] => {
  const text = decodeText(bytes)
  const rows = /^\s*[[{]/.test(text) ? parseJsonRows(text) : parseCsvRows(text)
  if (rows.length === 0) throw unreadable(`it has no rows; a list needs ${requiredColumns.join(', ')}`)
  if (rows.length > MAX_ROWS) throw unreadable(`it has more than ${MAX_ROWS} rows`)
  return rows.map(row => (isRow(row) ? row : {}))
}

type SyncDeps = { db: Database; timeZone: string }

const SHOWN_REFUSALS = 100

type FeedImport = { bytes: Uint8Array; now: Date; audit: (tx: Database) => Promise<void> }

/**
 * Offers the lines of a file and audits the import in the same transaction. A list without a valid row would empty the
 * offer, so it is refused with `unreadable_feed`.
 */
export const importFeedFile = async (
  { db, timeZone }: SyncDeps,
  { bytes, now, audit }: FeedImport,
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
    await audit(tx)
    return {
      success: true,
      ...changes,
      refused: refused.length,
      refusedRows: refused.slice(0, SHOWN_REFUSALS),
    }
  })
}

/** Fetches the supplier's list. Refuses `unavailable`, with the supplier's message, when the fetch fails. */
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

/** Imports the supplier's list every morning; an unreadable list leaves yesterday's on offer. */
export const syncJob = (
  deps: SyncDeps & { keyring: Pick<Keyring, 'auditMac'>; tradelineFeed: TradelineFeed | null },
): Job =>
  defineJob(
    syncDaily,
    async (_nothing, { now, log }) => {
      if (deps.tradelineFeed === null) return
      const bytes = await deps.tradelineFeed.fetch(now)
      try {
        const audit = (tx: Database) => recordSystemAudit(tx, deps.keyring, 'tradelines_synced', {}, now)
        await importFeedFile(deps, { bytes, now, audit })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        log.error('the list of tradelines was refused', { code: error.code })
      }
    },
    '10 5 * * *',
  )
