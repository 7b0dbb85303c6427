import type { Bureau as BureauName } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import type { FullReport } from '../contract.ts'
import { whyNoScore } from './file-words.ts'
import { ScoreDial } from './ScoreDial.tsx'

/** One bureau's score with its model and date, or the reason why there is none. */
export const ScoreCard = ({ bureau, report }: { bureau: BureauName; report: FullReport }) => {
  const score = report.creditScores.find(each => each.bureau === bureau)
  const updated = showDate(score?.dateReported ?? null)
  return (
    <article className="card score" aria-label={`${bureau} score`}>
      <header>
        <Bureau bureau={bureau} />
      </header>
      {score ? (
        <>
          <ScoreDial bureau={bureau} score={score.score} />
          <footer>
            <span>{updated === null ? 'Date not reported' : `Updated ${updated}`}</span>
            <span>{score.model ?? 'Score model not named'}</span>
          </footer>
        </>
      ) : (
        <>
          <p className="dial no-score">No score</p>
          <footer>
            <span>{whyNoScore(report, bureau)}</span>
          </footer>
        </>
      )}
    </article>
  )
}
