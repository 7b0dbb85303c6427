import { useState } from 'react'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { endSession } from '#web/markers.ts'
import { keepingTheme } from '#web/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'

/** The server then has the browser forget what it stored; the theme is kept. */
const signOutAll: typeof client.identity.signOutAll = Object.assign(
  () => keepingTheme(() => client.identity.signOutAll()),
  { key: client.identity.signOutAll.key },
)

/** Ends every session of the account, this one too, after asking. */
export const LogOutEverywhere = () => {
  const [asking, setAsking] = useState(false)
  const leave = useAct(signOutAll, { onDone: () => endSession('You are signed out everywhere') })
  const close = () => !leave.isPending && setAsking(false)
  return (
    <div>
      <Button
        icon="out"
        onClick={() => {
          leave.reset()
          setAsking(true)
        }}
      >
        Log out everywhere
      </Button>
      {asking && (
        <Dialog
          title="Log out everywhere?"
          onClose={close}
          buttons={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button kind="primary" busy={leave.isPending} onClick={() => leave.mutate()}>
                Log out everywhere
              </Button>
            </>
          }
        >
          <p className="muted">
            Every device is signed out, this one too. If a manager has your account open, that ends as well.
            You sign in again with a code.
          </p>
          {leave.error && <ErrorNote error={leave.error} safe="You are still signed in." />}
        </Dialog>
      )}
    </div>
  )
}
