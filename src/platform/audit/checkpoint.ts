import { z } from 'zod'
import { type DataFile, openDataFile } from '../data-file.ts'

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

export type CheckpointFile = DataFile<Checkpoint>

export const openCheckpointFile = (dataDir: string): CheckpointFile =>
  openDataFile(dataDir, 'audit-checkpoint.json', Checkpoint)
