import type { Bureau as BureauName } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import cardStyles from '#web/ui/Card.module.css'
import responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import textStyles from '#web/ui/text.module.css'
import type { HistoryEntry } from '../../contract.ts'
import styles from './BureauHistory.module.css'
import { type Change, scoreChange, scoreSpan } from './history-words.ts'
import { toLocalDay } from './local-day.ts'

const heads = ['Date', 'Score', 'Change', 'Notable Changes'] as const

type BureauHistoryProps = { bureau: BureauName; entries: readonly HistoryEntry[] }

/** One bureau's reports, newest first: its score, how it changed, and what changed in the file. */
export const BureauHistory = ({ bureau, entries }: BureauHistoryProps) => {
  const heading = `history-${bureau}`
  const span = scoreSpan(entries)
  return (
    <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby={heading}>
      <header>
        <h2 id={heading} className={textStyles.heading3}>
          <Bureau bureau={bureau} />
        </h2>
        {span && (
          <span className={`${textStyles.muted} ${textStyles.number}`}>
            {span.first.scoreNew} to {span.last.scoreNew},{' '}
            <ChangeText change={scoreChange(span.last.scoreNew, span.first.scoreNew)} /> since{' '}
            {showDate(toLocalDay(span.first.reportTime))}
          </span>
        )}
      </header>
      {entries.length === 0 ? (
        <p className={cardStyles.emptyText}>No history available for this bureau.</p>
      ) : (
        <ResponsiveTable
          headers={heads}
          labelledBy={heading}
          className={styles.history}
          rightAligned={['Score', 'Change']}
          columns={[styles.dateColumn, styles.scoreColumn, styles.changeColumn, undefined]}
        >
          {entries.map((entry, place) => (
            <HistoryRow
              key={`${entry.reportTime} ${place}`}
              entry={entry}
              day={toLocalDay(entry.reportTime)}
            />
          ))}
        </ResponsiveTable>
      )}
    </section>
  )
}

const ChangeText = ({ change }: { change: Change | null }) => {
  if (change === null) return <span className={textStyles.dim}>-</span>
  return (
    <span
      className={
        change.tone === null
          ? styles.change
          : `${styles.change} ${change.tone === 'up' ? styles.up : styles.down}`
      }
    >
      {change.text}
    </span>
  )
}

const HistoryRow = ({ entry, day }: { entry: HistoryEntry; day: string }) => (
  <tr role="row">
    <td role="cell" className={textStyles.number}>
      {showDate(day)}
    </td>
    <td role="cell" className={`${responsiveTableStyles.alignEnd} ${styles.score}`}>
      {entry.scoreNew ?? '-'}
    </td>
    <td role="cell" className={responsiveTableStyles.alignEnd}>
      <ChangeText change={scoreChange(entry.scoreNew, entry.scoreOld)} />
    </td>
    <td role="cell" className={`${styles.changes} ${responsiveTableStyles.fullWidth}`}>
      {entry.changes.length === 0 && <span className={textStyles.dim}>No changes recorded</span>}
      {entry.changes.map(({ title, summary }, place) => (
        <div key={`${title} ${place}`}>
          <b>{/[.?]$/.test(title) ? title : `${title}.`}</b>{' '}
          <span className={textStyles.muted}>{summary}</span>
        </div>
      ))}
    </td>
  </tr>
)
