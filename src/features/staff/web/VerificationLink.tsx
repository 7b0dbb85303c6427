import { useState } from 'react'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { linkChecks } from './manager-checks.ts'
import * as staffStyles from './staff.module.css'

/** Makes the link by which a client verifies who they are, with a reason: to open in a new tab, or to copy and send. */
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
    // A browser that blocks this still has the link in the dialog.
    onDone: ({ link }) => void window.open(link, '_blank', 'noopener'),
  })
  const form = useForm(linkChecks, ({ linkReason = '' }) =>
    make.mutate({ clientId, reason: linkReason.trim() }),
  )
  const id = `link-${clientId}`
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
            <Button type="submit" form={id} variant="primary" busy={make.isPending} busyText="Generating...">
              Make the link
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
        <form id={id} {...form.formProps}>
          <Field
            name="linkReason"
            label="Reason"
            hint="The client can read it, and is notified by email. Leave out names and numbers."
            error={form.errors.linkReason}
            type="text"
            autoComplete="off"
            maxLength={200}
            autoFocus
            required
          />
        </form>
      )}
    </Dialog>
  )
}
