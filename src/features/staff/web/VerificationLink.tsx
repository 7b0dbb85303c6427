import { useState } from 'react'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'

/** Makes the link by which a client verifies who they are: to open in a new tab, or to copy and send. */
export const VerificationLink = ({ clientId, name }: { clientId: string; name: string }) => {
  const [shown, setShown] = useState(false)
  const make = useAct(client.staff.clientPortalLink, {
    // A browser that blocks this still has the link in the dialog.
    onDone: ({ link }) => void window.open(link, '_blank', 'noopener'),
  })
  const close = () => setShown(false)
  const ask = () => {
    setShown(true)
    make.mutate({ clientId })
  }
  return (
    <>
      <Button size="small" icon="ext" iconLast aria-label={`Verification link for ${name}`} onClick={ask}>
        Verification link
      </Button>
      {shown && (
        <Dialog
          title={`Verification link for ${name}`}
          onClose={close}
          buttons={
            <>
              <Button onClick={close}>Close</Button>
              {make.data && <CopyButton text={make.data.link} />}
            </>
          }
        >
          {make.isPending && <p role="status">Generating...</p>}
          {make.error && <ErrorNote error={make.error} onRetry={() => make.mutate({ clientId })} />}
          {make.data && (
            <div className="stack-s">
              <p className="muted">
                {make.data.message ??
                  'It opens in a new tab. You can also copy it and send it to the client.'}
              </p>
              <p className="link-line">
                <a href={make.data.link} target="_blank" rel="noreferrer">
                  {make.data.link}
                  <Icon name="ext" small />
                  <span className="vh"> (opens in a new tab)</span>
                </a>
              </p>
            </div>
          )}
        </Dialog>
      )}
    </>
  )
}
