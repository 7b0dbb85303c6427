import { type Ledger, trailOfWrites } from './acknowledged.ts'
import type { DrillDatabase } from './databases.ts'
import type { Report } from './report.ts'
import type { End } from './server.ts'

/** What several drills judge by, in the same words, so that their figures can be laid side by side. */

/** Every write that was acknowledged stands in the trail, and stands there once; nothing written is no proof. */
export const mustBeKept = async (
  report: Report,
  ledger: Ledger,
  database: Pick<DrillDatabase, 'rows'>,
): Promise<void> => {
  const { missing, twice } = ledger.against(await database.rows(trailOfWrites))
  const all = ledger.count()
  report.must('acknowledged writes that are missing', missing === 0 && all > 0, `${missing} of ${all}`)
  report.must('writes that stand in the trail twice', twice === 0, twice)
}

/** The product answers what it acknowledged last; asked of a server that runs. */
export const mustBeShown = async (report: Report, ledger: Ledger): Promise<void> => {
  const otherwise = await ledger.shownOtherwise()
  report.must('people who are shown another plan than was acknowledged', otherwise === 0, otherwise)
}

/** What a supervisor waits for between SIGTERM and SIGKILL (docs/operating.md). */
const GRACE_MS = 30_000

/** Servers that were told to end did so by themselves, in the time that a supervisor gives them. */
export const mustHaveEnded = (report: Report, ends: readonly End[]): void => {
  const good = ends.filter(({ code, took }) => code === 0 && took <= GRACE_MS)
  const slowest = Math.max(...ends.map(({ took }) => took)) / 1_000
  report.must(
    `ended with 0 within ${GRACE_MS / 1_000} s`,
    good.length === ends.length,
    `${good.length} of ${ends.length}, slowest ${slowest.toFixed(1)} s`,
  )
}
