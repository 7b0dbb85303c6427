import type { FullReport } from '#features/reports/contract.ts'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import type { HistoryEntry } from '../contract.ts'
import { findScoreBand, scoreBands, scoreRange } from '../score-rating.ts'
import { dialPath, dialPoint } from './dial-path.ts'
import { noScoreReason } from './file-status.ts'
import { findLastChange, formatMonth, toLocalDay } from './history-text.ts'
import * as scoreCardStyles from './ScoreCard.module.css'

export const ScoreCard = ({
  bureau,
  report,
  entries,
}: {
  bureau: BureauName
  report: FullReport
  /** Newest first. */
  entries: readonly HistoryEntry[]
}) => {
  const score = report.creditScores.find(each => each.bureau === bureau)
  const updated = showDate(score?.dateReported ?? null)
  return (
    <article className={`${cardStyles.card} ${scoreCardStyles.score}`} aria-label={`${bureau} score`}>
      <header>
        <Bureau bureau={bureau} />
      </header>
      {score ? (
        <>
          <ScoreDial bureau={bureau} score={score.score} />
          <p className={scoreCardStyles.model}>{score.model ?? 'Score model not named'}</p>
          <footer>
            <span>{updated === null ? 'Date not reported' : `Updated ${updated}`}</span>
            <LastChange entries={entries} score={score.score} />
          </footer>
        </>
      ) : (
        <>
          <p className={`${scoreCardStyles.dial} ${scoreCardStyles.noScore}`}>No score</p>
          <footer>
            <span>{noScoreReason(report, bureau)}</span>
          </footer>
        </>
      )}
    </article>
  )
}

const tones = { up: 'green', dn: 'red' } as const
const icons = { up: 'up', dn: 'down' } as const

const LastChange = ({ entries, score }: { entries: readonly HistoryEntry[]; score: number }) => {
  const last = findLastChange(entries, score)
  if (last === null) return null
  const { change, since } = last
  const month = formatMonth(toLocalDay(since).slice(0, 7), false)
  return change.tone === null ? (
    <Pill>No change since {month}</Pill>
  ) : (
    <Pill tone={tones[change.tone]} icon={icons[change.tone]}>
      {change.text} since {month}
    </Pill>
  )
}

const edges = scoreBands.map(band => band.from)

/**
 * The drawing has a full text alternative; the number and the rating are real text. A score on another scale is not
 * drawn.
 */
const ScoreDial = ({ bureau, score }: { bureau: BureauName; score: number }) => {
  const band = findScoreBand(score)
  const point = dialPoint(score)
  const name = band
    ? `${bureau} score ${score} out of ${scoreRange.highest}. Rating: ${band.word}.`
    : `${bureau} score ${score}, of another scale. Not rated.`
  return (
    <div className={scoreCardStyles.dial}>
      <svg
        className={band ? `${scoreCardStyles.gauge} ${scoreCardStyles[band.style]}` : scoreCardStyles.gauge}
        viewBox="0 0 220 132"
        role="img"
        aria-label={name}
      >
        <path className={scoreCardStyles.track} d={dialPath(edges)} />
        {band && (
          <>
            <path className={scoreCardStyles.fill} d={dialPath(edges, score)} />
            <circle className={scoreCardStyles.dot} cx={point.x} cy={point.y} r="9" />
            <text x="18" y="126">
              {scoreRange.lowest}
            </text>
            <text x="202" y="126">
              {scoreRange.highest}
            </text>
          </>
        )}
      </svg>
      <p className={scoreCardStyles.value}>
        <b>{score}</b>
        <span>{band?.word ?? 'Not rated'}</span>
      </p>
    </div>
  )
}
