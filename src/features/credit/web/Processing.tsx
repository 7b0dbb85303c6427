import { showDate } from '#values/dates.ts'
import { Note } from '#web/ui/Note.tsx'
import type { Analytics } from '../contract.ts'

/** The text comes from the server; the last good report stays visible below. */
export const Processing = ({ data: { mainAlert, message, report } }: { data: Analytics }) => {
  if (report !== null) {
    const date = showDate(report.reportDate)
    return (
      <Note tone="blue" busy role="status">
        <p>
          {message} Until then you see {date === null ? 'your last report' : `your report of ${date}`}.
        </p>
      </Note>
    )
  }
  const isAnnounced = mainAlert.kind === 'processing'
  return (
    <Note
      tone="blue"
      busy
      role="status"
      title={isAnnounced ? mainAlert.title : 'Your report is being prepared'}
    >
      <p>{message}</p>
      {isAnnounced && <p>{mainAlert.recommendation}</p>}
    </Note>
  )
}
