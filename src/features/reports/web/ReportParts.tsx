import { useState } from 'react'
import type { Bureau } from '#values/bureau.ts'
import { showDate, showDay } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { ShownPart } from '../contract.ts'
import { isOldPart } from '../refresh-rules.ts'
import { RemovalDialog } from './RemovalDialog.tsx'
import * as styles from './ReportParts.module.css'

const sourceOf = ({ origin, fileName, receivedAt }: ShownPart): string =>
  origin === 'import'
    ? `${fileName ?? 'file'}, imported ${showDay(receivedAt.slice(0, 10))}`
    : `from the bureaus, ${showDay(receivedAt.slice(0, 10))}`

type ReportPartsProps = {
  parts: readonly ShownPart[]
  /** The bureaus of the plan. */
  expected: readonly Bureau[]
  today: string
  mayRemove: boolean
  /** Opens the import of a file that replaces this part; null if none can be imported. */
  onReplace: ((part: ShownPart) => void) | null
}

/** The parts of a report: each bureau's document and date, what is old and what is missing. */
export const ReportParts = ({ parts, expected, today, mayRemove, onReplace }: ReportPartsProps) => {
  const [removing, setRemoving] = useState<ShownPart | null>(null)
  const missing = expected.filter(bureau => parts.every(part => part.bureau !== bureau))
  return (
    <>
      <ul className={styles.list} aria-label="Sources of your report">
        {parts.map(part => (
          <li key={part.bureau} className={styles.part}>
            <span className={styles.what}>
              <b>{part.bureau}</b>
              <span>{showDate(part.reportDate) ?? 'no date'}</span>
              {isOldPart(part, today) && <Pill tone="amber">Old</Pill>}
            </span>
            <span className={styles.source}>{sourceOf(part)}</span>
            {onReplace !== null && part.origin === 'import' && (
              <Button
                size="small"
                aria-label={`Replace the ${part.bureau} file`}
                onClick={() => onReplace(part)}
              >
                Replace
              </Button>
            )}
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
          {showList(missing)} {missing.length === 1 ? 'is' : 'are'} missing. Import a bureau’s file to add it
          to this report.
        </p>
      )}
      {removing && (
        <RemovalDialog
          reportId={removing.reportId}
          fileName={removing.fileName}
          bureaus={parts.filter(({ reportId }) => reportId === removing.reportId).map(({ bureau }) => bureau)}
          only={removing.bureau}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}
