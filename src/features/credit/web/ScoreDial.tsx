import type { Bureau } from '#values/bureau.ts'
import { findScoreBand, scoreBands, scoreRange } from '../score-rating.ts'
import { dialPath, dialPoint } from './dial-path.ts'
import scoreCardStyles from './ScoreCard.module.css'

const edges = scoreBands.map(band => band.from)

/**
 * A score on its half circle. The picture has a full text name; the number and the word below are real text. A score
 * of another scale is shown without a place on this one.
 */
export const ScoreDial = ({ bureau, score }: { bureau: Bureau; score: number }) => {
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
