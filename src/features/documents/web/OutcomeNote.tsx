import { Button } from '#web/ui/Button.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import type { Document } from '../contract.ts'
import { type Outcome, type ReportOutcome, useRestore } from './row-acts.ts'

/** How the last act on the list went; what was deleted can be undone from here. */
export const OutcomeNote = ({ outcome, report }: { outcome: Outcome; report: ReportOutcome }) => {
  if (outcome.went === 'wrong') return <ErrorNote error={outcome.error} onRetry={outcome.retry} />
  const { words, deleted } = outcome
  return (
    <Note
      tone="green"
      role="status"
      action={deleted && <Undo key={deleted.id} document={deleted} report={report} />}
    >
      {words}
    </Note>
  )
}

const Undo = ({ document, report }: { document: Document; report: ReportOutcome }) => {
  const { run, busy } = useRestore(document, report)
  return (
    <Button size="small" busy={busy} onClick={run} aria-label={`Undo deleting ${document.documentName}`}>
      Undo
    </Button>
  )
}
