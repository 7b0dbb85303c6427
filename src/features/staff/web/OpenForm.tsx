import { useState } from 'react'
import { splitFormError } from '#features/identity/web/refused-fields.ts'
import { showPhone } from '#values/phone.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { hasRefreshMarker, storeUserSession } from '#web/session-storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { Field } from '#web/ui/Field.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { openClientChecks } from './manager-checks.ts'

/** Opens a client's account; `phoneNumber` is one that was chosen from the list, empty before. */
export const OpenClientForm = ({ phoneNumber }: { phoneNumber: string }) => {
  const [signedOut, setSignedOut] = useState(false)
  const open = useApiMutation(client.staff.openClient, {
    onDone: ({ user }) => {
      storeUserSession(user, user.phoneNumber)
      location.assign('/analytics/overview')
    },
  })
  const { refused, otherError } = splitFormError(open.error, { phone_not_served: 'phoneNumber' })
  const form = useForm(
    openClientChecks,
    ({ phoneNumber: typed = '', reason = '' }) => {
      // The stored login may be gone without this page having heard of it.
      const here = hasRefreshMarker('m')
      setSignedOut(!here)
      if (here) open.mutate({ phoneNumber: typed, ...(reason.trim() === '' ? {} : { reason }) })
    },
    refused,
  )
  const chosen = phoneNumber !== ''
  return (
    <form {...form.formProps}>
      {signedOut && <Note tone="red" role="alert" title="Please login as manager first" />}
      {otherError && <ErrorNote error={otherError} />}
      {open.isSuccess && (
        <Note tone="green" role="status">
          Successfully switched to client {showPhone(open.data.user.phoneNumber)}!
        </Note>
      )}
      <ErrorSummary errors={form.errors} summaryRef={form.summary} />
      <Field
        id="phoneNumber"
        name="phoneNumber"
        label="Client Phone Number"
        hint="10 digits"
        error={form.errors.phoneNumber}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="2135550148"
        defaultValue={chosen ? showPhone(phoneNumber) : ''}
        required
      />
      <Field
        id="reason"
        name="reason"
        label="Reason"
        optional
        hint="The client can read it. Without a reason the account opens to read only, for 15 minutes."
        error={form.errors.reason}
        type="text"
        autoComplete="off"
        maxLength={200}
        autoFocus={chosen}
      />
      <Button
        type="submit"
        variant="primary"
        size="big"
        block
        busy={open.isPending || open.isSuccess}
        busyText="Accessing..."
      >
        Access Client Account
      </Button>
    </form>
  )
}
