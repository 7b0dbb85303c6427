import { useState } from 'react'
import type { Bureau } from '#values/bureau.ts'
import { showDate, showDay } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { errorMessage } from '#web/api-error.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { ShownPart } from '../contract.ts'
import { isOldPart } from './parts-text.ts'
import * as styles from './ReportParts.module.css'

const sourceOf = ({ origin, fileName, receivedAt }: ShownPart): string =>
  origin === 'import'
    ? `${fileName ?? 'file'}, imported ${showDay(receivedAt.slice(0, 10))}`
    : `from the bureaus, ${showDay(receivedAt.slice(0, 10))}`

type RemovalProps = { part: ShownPart; parts: readonly ShownPart[]; onClose: () => void }

/** Asks before a file is removed, and says what is lost and what stays. */
const RemovalDialog = ({ part, parts, onClose }: RemovalProps) => {
  const together = parts.filter(({ reportId }) => reportId === part.reportId).map(({ bureau }) => bureau)
  const removal = useApiMutation(client.reports.remove, {
    refreshes: [client.credit.analytics, client.credit.history, client.findings.list, client.alerts.list],
    onDone: onClose,
  })
  const remove = (bureau?: Bureau) =>
    removal.mutate({ reportId: part.reportId, ...(bureau === undefined ? {} : { bureau }) })
  const name = part.fileName ?? 'this file'
  return (
    <Dialog
      title="Remove an imported file?"
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {together.length > 1 && (
            <Button busy={removal.isPending} onClick={() => remove(part.bureau)}>
              Remove {part.bureau} only
            </Button>
          )}
          <Button variant="danger" busy={removal.isPending} onClick={() => remove()}>
            {together.length > 1 ? 'Remove the whole file' : 'Remove'}
          </Button>
        </>
      }
    >
      <p>
        Removing {name} takes what it says about every bureau in it, also those that your plan does not show,
        out of your report and its history, with the alerts that came from it. An earlier file of the same
        bureau is shown again if you have one. Your disputes and letters stay as they are. This can’t be
        undone, but you can import the file again.
      </p>
      {removal.isError && <Note tone="red">{errorMessage(removal.error)}</Note>}
    </Dialog>
  )
}

type ReportPartsProps = {
  parts: readonly ShownPart[]
  /** The bureaus of the plan. */
  expected: readonly Bureau[]
  today: string
  mayRemove: boolean
}

/** What a report is made of: each bureau's document and date, what is old and what is missing. */
export const ReportParts = ({ parts, expected, today, mayRemove }: ReportPartsProps) => {
  const [removing, setRemoving] = useState<ShownPart | null>(null)
  const missing = expected.filter(bureau => parts.every(part => part.bureau !== bureau))
  return (
    <>
      <ul className={styles.list} aria-label="What your report is made of">
        {parts.map(part => (
          <li key={part.bureau} className={styles.part}>
            <span className={styles.what}>
              <b>{part.bureau}</b>
              <span>{showDate(part.reportDate) ?? 'no date'}</span>
              {isOldPart(part, today) && <Pill tone="amber">Old</Pill>}
            </span>
            <span className={styles.source}>{sourceOf(part)}</span>
            {mayRemove && part.origin === 'import' && (
              <Button
                size="small"
                aria-label={`Remove the ${part.bureau} file`}
                onClick={() => setRemoving(part)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <p className={textStyles.muted}>
          {showList(missing)} {missing.length === 1 ? 'is' : 'are'} missing. Import the file of a bureau and
          it joins this report.
        </p>
      )}
      {removing && <RemovalDialog part={removing} parts={parts} onClose={() => setRemoving(null)} />}
    </>
  )
}
