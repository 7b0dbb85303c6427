import type { ApiError } from '#web/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'

/** What happened to the answers when the page opened or the user started over; shown until the next answer or step. */
export type AnswersNote = { did: 'keep'; leftOut: number } | { did: 'start over'; undo: () => void } | null

type Props = {
  note: AnswersNote
  /** Why the last answers could not be stored. */
  failure: ApiError | null
  onStartOver: () => void
}

/**
 * Shows that the answers of an earlier visit were restored, except for what the report no longer contains, that they were
 * cleared, or that they cannot be stored.
 */
export const AboutAnswers = ({ note, failure, onStartOver }: Props) => (
  <>
    {note?.did === 'keep' && (
      <Note
        key="keep"
        tone="plain"
        role="status"
        title="We kept your answers"
        action={
          <Button size="small" onClick={onStartOver}>
            Start over
          </Button>
        }
      >
        {leftOutWords(note.leftOut) ?? 'Continue where you left off, or start over.'}
      </Note>
    )}
    {note?.did === 'start over' && (
      <Note
        key="start over"
        tone="plain"
        role="status"
        title="Your answers were cleared"
        action={
          <Button size="small" onClick={note.undo}>
            Undo
          </Button>
        }
      >
        You can bring them back until you choose something new.
      </Note>
    )}
    {failure !== null && (
      <ErrorNote
        error={failure}
        safe="You can go on. If you leave this page now, your last answers are lost."
      />
    )}
  </>
)

const leftOutWords = (count: number): string | null => {
  if (count === 0) return null
  return count === 1
    ? 'One item is no longer in your report as it was, so we left it out.'
    : `${count} items are no longer in your report as they were, so we left them out.`
}
