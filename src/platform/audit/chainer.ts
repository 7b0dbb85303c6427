import { setTimeout as delay } from 'node:timers/promises'
import { desc } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Keyring } from '../crypto/encryption.ts'
import type { Database } from '../db/database.ts'
import { auditLinks } from '../db/tables.ts'
import { createLoop } from '../jobs/loop.ts'
import type { Log } from '../telemetry/log.ts'
import type { CheckpointFile } from './checkpoint.ts'
import { type ChainHead, chainEventsAfter, formatChainHead, parseChainHead } from './hash-chain.ts'
import { type AuditFault, containsHead, countUnmarkedEvents, verifyChain } from './verify.ts'

/** Adds audit rows to the hash chain while the server runs; several servers take turns. */
export type AuditChainer = {
  /** Chains and checks once, without pauses. */
  chain: () => Promise<void>
  /** Starts chaining every second and checking every minute. */
  start: () => void
  /** Chains and checks once more, stops, and logs the head. */
  stop: () => Promise<void>
  /** Seconds since every row was chained. */
  unchainedSeconds: () => number
}

const CHAIN_MS = 1_000
/** Checking the rows of a whole hour at once kept a busy server from answering for three seconds. */
const CHECK_MS = 60_000
const HOUR = 3_600_000
/**
 * Ids contain the time of creation. Each scan starts a minute back, because a row is written before it is
 * committed and clocks differ; the full scan at startup and every hour finds later ones.
 */
const BACK_MS = 60_000
/** A check pauses for this many times as long as it works: it takes at most a fifth of a processor. */
const PAUSE = 4

/** The first id of a time in milliseconds since 1970 (UUIDv7, RFC 9562 section 5.7). */
const idAt = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** The time of an id, in milliseconds since 1970. */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** A minute before the last row of the chain; null if there is no chain. */
const idBeforeLastChained = async (db: Database): Promise<string | null> => {
  const [last] = await db
    .select({ eventId: auditLinks.eventId })
    .from(auditLinks)
    .orderBy(desc(auditLinks.eventId))
    .limit(1)
  return last ? idAt(timeOf(last.eventId) - BACK_MS) : null
}

/** Called after each part of a check. */
type Pause = () => Promise<void>

const noPause: Pause = () => Promise.resolve()

/** Pauses in proportion to the work since the last pause; rejects when the signal aborts. */
const proportionalPause = (signal: AbortSignal): Pause => {
  let resumed = performance.now()
  return async () => {
    await delay(PAUSE * (performance.now() - resumed), undefined, { signal, ref: false })
    resumed = performance.now()
  }
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
  let chainedAt = Date.now()
  let loggedAt = 0
  let unloggedHead: ChainHead | null = null

  const logHead = () => {
    if (!unloggedHead) return
    log.info('the head of the audit log', { code: formatChainHead(unloggedHead) })
    unloggedHead = null
    loggedAt = Date.now()
  }
  const reported = new Set<string>()
  /** Logs each fault once an hour. */
  const report = (message: string, code: string) => {
    if (!reported.has(code)) log.error(message, { code })
    reported.add(code)
  }
  const reportFault = ({ fault, number, eventId }: AuditFault) =>
    report(
      'the audit log is not as it was written',
      [fault, number, eventId].filter(part => part !== null).join(' '),
    )
  const reportForeign = (id: string) => report('a row of the audit log was not written by a server', id)

  const chainNewRows = async () => {
    const began = Date.now()
    from ??= await idBeforeLastChained(db)
    for (let more = true; more; ) {
      const batch = await chainEventsAfter(db, keyring, from)
      for (const { id } of batch.invalid) reportForeign(id)
      unloggedHead = batch.head ?? unloggedHead
      more = batch.more
      if (more && batch.last === from) return
      from = batch.last ?? from
    }
    chainedAt = began
    const back = idAt(began - BACK_MS)
    from = from !== null && from < back ? from : back
    if (Date.now() - loggedAt > HOUR) logHead()
  }

  /** Chains rows that were committed late, and finds all rows that no server wrote. */
  const scanAllRows = async (pause: Pause) => {
    const unmarked: string[] = []
    let after: string | null = null
    for (let more = true; more; ) {
      const batch = await chainEventsAfter(db, keyring, after)
      for (const { id, unmarked: isUnmarked } of batch.invalid)
        if (isUnmarked) unmarked.push(id)
        else reportForeign(id)
      unloggedHead = batch.head ?? unloggedHead
      more = batch.more
      after = batch.last
      await pause()
    }
    // Rows of the first release have no MAC; their number is known.
    const known = checkpoint.read()?.unmarked ?? unmarked.length
    if (unmarked.length > known)
      reportFault({ fault: 'foreign', number: null, eventId: unmarked.at(-1) ?? null })
  }

  /** Verifies the chain from the checkpoint, and moves the checkpoint only past valid rows. */
  const verifyNewRows = async (pause: Pause) => {
    const known = checkpoint.read() ?? { head: null, unmarked: await countUnmarkedEvents(db) }
    const before = known.head === null ? null : parseChainHead(known.head)
    if (before !== null && !(await containsHead(db, before))) {
      report('the audit log was cut off or rebuilt', formatChainHead(before))
      return
    }
    const verified = await verifyChain(db, keyring, clock(), before, { pause })
    if (verified.fault) reportFault(verified.fault)
    checkpoint.write({ ...known, head: verified.head && formatChainHead(verified.head) })
  }

  const check = async (pause: Pause) => {
    const began = Date.now()
    if (began - fullScanAt > HOUR) {
      reported.clear()
      await scanAllRows(pause)
      fullScanAt = began
    }
    await verifyNewRows(pause)
  }

  const tryToChain = () =>
    chainNewRows().catch((error: unknown) => log.error('the audit log was not chained', { error }))
  const tryToCheck = (pause: Pause, signal?: AbortSignal) =>
    check(pause).catch((error: unknown) => {
      if (!signal?.aborted) log.error('the audit log was not checked', { error })
    })
  const chaining = createLoop(tryToChain, CHAIN_MS)
  const checking = createLoop(signal => tryToCheck(proportionalPause(signal), signal), CHECK_MS)
  return {
    chain: async () => {
      await chainNewRows()
      await check(noPause)
    },
    start: () => {
      chaining.start()
      checking.start()
    },
    stop: async () => {
      await Promise.all([chaining.stop(), checking.stop()])
      await tryToChain()
      await verifyNewRows(noPause).catch((error: unknown) =>
        log.error('the audit log was not checked', { error }),
      )
      logHead()
    },
    unchainedSeconds: () => (Date.now() - chainedAt) / 1_000,
  }
}
