import { useState } from 'react'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import * as staffStyles from './staff.module.css'

/** Creates the link with which a client verifies their identity, in their opened account: to open in a tab, or to copy. */
export const VerificationLink = ({ clientId, name }: { clientId: string; name: string }) => {
  const [shown, setShown] = useState(false)
  return (
    <>
      <Button
        size="small"
        icon="ext"
        iconAtEnd
        aria-label={`Verification link for ${name}`}
        onClick={() => setShown(true)}
      >
        Verification link
      </Button>
      {shown && <LinkDialog clientId={clientId} name={name} onClose={() => setShown(false)} />}
    </>
  )
}

type LinkDialogProps = { clientId: string; name: string; onClose: () => void }

const LinkDialog = ({ clientId, name, onClose }: LinkDialogProps) => {
  const make = useApiMutation(client.staff.clientPortalLink, {
    // If the browser blocks this, the link is still in the dialog.
    onDone: ({ link }) => void window.open(link, '_blank', 'noopener'),
  })
  return (
    <Dialog
      title={`Verification link for ${name}`}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>Close</Button>
          {make.data ? (
            <CopyButton text={make.data.link} />
          ) : (
            <Button
              variant="primary"
              busy={make.isPending}
              busyText="Generating..."
              onClick={() => make.mutate({ clientId })}
            >
              Create the link
            </Button>
          )}
        </>
      }
    >
      {make.error && <ErrorNote error={make.error} />}
      {make.data ? (
        <div className={layoutStyles.stackSmall}>
          <p className={textStyles.muted}>
            {make.data.message ?? 'It opens in a new tab. You can also copy it and send it to the client.'}
          </p>
          <p className={staffStyles.link}>
            <a href={make.data.link} target="_blank" rel="noreferrer">
              {make.data.link}
              <Icon name="ext" small />
              <span className={textStyles.visuallyHidden}> (opens in a new tab)</span>
            </a>
          </p>
        </div>
      ) : (
        <p className={textStyles.muted}>
          By the link the client verifies who they are with our partner. Send it to nobody but the client: who
          opens it is asked as the client.
        </p>
      )}
    </Dialog>
  )
}
