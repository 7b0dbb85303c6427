import { useOnline } from './online.ts'
import { Note } from './ui/Note.tsx'

export const OfflineNote = () =>
  useOnline() ? null : (
    <Note tone="sand" icon="wifi0" role="status" title="You are offline">
      You see what was loaded before. Nothing can be changed until you are back online.
    </Note>
  )
