import type { ReactNode } from 'react'
import { Note } from '#web/ui/Note.tsx'

/** Shown with every report from a format with a new reader. */
export const NewFormatNote = ({ action }: { action?: ReactNode }) => (
  <Note tone="blue" title="New: please check the numbers against your report" action={action}>
    We started to read this kind of file only recently.
  </Note>
)
