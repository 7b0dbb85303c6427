import { ErrorNote, Note } from '#web/ui/Note.tsx'
import type { CodeSent } from './code-sent.ts'

/** Says that a code is on its way, anew for each, or why another could not be sent. */
export const SentNote = ({ sent: { at, message }, error }: { sent: CodeSent; error: unknown }) =>
  error ? (
    <ErrorNote error={error} />
  ) : (
    <Note key={at} tone={message === null ? 'green' : 'sand'} role="status">
      {message ?? 'SMS code sent successfully!'}
    </Note>
  )
