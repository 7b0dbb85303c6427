import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { showTime } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import type { SessionName } from '#web/endpoint-manifest.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import type { SessionKind } from '../session-rules.ts'
import { computeSessionExpiry, expiryWarning, nextCheckAt } from './session-expiry.ts'

const lookEveryMs = 5_000

type Session = { session: { expiresAt: string; idleExpiresAt: string } }

type SessionExpiryNoteProps = {
  session: SessionName
  kind: SessionKind
  /** The session's `info` query. Fetching it again renews the session. */
  info: {
    data: Session | undefined
    dataUpdatedAt: number
    refetch: () => Promise<unknown>
    isFetching: boolean
  }
}

const signIn = 'Finish what you are doing. Then sign in again to go on.'
const openAgain = 'Finish what you are doing. Then open it again to go on.'

const words = {
  user: { ends: 'Your session ends', after: signIn, stay: 'Stay signed in' },
  manager: { ends: 'Your manager session ends', after: signIn, stay: 'Stay signed in' },
  assist: { ends: 'This client account closes', after: openAgain, stay: 'Keep it open' },
  read: { ends: 'This client account closes', after: openAgain, stay: 'Keep it open' },
} as const satisfies Record<SessionKind, object>

/** Shown two minutes before a session ends. At its end the server is called once more, and refuses. */
export const SessionExpiryNote = ({ session, kind, info }: SessionExpiryNoteProps) => {
  const { data, dataUpdatedAt, refetch, isFetching } = info
  const lastResponseAt = useLastResponseAt(session)
  const now = useNow(lookEveryMs)
  const life =
    data && computeSessionExpiry(data.session, kind, dataUpdatedAt, Math.max(lastResponseAt, dataUpdatedAt))
  const isOver = life !== undefined && now >= nextCheckAt(life)
  useEffect(() => {
    if (!isOver) return
    void refetch()
    const timer = setInterval(() => void refetch(), lookEveryMs)
    return () => clearInterval(timer)
  }, [isOver, refetch])
  const notice = life && expiryWarning(life, now)
  if (!notice) return null
  return (
    <Note
      tone="sand"
      icon="clock"
      role="alert"
      title={`${words[kind].ends} at ${showTime(notice.at, browserTimeZone)}`}
      action={
        notice.renewable && (
          <Button size="small" busy={isFetching} onClick={() => void refetch()}>
            {words[kind].stay}
          </Button>
        )
      }
    >
      {notice.renewable ? 'Nothing was done here for a while.' : words[kind].after}
    </Note>
  )
}

const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** When any tab of this browser last got a response in this session, in milliseconds. */
const useLastResponseAt = (who: SessionName): number => {
  const cache = useQueryClient()
  const [lastResponseAt, setLastResponseAt] = useState(0)
  useEffect(() => {
    const tabs = new BroadcastChannel(`last-response-${who}`)
    const update = (at: number) => setLastResponseAt(before => Math.max(before, at))
    tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'number') update(data)
    }
    const ofThisSession = (key: string) =>
      key.startsWith('["staff"') ? who === 'manager' : !key.startsWith('["sandbox"') && who === 'user'
    const stop = cache.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || !ofThisSession(query.queryHash)) return
      update(query.state.dataUpdatedAt)
      tabs.postMessage(query.state.dataUpdatedAt)
    })
    return () => {
      stop()
      tabs.close()
    }
  }, [cache, who])
  return lastResponseAt
}
