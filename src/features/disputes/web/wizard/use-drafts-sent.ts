import { useEffect, useState } from 'react'
import { draftsSaved } from './draft-keeper.ts'

/** Whether what this page sent of drafts before it came here was answered: only then is it worth asking for them. */
export const useDraftsSaved = (): boolean => {
  const [sent, setSent] = useState(false)
  useEffect(() => {
    void draftsSaved().then(() => setSent(true))
  }, [])
  return sent
}
