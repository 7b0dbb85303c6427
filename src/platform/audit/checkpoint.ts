import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { errorCode } from '../error-code.ts'

/**
 * The server's memory of the audit log outside the database, in `DATA_DIR`: rebuilding the chain in the
 * database cannot produce the head stored here (docs/decisions/0028-sealed-trail.md).
 */

const Checkpoint = z.object({
  /** The newest verified head; null before the first. */
  head: z
    .string()
    .regex(/^\d{1,15}:[\da-f]{64}$/)
    .nullable(),
  /** How many rows had no MAC when this server first ran a release whose rows have one. */
  unmarked: z.int().nonnegative(),
})
export type Checkpoint = z.output<typeof Checkpoint>

/** `read` gives null where there is no checkpoint yet, and throws where it cannot be read. */
export type CheckpointFile = { read: () => Checkpoint | null; write: (checkpoint: Checkpoint) => void }

export const openCheckpointFile = (dataDir: string): CheckpointFile => {
  const file = join(dataDir, 'audit-checkpoint.json')
  return {
    read: () => {
      let text: string
      try {
        text = readFileSync(file, 'utf8')
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return null
        throw error
      }
      return Checkpoint.parse(JSON.parse(text))
    },
    write: checkpoint => {
      const draft = `${file}.${process.pid}`
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(draft, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600, flush: true })
      renameSync(draft, file)
    },
  }
}
