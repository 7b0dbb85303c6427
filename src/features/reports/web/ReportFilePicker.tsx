import { Link } from '@tanstack/react-router'
import { usePermission } from '#features/identity/web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { FilePicker } from '#web/ui/FilePicker.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { reportUpload } from '../upload-rules.ts'
import * as styles from './ImportOutcome.module.css'
import type { ReportImport } from './use-report-import.ts'

/** Asks whether a file replaces a newer part, which is then lost; staff cannot agree to it. */
export const NewerPartQuestion = ({ work }: { work: ReportImport }) => {
  const isOwner = usePermission('never') === null
  if (work.newer === null) return null
  const { part, message } = work.newer
  return (
    <Note tone="amber" role="alert" title="This file is older">
      <p>{message}</p>
      {isOwner && (
        <>
          <p>
            If the newer one is wrong, use this file. What the newer one says about {part.bureau} then leaves
            your report and its history, with the alerts that came from it. Your disputes and letters stay.
          </p>
          <Button size="small" busy={work.progress !== null || work.confirming} onClick={work.replaceNewer}>
            Use the older file
          </Button>
        </>
      )}
    </Note>
  )
}

/** Chooses a report file, and asks which person of a joint file the user is. */
export const ReportFilePicker = ({ work }: { work: ReportImport }) => (
  <div className={layoutStyles.stackSmall}>
    {work.people !== null && (
      <Note tone="amber" role="alert" title="Which of these people are you?">
        <p>This file is about more than one person. We show only what belongs to you.</p>
        <div className={`${layoutStyles.row} ${styles.answers}`}>
          {work.people.map(([field, description]) => (
            <Button key={field} size="small" onClick={() => work.choosePerson(field)}>
              {description}
            </Button>
          ))}
        </div>
      </Note>
    )}
    <NewerPartQuestion work={work} />
    <FilePicker
      label="Report file"
      hint="A PDF or web page of up to 20 MB, or XML, JSON or TU4R of up to 10 MB."
      accept={reportUpload.accepts}
      prompt="Choose a report file"
      retryPrompt="Choose another file"
      formats=".pdf, .html, .mhtml, .xml, .json or .txt"
      problem={work.problem}
      progress={work.progress}
      processingText="Reading your report..."
      onFile={work.start}
    />
    <p className={textStyles.muted}>
      No file yet? <Link to="/get-report">How to get your report</Link>
    </p>
  </div>
)
