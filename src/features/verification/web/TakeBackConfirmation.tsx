import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { onlyErrors } from '#features/identity/web/form-checks.ts'
import { usePermission } from '#features/identity/web/session.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'

/** For staff in an opened account: revokes the staff's confirmation of the identity. `name` is the client's. */
export const TakeBackConfirmation = ({ name }: { name: string }) => {
  const barred = usePermission('assist', { beforeAgreement: true })
  const [asking, setAsking] = useState(false)
  const place = useFocusFallback()
  return (
    <div ref={place} className={layoutStyles.stackSmall}>
      <p className={textStyles.muted}>
        {barred ?? 'If that was a mistake, take it back. The client is told and reads your reason.'}
      </p>
      <div>
        <Button disabled={barred !== null} onClick={() => setAsking(true)}>
          Take back the confirmation
        </Button>
      </div>
      {asking && <TakeBackDialog name={name} onClose={() => setAsking(false)} />}
    </div>
  )
}

const TakeBackDialog = ({ name, onClose }: { name: string; onClose: () => void }) => {
  const cache = useQueryClient()
  const takeBack = useApiMutation(client.verification.takeBack, {
    onDone: () => {
      // The dialog restores the focus before the card disappears. Everything that depends on it is refetched.
      onClose()
      void cache.invalidateQueries()
    },
  })
  const form = useForm(
    ({ reason = '' }) => onlyErrors({ reason: reason.trim() === '' && 'Write what the client should know' }),
    ({ reason = '' }) => takeBack.mutate({ reason }),
  )
  const formId = useId()
  return (
    <ConfirmDialog
      title={`Take back the confirmation of ${name}?`}
      confirmLabel="Take back"
      variant="danger"
      busy={takeBack.isPending}
      busyText="Taking back..."
      form={formId}
      onClose={onClose}
    >
      <form id={formId} {...form.formProps} className={layoutStyles.stackSmall}>
        <p className={textStyles.muted}>
          No report is fetched, and no fetched report shown, until the identity is confirmed again. What the
          client imported, wrote and uploaded stays.
        </p>
        <Field
          id={`${formId}-reason`}
          name="reason"
          label="Reason"
          hint="The client reads this"
          error={form.errors.reason}
          autoComplete="off"
          maxLength={500}
          autoFocus
          required
        />
        {takeBack.error && <ErrorNote error={takeBack.error} safe="Nothing was changed." />}
      </form>
    </ConfirmDialog>
  )
}
