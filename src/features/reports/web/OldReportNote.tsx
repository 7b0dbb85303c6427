import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import type { ShownPart } from '../contract.ts'
import { describeOldParts } from '../refresh-rules.ts'
import { GetReportActions } from './GetReportActions.tsx'
import { localToday } from './parts-text.ts'

/** Warns about an old report, with how to get a newer one. */
export const OldReportNote = ({ parts }: { parts: readonly ShownPart[] }) => {
  const old = describeOldParts(parts, localToday())
  return (
    old && (
      <Note tone="amber" title={old.title}>
        <div className={layoutStyles.stackSmall}>
          <p>{old.text}</p>
          <GetReportActions />
        </div>
      </Note>
    )
  )
}
