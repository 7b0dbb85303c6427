import { useEffect, useState } from 'react'
import { draftsSent } from './draft-keeper.ts'

/** Whether what this page sent of drafts before it came here was answered: only then is it worth asking for them. */
export const useDraftsSent = (): boolean => {
  const [sent, setSent] = useState(false)
  useEffect(() => {
    void draftsSent().then(() => setSent(true))
  }, [])
  return sent
}
