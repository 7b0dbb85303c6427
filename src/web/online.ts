import { useSyncExternalStore } from 'react'

const subscribeToNetwork = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Whether the browser is online; updates when that changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
