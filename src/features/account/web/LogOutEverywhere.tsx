import { useState } from 'react'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { endSession } from '#web/markers.ts'
import { keepingThemeIn } from '#web/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'

const signOutAll = keepingThemeIn(client.identity.signOutAll)

/** Ends every session of the account, this one too, after asking. */
export const LogOutEverywhere = () => {
  const [asking, setAsking] = useState(false)
  const leave = useAct(signOutAll, { onDone: () => endSession('You are signed out everywhere') })
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
        <ConfirmDialog
          title="Log out everywhere?"
          act="Log out everywhere"
          busy={leave.isPending}
          onAct={() => leave.mutate()}
          onClose={() => setAsking(false)}
        >
          <p className="muted">
            Every device is signed out, this one too. If a manager has your account open, that ends as well.
            You sign in again with a code.
          </p>
          {leave.error && <ErrorNote error={leave.error} safe="You are still signed in." />}
        </ConfirmDialog>
      )}
    </div>
  )
}
