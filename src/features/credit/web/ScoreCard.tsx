import type { Bureau as BureauName } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import cardStyles from '#web/ui/Card.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import type { FullReport, HistoryEntry } from '../contract.ts'
import { noScoreReason } from './file-words.ts'
import { findLastChange, formatMonth } from './history/history-words.ts'
import { toLocalDay } from './history/local-day.ts'
import styles from './ScoreCard.module.css'
import { ScoreDial } from './ScoreDial.tsx'

/** One bureau's score with its model and date, or the reason why there is none. */
export const ScoreCard = ({
  bureau,
  report,
  entries,
}: {
  bureau: BureauName
  report: FullReport
  /** The bureau's history, newest first. */
  entries: readonly HistoryEntry[]
}) => {
  const score = report.creditScores.find(each => each.bureau === bureau)
  const updated = showDate(score?.dateReported ?? null)
  return (
    <article className={`${cardStyles.card} ${styles.score}`} aria-label={`${bureau} score`}>
      <header>
        <Bureau bureau={bureau} />
      </header>
      {score ? (
        <>
          <ScoreDial bureau={bureau} score={score.score} />
          <footer>
            <span>{updated === null ? 'Date not reported' : `Updated ${updated}`}</span>
            <span>{score.model ?? 'Score model not named'}</span>
            <LastChange entries={entries} score={score.score} />
          </footer>
        </>
      ) : (
        <>
          <p className={`${styles.dial} ${styles.noScore}`}>No score</p>
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

/** The change since the report before; the sign is part of the text. */
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
