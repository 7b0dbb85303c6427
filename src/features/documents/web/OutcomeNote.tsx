import { Button } from '#web/ui/Button.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import type { Document } from '../contract.ts'
import { type Outcome, type Report, useRestoring } from './row-acts.ts'

/** How the last act on the list went; what was deleted can be undone from here. */
export const OutcomeNote = ({ outcome, report }: { outcome: Outcome; report: Report }) => {
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

const Undo = ({ document, report }: { document: Document; report: Report }) => {
  const { run, busy } = useRestoring(document, report)
  return (
    <Button size="small" busy={busy} onClick={run} aria-label={`Undo deleting ${document.documentName}`}>
      Undo
    </Button>
  )
}
