import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { User, UserInfo } from '#features/identity/contract.ts'
import { AddressFields } from '#features/identity/web/AddressStep.tsx'
import { codeChecks, emailChecks, readCode, splitFormError } from '#features/identity/web/form-checks.ts'
import { addressChecks, fieldNames } from '#features/identity/web/registration.ts'
import { usePermission } from '#features/identity/web/session.ts'
import { showPhone } from '#values/phone.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { type FormValues, useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField, ErrorSummary, Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import * as accountStyles from './account.module.css'
import { addressErrors, readAddress } from './address-form.ts'
import { PhoneChange } from './PhoneChange.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { ConfirmItIsYou, useRecentLoginMutation } from './recent-login.tsx'

type Part = 'email' | 'phone' | 'address'
type Result = { part: Part; words: string }

/** The user's email, phone and postal address, each changed separately. */
export const ContactCard = ({ user }: { user: UserInfo }) => {
  const barred = usePermission('never') !== null
  const [open, setOpen] = useState<Part | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const { street, city, state, postal } = user.address

  const partOf = (part: Part) => ({
    id: part,
    editing: open === part,
    result: result?.part === part ? result.words : null,
    barred,
    onEdit: () => {
      setResult(null)
      setOpen(part)
    },
    onCancel: () => setOpen(null),
  })
  const doneWith = (part: Part) => (words: string) => {
    setOpen(null)
    setResult({ part, words })
  }
  return (
    <ProfileCard id="contact" title="Contact details">
      {barred && <p className={textStyles.muted}>Only the client can change these.</p>}
      <ContactPart
        {...partOf('email')}
        name="Email"
        value={user.email}
        mark={
          user.emailVerified ? (
            <Pill tone="green" icon="check">
              Confirmed
            </Pill>
          ) : (
            <Pill icon="clock">Not confirmed</Pill>
          )
        }
        form={<EmailForm email={user.email} onDone={doneWith('email')} />}
        more={
          !user.emailVerified &&
          !barred && (
            <ConfirmEmail
              key={user.email}
              email={user.email}
              mailed={result?.part === 'email'}
              onDone={doneWith('email')}
            />
          )
        }
      />
      <ContactPart
        {...partOf('phone')}
        name="Phone"
        value={showPhone(user.phoneNumber)}
        form={<PhoneChange onDone={doneWith('phone')} />}
      />
      <ContactPart
        {...partOf('address')}
        name="Address"
        value={`${street}, ${city}, ${state} ${postal}`}
        form={<AddressForm address={user.address} onDone={doneWith('address')} />}
      />
    </ProfileCard>
  )
}

type ContactPartProps = {
  id: string
  name: string
  value: ReactNode
  /** Shown next to the value. */
  mark?: ReactNode
  /** The result of the change, as a sentence. */
  result: string | null
  /** Whether the viewer is someone other than the owner, who alone may change it. */
  barred: boolean
  editing: boolean
  onEdit: () => void
  onCancel: () => void
  form: ReactNode
  /** Shown below unless the detail is being edited. */
  more?: ReactNode
}

/** One contact detail with the form that changes it, which opens below it. */
const ContactPart = (props: ContactPartProps) => {
  const { id, name, value, mark, result, barred, editing, onEdit, onCancel, form, more } = props
  const wasEditing = useRef(editing)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Focus the form when it opens, and the button that opened it when the form closes.
    if (editing) place.current?.querySelector<HTMLElement>('input, select')?.focus()
    else if (wasEditing.current) document.getElementById(`${id}-change`)?.focus()
    wasEditing.current = editing
  }, [editing, id])
  return (
    <div className={accountStyles.part}>
      <div className={accountStyles.line}>
        <div>
          <h3 className={accountStyles.name}>{name}</h3>
          <p className={`${layoutStyles.row} ${accountStyles.value}`}>
            <b>{value}</b>
            {mark}
          </p>
        </div>
        {!barred && (
          <Button
            id={`${id}-change`}
            size="small"
            aria-expanded={editing}
            aria-label={editing ? `Cancel changing ${name.toLowerCase()}` : `Change ${name.toLowerCase()}`}
            onClick={editing ? onCancel : onEdit}
          >
            {editing ? 'Cancel' : 'Change'}
          </Button>
        )}
      </div>
      {editing && (
        <div className={accountStyles.form} ref={place}>
          {form}
        </div>
      )}
      {result !== null && (
        <Note tone="green" role="status">
          {result}
        </Note>
      )}
      {!editing && more}
    </div>
  )
}

type EmailFormProps = { email: string; onDone: (words: string) => void }

/** Changes the email address; the server mails a code to the new one. */
const EmailForm = ({ email, onDone }: EmailFormProps) => {
  const { run, busy, error, confirming } = useRecentLoginMutation(client.account.change, {
    refreshes: [client.identity.me],
    onDone: ({ user }) => onDone(`Your email was changed. We sent a code to ${user.email} to confirm it.`),
  })
  const { refused, otherError } = splitFormError(error)
  const form = useForm(emailChecks, values => run({ email: (values.email ?? '').trim() }), refused)
  return (
    <>
      {otherError && <ErrorNote error={otherError} safe="Your email was not changed." />}
      <form {...form.formProps}>
        <Field
          name="email"
          label="New email"
          hint="We send a code to it, and a notice to your current address"
          error={form.errors.email}
          type="email"
          autoComplete="email"
          defaultValue={email}
          maxLength={254}
          required
        />
        <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
          Save email
        </Button>
      </form>
      {confirming && <ConfirmItIsYou {...confirming} />}
    </>
  )
}

type AddressFormProps = { address: User['address']; onDone: (words: string) => void }

/** Changes the postal address that letters carry. */
const AddressForm = ({ address, onDone }: AddressFormProps) => {
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
        <ErrorSummary errors={form.errors} labels={fieldNames} summaryRef={form.summary} />
        <AddressFields answers={{ streetAddress, city, state, zip }} errors={form.errors} />
        <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
          Save address
        </Button>
      </form>
      {confirming && <ConfirmItIsYou {...confirming} />}
    </>
  )
}

type ConfirmEmailProps = {
  email: string
  /** A code was mailed already, for example after a change of address. */
  mailed: boolean
  onDone: (words: string) => void
}

/** Confirms the email address by the code mailed to it. */
const ConfirmEmail = ({ email, mailed, onDone }: ConfirmEmailProps) => {
  const [asked, setAsked] = useState(false)
  const send = useApiMutation(client.account.sendEmailCode, { onDone: () => setAsked(true) })
  return (
    <div className={accountStyles.form}>
      {send.isSuccess && (
        <Note tone="green" role="status">
          We sent a 6‑digit code to {email}.
        </Note>
      )}
      {send.error && <ErrorNote error={send.error} />}
      {(asked || mailed) && <GiveCode onDone={onDone} />}
      <div className={layoutStyles.row}>
        <Button
          size="small"
          icon="mail"
          busy={send.isPending}
          busyText="Sending..."
          onClick={() => send.mutate()}
        >
          {asked || mailed ? 'Email me a new code' : 'Confirm this email'}
        </Button>
      </div>
    </div>
  )
}

const GiveCode = ({ onDone }: Pick<ConfirmEmailProps, 'onDone'>) => {
  const verify = useApiMutation(client.account.verifyEmail, {
    refreshes: [client.identity.me],
    onDone: () => onDone('Your email is confirmed.'),
  })
  const { refused, otherError } = splitFormError(verify.error, { wrong_code: 'emailCode' })
  const form = useForm(
    codeChecks('emailCode'),
    values => verify.mutate({ code: readCode(values, 'emailCode') }),
    refused,
  )
  return (
    <>
      {otherError && <ErrorNote error={otherError} />}
      <form {...form.formProps}>
        <CodeField name="emailCode" label="Code from the email" error={form.errors.emailCode} />
        <Button type="submit" variant="primary" busy={verify.isPending} busyText="Confirming...">
          Confirm email
        </Button>
      </form>
    </>
  )
}
