import type { ApiError } from '#web/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import type { Answers } from './wizard.ts'

/** What an earlier visit left: its answers as far as they still hold, and what was left out of them. */
export type RestoredDraft = { answers: Answers; step: string; leftOut: number }

type Props = { kept: RestoredDraft | null; failure: ApiError | null; onStartOver: () => void }

/** Tells that the answers of an earlier visit are back, what the report no longer holds, and when they cannot be kept. */
export const RestoredNote = ({ kept, failure, onStartOver }: Props) => (
  <>
    {kept !== null && (
      <Note
        tone="plain"
        role="status"
        title="We kept your answers"
        action={
          <Button size="small" onClick={onStartOver}>
            Start over
          </Button>
        }
      >
        {leftOutWords(kept.leftOut) ?? 'Go on where you left, or start over.'}
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
