import { useEffect } from 'react'
import { serviceName } from '#web/service-name.ts'

/** Sets the title of the browser tab: "Disputes, Fairfile". */
export const useDocumentTitle = (place: string) => {
  useEffect(() => {
    document.title = `${place}, ${serviceName}`
  }, [place])
}
