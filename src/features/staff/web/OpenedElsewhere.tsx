import { Link } from '@tanstack/react-router'
import { showTime } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { here } from '#web/here.ts'
import { endSession, isOpened } from '#web/markers.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'

/** The client account that this manager has open already, here or in another browser; opening another closes it. */
export const OpenedElsewhere = ({ opened }: { opened: { phoneNumber: string; expiresAt: string } }) => {
  const { signedIn } = useSession()
  const openedHere = signedIn && isOpened()
  const close = useAct(client.staff.closeClient, {
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
        title={`You have ${showPhone(opened.phoneNumber)} open until ${showTime(opened.expiresAt, here)}`}
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
