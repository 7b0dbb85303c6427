import type { Bureau as BureauName } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import type { HistoryEntry } from '../../contract.ts'
import { type Change, scoreChange, scoreSpan } from './history-words.ts'
import { toLocalDay } from './local-day.ts'

const heads = ['Date', 'Score', 'Change', 'Notable Changes'] as const

type BureauHistoryProps = { bureau: BureauName; entries: readonly HistoryEntry[] }

/** One bureau's reports, newest first: its score, how it changed, and what changed in the file. */
export const BureauHistory = ({ bureau, entries }: BureauHistoryProps) => {
  const heading = `history-${bureau}`
  const span = scoreSpan(entries)
  return (
    <section className="card flush" aria-labelledby={heading}>
      <header>
        <h2 id={heading} className="h3">
          <Bureau bureau={bureau} />
        </h2>
        {span && (
          <span className="muted num">
            {span.first.scoreNew} to {span.last.scoreNew},{' '}
            <ChangeText change={scoreChange(span.last.scoreNew, span.first.scoreNew)} /> since{' '}
            {showDate(toLocalDay(span.first.reportTime))}
          </span>
        )}
      </header>
      {entries.length === 0 ? (
        <p className="none">No history available for this bureau.</p>
      ) : (
        <ResponsiveTable
          headers={heads}
          labelledBy={heading}
          className="hist"
          rightAligned={['Score', 'Change']}
          columns={['c1', 'c2', 'c3', 'c4']}
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
  if (change === null) return <span className="dim">-</span>
  return <span className={change.tone === null ? 'chg' : `chg ${change.tone}`}>{change.text}</span>
}

const HistoryRow = ({ entry, day }: { entry: HistoryEntry; day: string }) => (
  <tr role="row">
    <td role="cell" className="num">
      {showDate(day)}
    </td>
    <td role="cell" className="r sc">
      {entry.scoreNew ?? '-'}
    </td>
    <td role="cell" className="r">
      <ChangeText change={scoreChange(entry.scoreNew, entry.scoreOld)} />
    </td>
    <td role="cell" className="nc w">
      {entry.changes.length === 0 && <span className="dim">No changes recorded</span>}
      {entry.changes.map(({ title, summary }, place) => (
        <div key={`${title} ${place}`}>
          <b>{/[.?]$/.test(title) ? title : `${title}.`}</b> <span className="muted">{summary}</span>
        </div>
      ))}
    </td>
  </tr>
)
