import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { JoinForm } from './JoinForm.tsx'
import { ManagerPage } from './ManagerPage.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { roleHints, roleNames } from './roles.ts'
import { StepHeading } from './StepHeading.tsx'

/** What an invitation link opens: `/manager/join#token`. The token stays in the browser's part of the address. */
export const JoinScreen = () => {
  useDocumentTitle('Join')
  const token = useLocation({ select: ({ hash }) => hash })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <ManagerPage>
      {codes === null ? <Join token={token} onJoined={setCodes} /> : <Joined codes={codes} />}
    </ManagerPage>
  )
}

const Join = ({ token, onJoined }: { token: string; onJoined: (codes: readonly string[]) => void }) => {
  const { data, error, refetch, isFetching } = useApiQuery(
    client.staff.readInvitation,
    { token },
    { enabled: token !== '', staleTime: Number.POSITIVE_INFINITY },
  )
  if (token === '' || error?.code === 'link_used' || error?.status === 400) {
    return (
      <>
        <h1>Join Fairfile</h1>
        <Note tone="red" title={error?.code === 'link_used' ? error.message : 'This link is incomplete.'}>
          Open the newest invitation that you were mailed, or ask an admin for another one.
        </Note>
      </>
    )
  }
  if (data === undefined) {
    return (
      <>
        <h1>Join Fairfile</h1>
        {error === null ? (
          <Spinner />
        ) : (
          <ErrorCard error={error} busy={isFetching} onRetry={() => void refetch()} />
        )}
      </>
    )
  }
  return (
    <>
      <div>
        <h1>Join Fairfile</h1>
        <p className="lead">
          {data.firstName} {data.lastName}, {data.email}
        </p>
        <p className="muted">
          {roleNames[data.role]}. {roleHints[data.role]}.
        </p>
      </div>
      <JoinForm token={token} invitation={data} onJoined={onJoined} />
    </>
  )
}

const Joined = ({ codes }: { codes: readonly string[] }) => {
  const [saved, setSaved] = useState(codes.length === 0)
  if (!saved) return <RecoveryCodes codes={codes} onSaved={() => setSaved(true)} />
  return (
    <>
      <StepHeading>You have joined</StepHeading>
      <Note tone="green" role="status">
        Your password is set. Sign in with it now.
      </Note>
      <Link className="btn pri big block" to="/manager">
        Go to Manager Login
      </Link>
    </>
  )
}
