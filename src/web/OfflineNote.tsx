import { useOnline } from './online.ts'
import { Note } from './ui/Note.tsx'

/** Says so while the browser has no network; goes away by itself. */
export const OfflineNote = () =>
  useOnline() ? null : (
    <Note tone="sand" icon="wifi0" role="status" title="You are offline">
      You see what was loaded before. Nothing can be changed until you are back online.
    </Note>
  )
