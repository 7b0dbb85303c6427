import type { Clock } from '../clock.ts'
import type { Keyring } from '../crypto/encryption.ts'
import type { Database } from '../db/database.ts'
import { createLoop } from '../jobs/loop.ts'
import type { Log } from '../telemetry/log.ts'
import type { CheckpointFile } from './checkpoint.ts'
import { type ChainHead, chainEventsAfter, formatChainHead, parseChainHead } from './hash-chain.ts'
import { containsHead, countUnmarkedEvents, findForeignEvent, verifyChain } from './verify.ts'

/** Seals the audit trail while the server runs; every server of several does, one at a time. */
export type AuditChainer = {
  /** Seals what is not sealed yet, and notes rows that no server wrote. */
  chain: () => Promise<void>
  /** Begins to seal, every second. */
  start: () => void
  /** Seals once more and ends, with the head in the log. */
  stop: () => Promise<void>
  /** How many seconds ago nothing was left to be sealed. */
  unchainedSeconds: () => number
}

const LOOK_MS = 1_000
const HOUR = 3_600_000
/**
 * Ids hold the time at which they were made. Looking begins a minute back, since an act is written before it is committed and
 * clocks differ; what came later still is found by the look at everything, at the start and each hour.
 */
const BACK_MS = 60_000

/** The first id of a time in milliseconds since 1970 (UUIDv7, RFC 9562 section 5.7). */
const idAt = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * Seals by a database and its vault. Where the trail is sealed to is told to a log at the first sealing, each hour and at the end:
 * whoever keeps that log elsewhere can show later that nothing was taken from the end of the trail.
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
  let wholeAt = 0
  let toldOf: ReadonlySet<string> = new Set()
  let settledAt = Date.now()
  let toldAt = 0
  let untold: ChainHead | null = null

  const tell = () => {
    if (!untold) return
    log.info('the audit trail is sealed', { code: formatChainHead(untold) })
    untold = null
    toldAt = Date.now()
  }
  /** Follows the chain from where it was followed to before, and moves the checkpoint only over what is right. */
  const check = async () => {
    const known = checkpoint.read() ?? { head: null, unmarked: await countUnmarkedEvents(db) }
    const before = known.head === null ? null : parseChainHead(known.head)
    if (before !== null && !(await containsHead(db, before))) {
      log.error('the audit trail was cut off or rebuilt', { code: formatChainHead(before) })
      return
    }
    const verified = await verifyChain(db, keyring, clock(), before)
    const wrong = verified.fault ?? (await findForeignEvent(db, keyring, known.unmarked))
    if (wrong !== null) {
      const { fault, number, eventId } = wrong
      const code = [fault, number, eventId].filter(part => part !== null).join(' ')
      log.error('the audit trail is not as it was written', { code })
    }
    checkpoint.write({ ...known, head: verified.head && formatChainHead(verified.head) })
  }
  const seal = async () => {
    const began = Date.now()
    const whole = began - wholeAt > HOUR
    if (whole) from = null
    const strange = new Set<string>()
    let more = true
    while (more) {
      const sealed = await chainEventsAfter(db, keyring, from)
      // Rows of the first release have no MAC: among all of them the check counts how many there may be.
      for (const { id } of sealed.invalid.filter(({ unmarked }) => !whole || !unmarked)) {
        strange.add(id)
        if (!toldOf.has(id)) log.error('a row of the audit trail was not written by a server', { code: id })
      }
      untold = sealed.head ?? untold
      more = sealed.more
      if (more && sealed.last === from) return
      from = sealed.last ?? from
    }
    toldOf = strange
    settledAt = began
    if (whole) {
      wholeAt = began
      await check().catch((error: unknown) => log.error('the audit trail was not checked', { error }))
    }
    const back = idAt(began - BACK_MS)
    from = from !== null && from < back ? from : back
    if (Date.now() - toldAt > HOUR) tell()
  }

  const tryToSeal = () =>
    seal().catch((error: unknown) => log.error('the audit trail was not sealed', { error }))
  const sealing = createLoop(tryToSeal, LOOK_MS)
  return {
    chain: seal,
    start: sealing.start,
    stop: async () => {
      await sealing.stop()
      await tryToSeal()
      await check().catch((error: unknown) => log.error('the audit trail was not checked', { error }))
      tell()
    },
    unchainedSeconds: () => (Date.now() - settledAt) / 1_000,
  }
}
