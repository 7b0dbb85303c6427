import { useState } from 'react'
import { managerRoles } from '#api/endpoint.ts'
import { splitFormError } from '#features/identity/web/refused-fields.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { Field } from '#web/ui/Field.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { invitationChecks, readRole } from './manager-checks.ts'
import { roleHints, roleNames } from './roles.ts'

const names = { firstName: 'First name', lastName: 'Last name' }

/** Invites a manager by email, or a known one to set password and app anew. */
export const InviteForm = () => {
  // A form that was sent is followed by an empty one.
  const [sent, setSent] = useState<{ times: number; to: string | null }>({ times: 0, to: null })
  return (
    <section className="card stack" aria-labelledby="invite">
      <div>
        <h2 id="invite">Invite a manager</h2>
        <p className="muted">
          The link in the email is good for 24 hours. A manager who lost the password or the app sets up both
          again with a new invitation.
        </p>
      </div>
      {sent.to !== null && (
        <Note key={sent.times} tone="green" role="status">
          An invitation is on its way to {sent.to}.
        </Note>
      )}
      <Fields key={sent.times} again={sent.times > 0} onSent={to => setSent({ times: sent.times + 1, to })} />
    </section>
  )
}

type FieldsProps = {
  /** The form before was sent, and the focus was in it. */
  again: boolean
  onSent: (to: string) => void
}

const Fields = ({ again, onSent }: FieldsProps) => {
  const invite = useApiMutation(client.staff.invite, {
    refreshes: [client.staff.list],
    onDone: (_, { email }) => onSent(email),
  })
  const { refused, otherError } = splitFormError(invite.error)
  const form = useForm(
    invitationChecks,
    values => {
      const { email = '', firstName = '', lastName = '' } = values
      const role = readRole(values)
      if (role) invite.mutate({ email: email.trim(), firstName, lastName, role })
    },
    refused,
  )
  return (
    <form {...form.formProps}>
      {otherError && <ErrorNote error={otherError} safe="Nobody was invited." />}
      <ErrorSummary errors={form.errors} labels={names} summaryRef={form.summary} />
      <Field
        id="email"
        name="email"
        label="Email"
        error={form.errors.email}
        type="email"
        autoComplete="off"
        autoFocus={again}
        required
      />
      <div className="two">
        <Field
          id="firstName"
          name="firstName"
          label="First name"
          error={form.errors.firstName}
          autoComplete="off"
          required
        />
        <Field
          id="lastName"
          name="lastName"
          label="Last name"
          error={form.errors.lastName}
          autoComplete="off"
          required
        />
      </div>
      <Field
        id="role"
        label="Role"
        error={form.errors.role}
        control={wiring => (
          <select {...wiring} name="role" defaultValue="" required>
            <option value="" disabled>
              Choose
            </option>
            {managerRoles.map(role => (
              <option key={role} value={role}>
                {roleNames[role]}: {roleHints[role]}
              </option>
            ))}
          </select>
        )}
      />
      <Button type="submit" variant="primary" size="big" block busy={invite.isPending} busyText="Inviting...">
        Send the invitation
      </Button>
    </form>
  )
}
