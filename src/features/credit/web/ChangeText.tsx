import * as textStyles from '#web/ui/text.module.css'
import * as historyTabStyles from './HistoryTab.module.css'
import type { Change } from './history-text.ts'

/** A change of score with its sign, in its color. */
export const ChangeText = ({ change }: { change: Change | null }) => {
  if (change === null) return <span className={textStyles.dim}>-</span>
  return (
    <span
      className={
        change.tone === null
          ? historyTabStyles.change
          : `${historyTabStyles.change} ${change.tone === 'up' ? historyTabStyles.up : historyTabStyles.down}`
      }
    >
      {change.text}
    </span>
  )
}
