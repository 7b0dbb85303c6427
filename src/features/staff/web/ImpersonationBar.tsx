import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { UserInfo } from '#features/identity/contract.ts'
import { useSession, useUser } from '#features/identity/web/session.ts'
import { computeSessionExpiry } from '#features/identity/web/session-expiry.ts'
import { showPhone } from '#values/phone.ts'
import { ApiError, errorMessage } from '#web/api-error.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { formatDuration } from '#web/duration.ts'
import { endSession } from '#web/session-storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as textStyles from '#web/ui/text.module.css'
import * as impersonationBarStyles from './ImpersonationBar.module.css'

type ImpersonationBarProps = { opened: NonNullable<UserInfo['impersonation']> }

/** Shown at the top while a manager has the account open: who, with which rights, for how long, and the button to leave. */
export const ImpersonationBar = ({ opened }: ImpersonationBarProps) => {
  const { phoneNumber } = useUser()
  const { reason } = useSession()
  const [leaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useManagerKeptIn()
  const leave = () => {
    setLeaving(true)
    setFailure(null)
    leaveClientAccount().catch((error: unknown) => {
      setFailure(errorMessage(error))
      setLeaving(false)
    })
  }
  return (
    <aside className={impersonationBarStyles.bar} aria-label="Opened client account">
      <Icon name="users" />
      <p className={impersonationBarStyles.client}>
        <b>{opened.managerName}</b> has this account open
        {opened.scope === 'read' && ', read only'}
      </p>
      {reason === 'client_opened' && (
        <p className={`${impersonationBarStyles.message} ${impersonationBarStyles.success}`} role="status">
          Successfully switched to client {showPhone(phoneNumber)}!
        </p>
      )}
      {failure !== null && (
        <p className={impersonationBarStyles.message} role="alert">
          {failure}
        </p>
      )}
      <TimeLeft scope={opened.scope} />
      <Button size="small" busy={leaving} onClick={leave}>
        End
      </Button>
    </aside>
  )
}

/**
 * Closes the client account and keeps the manager's session. `me` comes first, because after a page load only its
 * response brings the CSRF token. An expired session has closed the account already.
 */
const leaveClientAccount = async (): Promise<void> => {
  try {
    await client.staff.me()
    await client.staff.closeClient()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return
    throw error
  }
  endSession(null)
}

/** Counts down to the fixed end; screen readers announce it only on request. */
const TimeLeft = ({ scope }: { scope: 'read' | 'assist' }) => {
  const { data, dataUpdatedAt } = useApiQuery(client.identity.me)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (data === undefined) return null
  const { endsAt } = computeSessionExpiry(data.session, scope, dataUpdatedAt, dataUpdatedAt)
  const seconds = Math.max(0, Math.round((endsAt - now) / 1000))
  return (
    <span className={textStyles.number} role="timer" aria-label="Time left">
      {formatDuration(seconds)} left
    </span>
  )
}

/**
 * Keeps the manager's own session, with which this one ends, alive during work in the account: it is fetched on each
 * navigation and when the account's session is renewed.
 */
const useManagerKeptIn = () => {
  const { pathname } = useLocation()
  const { dataUpdatedAt } = useApiQuery(client.identity.me)
  const { refetch } = useApiQuery(client.staff.me)
  const work = `${pathname} ${dataUpdatedAt}`
  const announced = useRef(work)
  useEffect(() => {
    if (announced.current === work) return
    announced.current = work
    void refetch()
  }, [work, refetch])
}
