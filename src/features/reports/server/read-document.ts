import { Worker } from 'node:worker_threads'
import { turnsOf } from '#server/jobs/turns.ts'
import type { Person, Reading } from '../readers/reading.ts'

/** A real three-bureau file is read in well under a second; what takes longer is not one. */
const READING_MS = 20_000
const MEMORY_MB = 512

/** Readers cost memory and a processor each: few work at once, and nobody waits long for one. */
const inTurn = turnsOf({ atOnce: 2, waiting: 20 })

const tooCostly: Reading = {
  kind: 'unreadable',
  words: 'Reading this file took more time or memory than a credit report needs.',
}

const isReading = (value: unknown): value is Reading =>
  typeof value === 'object' && value !== null && 'kind' in value

/**
 * Reads a document apart from the server's own thread. Never rejects on any bytes; a reader that dies refuses. When
 * too many wait: Refusal `unavailable`.
 */
export const readDocument = (bytes: Uint8Array, person: Person): Promise<Reading> =>
  inTurn(() => readApart(bytes, person))

const readApart = (bytes: Uint8Array, person: Person): Promise<Reading> =>
  new Promise(resolve => {
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
      workerData: { bytes, person },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const finish = (reading: Reading) => {
      clearTimeout(timer)
      worker.removeAllListeners()
      // What a stopping worker still says is of no interest: its answer is given.
      worker.on('error', () => undefined)
      worker.terminate().then(
        () => resolve(reading),
        () => resolve(reading),
      )
    }
    const timer = setTimeout(() => finish(tooCostly), READING_MS)
    worker.on('message', (reading: unknown) => finish(isReading(reading) ? reading : tooCostly))
    worker.on('error', () => finish(tooCostly))
    worker.on('exit', () => finish(tooCostly))
  })
