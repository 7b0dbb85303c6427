import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { errorCode } from '../error-code.ts'

/**
 * What a server remembers of the audit trail outside the database, in `DATA_DIR`: someone who rebuilds the chain in the database
 * cannot make it hold a head that it does not lead to (docs/decisions/0028-sealed-trail.md).
 */

const Checkpoint = z.object({
  /** The newest head up to which the chain was followed; null before the first. */
  head: z
    .string()
    .regex(/^\d{1,15}:[\da-f]{64}$/)
    .nullable(),
  /** How many rows had no MAC when this server first ran a release whose rows have one. */
  unmarked: z.int().nonnegative(),
})
export type Checkpoint = z.output<typeof Checkpoint>

/** Where a server keeps its checkpoint; `read` gives null where it has none yet, and throws where it cannot be read. */
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
