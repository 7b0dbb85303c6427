import { useSyncExternalStore } from 'react'
import { Note } from './ui/Note.tsx'

const onNetwork = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Says so while the browser has no network; goes away by itself. */
export const OfflineNote = () => {
  const online = useSyncExternalStore(onNetwork, () => navigator.onLine)
  if (online) return null
  return (
    <Note tone="sand" icon="wifi0" role="status" title="You are offline">
      You see what was loaded before. Nothing can be changed until you are back online.
    </Note>
  )
}
