import { AppError } from '#api/errors.ts'
import { runInThread } from '#platform/in-thread.ts'
import { turnsOf } from '#platform/jobs/turns.ts'
import type { ReadingResult, ReadingTask } from './reading-worker.ts'

/** A real three-bureau file is read in well under a second; what takes longer is not one. */
const READING_MS = 20_000
const MEMORY_MB = 512

/** Readers cost memory and a processor each: few work at once, and nobody waits long for one. */
const inTurn = turnsOf({ atOnce: 2, waiting: 20 })

/** The reader died or did not end. The file may be why, or the machine: it says nothing of what is in the file. */
export class ReadingAborted extends AppError {
  constructor() {
    super('unreadable_report', {
      message: 'Reading this file took more time or memory than a credit report needs.',
    })
  }
}

const isRead = (value: unknown): value is ReadingResult =>
  typeof value === 'object' && value !== null && 'kind' in value

/** Reads a document apart from the server's own thread. Refuses `ReadingAborted`; when too many wait, `unavailable`. */
export const readDocument = (task: ReadingTask): Promise<ReadingResult> => inTurn(() => readApart(task))

const readApart = async (task: ReadingTask): Promise<ReadingResult> => {
  const read = await runInThread(new URL('./reading-worker.ts', import.meta.url), {
    task,
    memoryMb: MEMORY_MB,
    patienceMs: READING_MS,
  })
  if (!isRead(read)) throw new ReadingAborted()
  return read
}
