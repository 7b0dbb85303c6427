import { useEffect } from 'react'

/** Names the browser's tab: "Disputes, Fairfile". */
export const useDocumentTitle = (place: string) => {
  useEffect(() => {
    document.title = `${place}, Fairfile`
  }, [place])
}
