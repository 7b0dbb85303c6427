import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { serviceName } from '#web/service-name.ts'
import { Button } from '#web/ui/Button.tsx'
import { downloadBlob } from '#web/ui/download-blob.ts'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { isAnswered, lastDayInTime, listAnswersDue } from '../deadlines/answer-due.ts'
import type { Dispute } from '../dispute-contract.ts'
import { calendarFileName } from '../file-names.ts'
import { calendarFile } from './calendar-file.ts'
import * as disputeTableStyles from './DisputeTable.module.css'
import { today } from './dispute-text.ts'

/** In the list: the next day on which an answer to a dispute is due, and from whom. */
export const NextAnswerDue = ({ dispute }: { dispute: Dispute }) => {
  const { items, letters } = dispute
  const due = listAnswersDue(dispute)
  const [first] = due
  if (first === undefined) {
    const all = letters.length > 0 && letters.every(letter => isAnswered(items, letter))
    return <span className={textStyles.muted}>{all ? 'Answered' : '-'}</span>
  }
  const same = due.filter(({ dueOn }) => dueOn === first.dueOn)
  const over = first.dueOn < today() && !first.estimated
  const letter = letters.find(({ id }) => id === first.letterId)
  const mayBeInTime = letter !== undefined && today() <= lastDayInTime(letter, first, browserTimeZone)
  return (
    <span className={disputeTableStyles.due}>
      <time className={`${textStyles.number} ${textStyles.noWrap}`} dateTime={first.dueOn}>
        {showDay(first.dueOn)}
      </time>
      {over && (
        <span>
          <Pill tone={mayBeInTime ? 'amber' : 'red'}>{mayBeInTime ? 'May be overdue' : 'Overdue'}</Pill>
        </span>
      )}
      <small className={textStyles.muted}>
        {[
          ...(first.estimated ? ['Estimate'] : []),
          ...(same.length < letters.length ? [same.map(({ recipient }) => recipient).join(', ')] : []),
        ].join(': ')}
      </small>
    </span>
  )
}

type SaveProps = { disputes: readonly Dispute[]; size?: 'small' | 'normal' }

/** Saves the answer dates of some disputes for the user's own calendar; renders nothing if there are none. */
export const SaveDates = ({ disputes, size = 'normal' }: SaveProps) => {
  const dates = disputes.flatMap(dispute =>
    listAnswersDue(dispute).map(due => ({ ...due, disputeId: dispute.id })),
  )
  if (dates.length === 0) return null
  const save = () => {
    const text = calendarFile(dates, { service: serviceName, origin: location.origin, now: new Date() })
    downloadBlob(new Blob([text], { type: 'text/calendar' }), calendarFileName)
  }
  return (
    <Button icon="clock" size={size} onClick={save}>
      {dates.length === 1 ? 'Add the date to my calendar' : 'Add the dates to my calendar'}
    </Button>
  )
}
