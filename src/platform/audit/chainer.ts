import type { Clock } from '../clock.ts'
import type { Keyring } from '../crypto/encryption.ts'
import type { Database } from '../db/database.ts'
import { createLoop } from '../jobs/loop.ts'
import type { Log } from '../telemetry/log.ts'
import type { CheckpointFile } from './checkpoint.ts'
import { type ChainHead, chainEventsAfter, formatChainHead, parseChainHead } from './hash-chain.ts'
import { containsHead, countUnmarkedEvents, findForeignEvent, verifyChain } from './verify.ts'

/** Adds audit rows to the hash chain while the server runs; several servers take turns. */
export type AuditChainer = {
  /** Chains the rows that are not chained yet, and logs rows that were not written by a server. */
  chain: () => Promise<void>
  /** Starts chaining every second. */
  start: () => void
  /** Chains once more, stops, and logs the head. */
  stop: () => Promise<void>
  /** Seconds since every row was chained. */
  unchainedSeconds: () => number
}

const POLL_MS = 1_000
const HOUR = 3_600_000
/**
 * Ids contain the time of creation. Each scan starts a minute back, because a row is written before it is
 * committed and clocks differ; the full scan at startup and every hour finds later ones.
 */
const BACK_MS = 60_000

/** The first id of a time in milliseconds since 1970 (UUIDv7, RFC 9562 section 5.7). */
const idAt = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * Logs the head of the chain after the first batch, each hour and at the end: a copy of that log kept
 * elsewhere proves that nothing was removed from the end.
 */
export const createAuditChainer = ({
  db,
  keyring,
  log,
  clock,
  checkpoint,
}: {
  db: Database
  keyring: Pick<Keyring, 'auditMac'>
  log: Log
  clock: Clock
  checkpoint: CheckpointFile
}): AuditChainer => {
  let from: string | null = null
  let fullScanAt = 0
  let reportedIds: ReadonlySet<string> = new Set()
  let chainedAt = Date.now()
  let loggedAt = 0
  let unloggedHead: ChainHead | null = null

  const logHead = () => {
    if (!unloggedHead) return
    log.info('the head of the audit log', { code: formatChainHead(unloggedHead) })
    unloggedHead = null
    loggedAt = Date.now()
  }
  /** Verifies the chain from the checkpoint, and moves the checkpoint only past valid rows. */
  const check = async () => {
    const known = checkpoint.read() ?? { head: null, unmarked: await countUnmarkedEvents(db) }
    const before = known.head === null ? null : parseChainHead(known.head)
    if (before !== null && !(await containsHead(db, before))) {
      log.error('the audit log was cut off or rebuilt', { code: formatChainHead(before) })
      return
    }
    const verified = await verifyChain(db, keyring, clock(), before)
    const wrong = verified.fault ?? (await findForeignEvent(db, keyring, known.unmarked))
    if (wrong !== null) {
      const { fault, number, eventId } = wrong
      const code = [fault, number, eventId].filter(part => part !== null).join(' ')
      log.error('the audit log is not as it was written', { code })
    }
    checkpoint.write({ ...known, head: verified.head && formatChainHead(verified.head) })
  }
  const chain = async () => {
    const began = Date.now()
    const isFullScan = began - fullScanAt > HOUR
    if (isFullScan) from = null
    const foreign = new Set<string>()
    let more = true
    while (more) {
      const batch = await chainEventsAfter(db, keyring, from)
      // Rows of the first release have no MAC; the full check compares their number with the known one.
      for (const { id } of batch.invalid.filter(({ unmarked }) => !isFullScan || !unmarked)) {
        foreign.add(id)
        if (!reportedIds.has(id))
          log.error('a row of the audit log was not written by a server', { code: id })
      }
      unloggedHead = batch.head ?? unloggedHead
      more = batch.more
      if (more && batch.last === from) return
      from = batch.last ?? from
    }
    reportedIds = foreign
    chainedAt = began
    if (isFullScan) {
      fullScanAt = began
      await check().catch((error: unknown) => log.error('the audit log was not checked', { error }))
    }
    const back = idAt(began - BACK_MS)
    from = from !== null && from < back ? from : back
    if (Date.now() - loggedAt > HOUR) logHead()
  }

  const tryToChain = () =>
    chain().catch((error: unknown) => log.error('the audit log was not chained', { error }))
  const chaining = createLoop(tryToChain, POLL_MS)
  return {
    chain,
    start: chaining.start,
    stop: async () => {
      await chaining.stop()
      await tryToChain()
      await check().catch((error: unknown) => log.error('the audit log was not checked', { error }))
      logHead()
    },
    unchainedSeconds: () => (Date.now() - chainedAt) / 1_000,
  }
}
