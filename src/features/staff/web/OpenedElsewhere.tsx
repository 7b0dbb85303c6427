import { Link } from '@tanstack/react-router'
import { showTime } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { useSession } from '#web/session.ts'
import { endSession, isImpersonating } from '#web/session-storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'

/** The client account that this manager has open already, here or in another browser; opening another closes it. */
export const OpenClientNote = ({ opened }: { opened: { phoneNumber: string; expiresAt: string } }) => {
  const { signedIn } = useSession()
  const openedHere = signedIn && isImpersonating()
  const close = useApiMutation(client.staff.closeClient, {
    refreshes: [client.staff.me],
    onDone: () => {
      if (openedHere) endSession(null)
    },
  })
  return (
    <>
      <Note
        tone="sand"
        icon="user"
        title={`You have ${showPhone(opened.phoneNumber)} open until ${showTime(opened.expiresAt, browserTimeZone)}`}
        action={
          <Button size="small" busy={close.isPending} onClick={() => close.mutate()}>
            End
          </Button>
        }
      >
        {openedHere && (
          <p>
            <Link to="/analytics/$tab" params={{ tab: 'overview' }}>
              Go back to it
            </Link>
          </p>
        )}
      </Note>
      {close.error && <ErrorNote error={close.error} />}
    </>
  )
}
