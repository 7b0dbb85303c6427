import { useEffect } from 'react'
import { serviceName } from '#web/service-name.ts'

/** Names the browser's tab: "Disputes, Fairfile". */
export const useDocumentTitle = (place: string) => {
  useEffect(() => {
    document.title = `${place}, ${serviceName}`
  }, [place])
}
