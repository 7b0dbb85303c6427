import type { Database } from '#server/database/database.ts'
import { repeating } from '#server/jobs/repeating.ts'
import type { Vault } from '#server/keys/sealed.ts'
import type { Log } from '#server/telemetry/log.ts'
import { type Head, headText, sealAfter } from './chain.ts'

/** Seals the audit trail while the server runs; every server of several does, one at a time. */
export type TrailSealer = {
  /** Seals what is not sealed yet, and notes rows that no server wrote. */
  seal: () => Promise<void>
  /** Begins to seal, every second. */
  start: () => void
  /** Seals once more and ends, with the head in the log. */
  stop: () => Promise<void>
  /** How many seconds ago nothing was left to be sealed. */
  unsealedSeconds: () => number
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
export const trailSealer = ({
  db,
  vault,
  log,
}: {
  db: Database
  vault: Pick<Vault, 'trailMac'>
  log: Log
}): TrailSealer => {
  let from: string | null = null
  let wholeAt = Date.now()
  let settledAt = Date.now()
  let toldAt = 0
  let untold: Head | null = null

  const tell = () => {
    if (!untold) return
    log.info('the audit trail is sealed', { code: headText(untold) })
    untold = null
    toldAt = Date.now()
  }
  const seal = async () => {
    const began = Date.now()
    if (began - wholeAt > HOUR) {
      from = null
      wholeAt = began
    }
    let more = true
    while (more) {
      const sealed = await sealAfter(db, vault, from)
      for (const id of sealed.strange)
        log.error('a row of the audit trail was not written by a server', { code: id })
      untold = sealed.head ?? untold
      more = sealed.more
      if (more && sealed.last === from) return
      from = sealed.last ?? from
    }
    settledAt = began
    const back = idAt(began - BACK_MS)
    from = from !== null && from < back ? from : back
    if (Date.now() - toldAt > HOUR) tell()
  }

  const tryToSeal = () =>
    seal().catch((error: unknown) => log.error('the audit trail was not sealed', { error }))
  const sealing = repeating(tryToSeal, LOOK_MS)
  return {
    seal,
    start: sealing.start,
    stop: async () => {
      await sealing.stop()
      await tryToSeal()
      tell()
    },
    unsealedSeconds: () => (Date.now() - settledAt) / 1_000,
  }
}
