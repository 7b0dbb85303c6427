import { useMemo } from 'react'
import type { User } from '#features/identity/contract.ts'
import { AddressFields } from '#features/identity/web/AddressFields.tsx'
import { addressChecks } from '#features/identity/web/registration-checks.ts'
import { client } from '#web/client.ts'
import { type FormValues, useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { ConfirmItIsYou } from './ConfirmItIsYou.tsx'
import { addressErrors, readAddress } from './contact-checks.ts'
import { useRecentLoginMutation } from './recent-login.tsx'

type AddressFormProps = { address: User['address']; onDone: (words: string) => void }

const names: FormValues = { streetAddress: 'Street address', city: 'City' }

/** Changes the postal address, which stands on letters from then on. */
export const AddressForm = ({ address, onDone }: AddressFormProps) => {
  const { run, busy, error, confirming } = useRecentLoginMutation(client.account.change, {
    refreshes: [client.identity.me],
    onDone: () => onDone('Your address was changed. New letters carry it.'),
  })
  const refused = useMemo(() => addressErrors(error?.fields ?? {}), [error])
  const send = (values: FormValues) => {
    const wanted = readAddress(values)
    if (wanted) run({ address: wanted })
  }
  const form = useForm(addressChecks, send, refused)
  const { street: streetAddress, city, state, postal: zip } = address
  return (
    <>
      {error !== null && Object.keys(refused).length === 0 && (
        <ErrorNote error={error} safe="Your address was not changed." />
      )}
      <form {...form.formProps}>
        <ErrorSummary errors={form.errors} labels={names} summaryRef={form.summary} />
        <AddressFields answers={{ streetAddress, city, state, zip }} errors={form.errors} />
        <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
          Save address
        </Button>
      </form>
      {confirming && <ConfirmItIsYou {...confirming} />}
    </>
  )
}
