import { useState } from 'react'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { endSession } from '#web/session-storage.ts'
import { withThemePreserved } from '#web/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'

const signOutAll = withThemePreserved(client.identity.signOutAll)

/** Ends every session of the account, this one too, after asking. */
export const LogOutEverywhere = () => {
  const [asking, setAsking] = useState(false)
  const leave = useApiMutation(signOutAll, { onDone: () => endSession('You are signed out everywhere') })
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
          confirmLabel="Log out everywhere"
          busy={leave.isPending}
          onConfirm={() => leave.mutate()}
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
