import { useEffect } from 'react'

/** Names the browser's tab: "Disputes, Fairfile". */
export const useTitle = (place: string) => {
  useEffect(() => {
    document.title = `${place}, Fairfile`
  }, [place])
}
