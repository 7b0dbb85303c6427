import { useEffect, useState } from 'react'
import { usePermission } from '#features/identity/web/session.ts'
import { showDate } from '#values/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import * as styles from './ImportOutcome.module.css'
import { describeCounts } from './import-counts.ts'
import { NewFormatNote } from './NewFormatNote.tsx'
import { describeJoin } from './parts-text.ts'
import { RemovalDialog } from './RemovalDialog.tsx'
import type { Imported, ReportImport } from './use-report-import.ts'

type ImportOutcomeProps = {
  imported: Imported
  work: Pick<ReportImport, 'clear' | 'setChoosing' | 'checkImported' | 'checking' | 'checkError'>
}

/** The imported items, warnings, and the question whether the report is the user's own. */
export const ImportOutcome = ({ imported, work }: ImportOutcomeProps) => {
  const onClose = work.clear
  const box = useFocusFallback()
  const [removing, setRemoving] = useState(false)
  const isOwner = usePermission('never') === null
  const own = imported.parts.filter(({ reportId }) => reportId === imported.reportId)
  useEffect(() => box.current?.focus(), [box])

  const other = imported.warnings.find(warning => warning.code === 'other_person')
  const warnings = imported.warnings.filter(warning => warning !== other)
  const isOutsidePlan = warnings.some(({ code }) => code === 'outside_plan')
  const date = showDate(imported.reportDate)
  return (
    <div className={layoutStyles.stackSmall} ref={box} tabIndex={-1}>
      <Note
        tone="green"
        role="status"
        title={date === null ? 'Your report was imported' : `Your report of ${date} was imported`}
        action={
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        }
      >
        {!isOutsidePlan && <p>{describeCounts(imported)}</p>}
        {describeJoin(imported).map(sentence => (
          <p key={sentence}>{sentence}</p>
        ))}
        {warnings.length > 0 && (
          <ul className={styles.bulleted} aria-label="Import notes">
            {warnings.map(warning => (
              <li key={`${warning.code} ${warning.message}`}>{warning.message}</li>
            ))}
          </ul>
        )}
        {!other && isOwner && (
          <p>
            Not what you meant to import?{' '}
            <Button variant="link" onClick={() => setRemoving(true)}>
              Remove this file
            </Button>
          </p>
        )}
      </Note>
      {imported.isNew && !isOutsidePlan && (
        <NewFormatNote
          action={
            <Button size="small" busy={work.checking} onClick={work.checkImported}>
              Check this reading
            </Button>
          }
        />
      )}
      {work.checkError && <ErrorNote error={work.checkError} safe="Your report is imported." />}
      {other && (
        <Note tone="amber" role="alert" title={other.message}>
          <p>We’ve already imported it. If it isn’t yours, remove it.</p>
          <div className={`${layoutStyles.row} ${styles.answers}`}>
            <Button size="small" onClick={onClose}>
              Yes, it is mine
            </Button>
            {isOwner && (
              <Button size="small" onClick={() => setRemoving(true)}>
                No, remove it
              </Button>
            )}
            <Button size="small" onClick={() => work.setChoosing(true)}>
              Import another report
            </Button>
          </div>
        </Note>
      )}
      {removing && (
        <RemovalDialog
          reportId={imported.reportId}
          fileName={own[0]?.fileName ?? null}
          bureaus={own.map(({ bureau }) => bureau)}
          onRemoved={onClose}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  )
}
