import { z } from 'zod'
import { defineJob, type Job, type JobContext, type Task } from '#platform/jobs/jobs.ts'
import { findOldestHeldPull, releaseHeldPulls } from './held-pulls.ts'
import { attemptPull, type PullDeps } from './pull-job.ts'
import { PULLS_PER_TRANSACTION, pullReport } from './refresh.ts'

/** Every ten minutes one held pull is tried. When it is taken again, so are all others. */

const resumePulls: Task<Record<string, never>> = {
  name: 'reports.resume',
  payload: z.strictObject({}),
  retry: { times: 0, firstSeconds: 1, longestSeconds: 1 },
  limitSeconds: 300,
}

/** Tries held pulls until the bureaus were asked about one; false when they may not be, or none is held. */
const isTakenAgain = async (deps: PullDeps, doing: JobContext): Promise<boolean> => {
  for (let one = await findOldestHeldPull(deps.db); one !== null; one = await findOldestHeldPull(deps.db)) {
    const tried = await attemptPull(deps, one, doing, { probe: true })
    if (tried !== 'nothing') return tried === 'asked'
  }
  return false
}

/** The job that goes on with pulls that were held, once the bureaus can be asked again (decision 23). */
export const createResumeJob = (deps: PullDeps): Job =>
  defineJob(
    resumePulls,
    async (_nothing, doing) => {
      const { db, enqueue } = deps
      if (!(await isTakenAgain(deps, doing))) return
      doing.log.warn('the bureaus are asked again for those who waited', { job: resumePulls.name })
      let released = PULLS_PER_TRANSACTION
      while (released === PULLS_PER_TRANSACTION) {
        released = await db.transaction(async tx => {
          const some = await releaseHeldPulls(tx, PULLS_PER_TRANSACTION, doing.now)
          for (const { pullId, triesBefore } of some)
            await enqueue(tx, pullReport, { pullId, triesBefore: String(triesBefore) })
          return some.length
        })
      }
    },
    '*/10 * * * *',
  )
