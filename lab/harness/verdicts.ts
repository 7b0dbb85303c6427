import type { Report } from '../scenario.ts'
import type { LabDatabase } from './databases.ts'
import { auditedWrites, type Ledger } from './ledger.ts'
import { answeredOf, type Stretch } from './open-load.ts'
import type { End } from './server.ts'

/** Checks that several scenarios share, with the same wording so that results can be compared. */

/** Every acknowledged write is in the audit log exactly once; a run without writes fails. */
export const checkWritesKept = async (
  report: Report,
  ledger: Ledger,
  database: Pick<LabDatabase, 'rows'>,
): Promise<void> => {
  const { missing, twice } = ledger.against(await database.rows(auditedWrites))
  const all = ledger.count()
  report.must('acknowledged writes that are missing', missing === 0 && all > 0, `${missing} of ${all}`)
  report.must('writes that are in the audit log twice', twice === 0, twice)
}

/** The product shows what it acknowledged last; needs a running server. */
export const checkWritesShown = async (report: Report, ledger: Ledger): Promise<void> => {
  const otherwise = await ledger.shownOtherwise()
  report.must('people who see a different plan than was acknowledged', otherwise === 0, otherwise)
}

/** How long a supervisor waits between SIGTERM and SIGKILL (docs/guides/operating.md). */
const GRACE_MS = 30_000

/** Servers that got SIGTERM exited on their own within the supervisor's limit. */
export const checkGracefulExit = (report: Report, ends: readonly End[]): void => {
  const good = ends.filter(({ code, took }) => code === 0 && took <= GRACE_MS)
  const slowest = Math.max(...ends.map(({ took }) => took)) / 1_000
  report.must(
    `exited with 0 within ${GRACE_MS / 1_000} s`,
    good.length === ends.length && ends.length > 0,
    `${good.length} of ${ends.length}, slowest ${slowest.toFixed(1)} s`,
  )
}

/** A measured value grew by at most this factor; an unknown value fails. */
export const checkNoGrowth = (
  report: Report,
  what: string,
  most: number,
  [before, after]: readonly [number, number],
): void => {
  const times = after / before
  report.must(`${what}, at most ${most}`, before > 0 && after > 0 && times <= most, times.toFixed(3))
}

/**
 * Among this many responses, a hundred are slower than the p99, so that chance changes their number by a fifth (twice the
 * square root of a hundred). Among six hundred responses it would be only six, and any hiccup would decide.
 */
const LEAST_ANSWERS = 10_000
/** Requests that never started were never timed: if they were as many as those slower than the p99, the p99 would be arbitrary. */
const MAX_UNSENT = 0.01

/** The p99 of a load grew by at most this factor; it fails with too few responses, or if too many requests never started. */
export const checkTailLatency = (
  report: Report,
  what: string,
  most: number,
  stretches: readonly [Stretch, Stretch],
): void => {
  const [before, after] = stretches
  const fewest = Math.min(...stretches.map(answeredOf))
  const isWhole = stretches.every(({ unsent, offered }) => unsent < MAX_UNSENT * offered)
  const times = after.p99 / before.p99
  const lacks = [
    ...(fewest < LEAST_ANSWERS ? [`${fewest} answers are too few, ${LEAST_ANSWERS} are needed`] : []),
    ...(isWhole ? [] : ['too many requests were not begun']),
  ]
  const found = [times.toFixed(2), ...lacks].join('; ')
  report.must(`${what}, at most ${most}`, lacks.length === 0 && before.p99 > 0 && times <= most, found)
}
