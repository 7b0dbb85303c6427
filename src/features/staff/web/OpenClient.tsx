import { useId, useState } from 'react'
import type { User } from '#features/identity/contract.ts'
import { splitFormError } from '#features/identity/web/form-checks.ts'
import { showPhone } from '#values/phone.ts'
import type { ApiError } from '#web/api-error.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { hasRefreshMarker, storeUserSession } from '#web/session-storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { emergencyChecks, openClientChecks } from './manager-checks.ts'

/** Opening a client's account: by the phone number, or from a row that names the client. */

/** Opens the account whose phone number the form has, and loads its page. */
const useOpenClient = (goTo = '/analytics/overview') => {
  const [signedOut, setSignedOut] = useState(false)
  const onDone = ({ user }: { user: User }) => {
    storeUserSession(user, user.phoneNumber)
    location.assign(goTo)
  }
  const usual = useApiMutation(client.staff.openClient, { onDone })
  const emergency = useApiMutation(client.staff.openInEmergency, { onDone })
  /** The refusal that named another responsible manager; the same form then opens as an emergency. */
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const open = refusal === null ? usual : emergency
  const { refused, otherError } = splitFormError(open.error, { phone_not_served: 'phoneNumber' })
  const form = useForm(
    refusal === null ? openClientChecks : emergencyChecks,
    ({ phoneNumber = '', reason = '' }) => {
      // Another tab may have signed out.
      const here = hasRefreshMarker('manager')
      setSignedOut(!here)
      if (!here) return
      if (refusal !== null) return emergency.mutate({ phoneNumber, reason })
      usual.mutate(
        { phoneNumber, ...(reason.trim() === '' ? {} : { reason }) },
        { onError: error => error.code === 'not_own_client' && setRefusal(error) },
      )
    },
    refused,
  )
  return {
    open,
    form,
    signedOut,
    refusal,
    otherError,
    busy: open.isPending || open.isSuccess,
    reset: () => {
      usual.reset()
      emergency.reset()
      setRefusal(null)
    },
  }
}

type OpenClient = ReturnType<typeof useOpenClient>

/** The result so far. */
const Outcome = ({ opening: { open, signedOut, refusal, otherError } }: { opening: OpenClient }) => (
  <>
    {signedOut && <Note tone="red" role="alert" title="Please login as manager first" />}
    {refusal && (
      <Note tone="amber" role="alert" title={refusal.message}>
        Opened as an emergency, the account is open for an hour. The client reads your reason, and leads and
        admins get an email at once.
      </Note>
    )}
    {otherError && <ErrorNote error={otherError} />}
    {open.isSuccess && (
      <Note tone="green" role="status">
        Successfully switched to client {showPhone(open.data.user.phoneNumber)}!
      </Note>
    )}
  </>
)

type ReasonFieldProps = {
  id: string
  error: string | undefined
  emergency: boolean
  autoFocus?: boolean
}

const ReasonField = ({ id, error, emergency, autoFocus = false }: ReasonFieldProps) => (
  <Field
    id={id}
    name="reason"
    label="Reason"
    optional={!emergency}
    hint={
      emergency
        ? 'The client can read it.'
        : 'The client can read it. Without a reason the account opens read-only for 15 minutes.'
    }
    error={error}
    type="text"
    autoComplete="off"
    maxLength={200}
    autoFocus={autoFocus}
  />
)

/** Opens the account of a phone number that the client states. */
export const OpenClientForm = () => {
  const opening = useOpenClient()
  const { form, busy, refusal, reset } = opening
  return (
    <form {...form.formProps}>
      <Outcome opening={opening} />
      <ErrorSummary errors={form.errors} summaryRef={form.summary} />
      <Field
        name="phoneNumber"
        label="Client Phone Number"
        hint="10 digits"
        error={form.errors.phoneNumber}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="2135550148"
        required
        readOnly={refusal !== null}
      />
      <ReasonField id="reason" error={form.errors.reason} emergency={refusal !== null} />
      <Button
        type="submit"
        variant={refusal === null ? 'primary' : 'danger'}
        size="big"
        block
        busy={busy}
        busyText="Accessing..."
      >
        {refusal === null ? 'Access Client Account' : 'Open as an emergency'}
      </Button>
      {refusal && (
        <Button block onClick={reset}>
          Do not open
        </Button>
      )}
    </form>
  )
}

/** The client of a row, as its button names them. */
export type ClientToOpen = {
  phoneNumber: string
  name: string
  /** The screen to open instead of Overview. */
  goTo?: string
}

/** Opens the account of a row's client; asks only for the reason. */
export const OpenClientDialog = ({
  whom: { phoneNumber, name, goTo },
  onClose,
}: {
  whom: ClientToOpen
  onClose: () => void
}) => {
  const opening = useOpenClient(goTo)
  const { form, busy, refusal } = opening
  const formId = useId()
  return (
    <ConfirmDialog
      title={`Open the account of ${name}`}
      confirmLabel={refusal === null ? 'Open' : 'Open as an emergency'}
      variant={refusal === null ? 'primary' : 'danger'}
      busy={busy}
      busyText="Accessing..."
      form={formId}
      onClose={onClose}
    >
      <form id={formId} {...form.formProps}>
        <Outcome opening={opening} />
        <input type="hidden" name="phoneNumber" value={phoneNumber} />
        <ReasonField
          id={`${formId}-reason`}
          error={form.errors.reason ?? form.errors.phoneNumber}
          emergency={refusal !== null}
          autoFocus
        />
      </form>
    </ConfirmDialog>
  )
}
