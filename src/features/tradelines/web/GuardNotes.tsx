import { Note } from '#web/ui/Note.tsx'
import type { Advice } from '../contract.ts'

/** What speaks against buying now, above the figures. */
export const GuardNotes = ({ guards }: Pick<Advice, 'guards'>) =>
  guards.map(({ code, level, title, text }) => (
    <Note key={code} tone={level === 'stop' ? 'amber' : 'plain'} title={title}>
      {text}
    </Note>
  ))
