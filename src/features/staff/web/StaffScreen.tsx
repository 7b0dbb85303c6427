import { type ReactNode, useState } from 'react'
import { managerRoles } from '#api/endpoint.ts'
import { splitFormError } from '#features/identity/web/form-checks.ts'
import { showDay } from '#values/dates.ts'
import { useApiMutation, useApiQuery, useInvalidate } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { SelectField } from '#web/ui/Choice.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import type { StaffMember } from '../contract.ts'
import { StepHeading } from './ManagerPage.tsx'
import { invitationChecks, readRole } from './manager-checks.ts'
import { mayChangeStaff, roleHints, roleNames } from './roles.ts'
import { StaffOnly, StaffPage } from './StaffPage.tsx'
import * as staffStyles from './staff.module.css'

/** Managers and open invitations: admins change them, auditors read them. */
export const StaffScreen = () => (
  <StaffOnly title="Managers">
    <Staff />
  </StaffOnly>
)

const Staff = () => {
  const me = useApiQuery(client.staff.me)
  const list = useApiQuery(client.staff.list)
  const { data: manager } = me
  const changes = manager !== undefined && mayChangeStaff(manager.role)
  return (
    <StaffPage
      me={me}
      list={
        manager &&
        list.data && (
          <div className={staffStyles.wide}>
            <StaffTable staff={list.data.data} ownId={manager.id} changes={changes} />
          </div>
        )
      }
    >
      <StepHeading>Managers</StepHeading>
      <Pending queries={[me, list]} />
      {changes && <InviteForm />}
    </StaffPage>
  )
}

const heads = ['Name', 'Role', 'Status', 'Authenticator app', 'Last seen'] as const

type StaffTableProps = { staff: readonly StaffMember[]; ownId: string; changes: boolean }

/** Managers and open invitations, one per row. Managers cannot disable themselves. */
const StaffTable = ({ staff, ownId, changes }: StaffTableProps) => (
  <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="staff">
    <header>
      <h2 id="staff" tabIndex={-1}>
        Managers ({staff.length})
      </h2>
    </header>
    <ResponsiveTable headers={[...heads, ...(changes ? ['Actions'] : [])]} labelledBy="staff">
      {staff.map(member => (
        <StaffRow
          key={member.id}
          member={member}
          actions={
            changes &&
            (member.id === ownId ? (
              <span className={textStyles.muted}>This is you</span>
            ) : (
              <DisableManager member={member} />
            ))
          }
        />
      ))}
    </ResponsiveTable>
  </section>
)

/** `actions`: the actions for the manager, false if there are never any. */
const StaffRow = ({ member, actions }: { member: StaffMember; actions: ReactNode }) => (
  <tr role="row">
    <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
      {member.firstName} {member.lastName}
      <small className={textStyles.muted}>{member.email}</small>
    </th>
    <td role="cell" data-l="Role">
      {roleNames[member.role]}
    </td>
    <td role="cell" data-l="Status">
      <Status status={member.status} />
    </td>
    <td role="cell" data-l="Authenticator app">
      {member.totpEnabled ? 'On' : 'Off'}
    </td>
    <td role="cell" data-l="Last seen" className={`${textStyles.number} ${textStyles.noWrap}`}>
      {member.lastSeenAt === null ? 'Never' : showDay(member.lastSeenAt, browserTimeZone)}
    </td>
    {actions && (
      <td role="cell" className={responsiveTableStyles.fullWidth}>
        {actions}
      </td>
    )}
  </tr>
)

const statuses = {
  active: { tone: 'green', icon: 'check', word: 'Active' },
  invited: { tone: 'blue', icon: 'mail', word: 'Invited' },
  disabled: { tone: 'grey', icon: 'lock', word: 'Disabled' },
} as const satisfies Record<StaffMember['status'], object>

const Status = ({ status }: { status: StaffMember['status'] }) => {
  const { tone, icon, word } = statuses[status]
  return (
    <Pill tone={tone} icon={icon}>
      {word}
    </Pill>
  )
}

const actions = {
  active: {
    word: 'Disable',
    what: '',
    kind: 'danger',
    text: 'They are signed out at once, and so is any client account they have open. They cannot sign in until they are enabled again.',
  },
  disabled: {
    word: 'Enable',
    what: '',
    kind: 'primary',
    text: 'They can sign in again with the password and app they had.',
  },
  invited: {
    word: 'Withdraw',
    what: 'the invitation of ',
    kind: 'danger',
    text: 'The link in the email stops working at once. You can invite them again.',
  },
} as const satisfies Record<StaffMember['status'], object>

/** Disables or enables a manager, or withdraws an invitation, after confirmation. */
const DisableManager = ({ member }: { member: StaffMember }) => {
  const [asking, setAsking] = useState(false)
  const refresh = useInvalidate()
  const change = useApiMutation(client.staff.setDisabled, {
    onDone: () => {
      // The dialog restores the focus before the list changes, which may remove its opener.
      setAsking(false)
      void refresh([client.staff.list])
    },
  })
  const place = useFocusFallback('staff')
  const { word, what, kind, text } = actions[member.status]
  const whom = `${what}${member.firstName} ${member.lastName}`
  return (
    <div ref={place}>
      <Button
        size="small"
        aria-label={`${word} ${whom}`}
        onClick={() => {
          change.reset()
          setAsking(true)
        }}
      >
        {word}
      </Button>
      {asking && (
        <ConfirmDialog
          title={`${word} ${whom}?`}
          confirmLabel={word}
          variant={kind}
          busy={change.isPending}
          onConfirm={() => change.mutate({ managerId: member.id, disabled: member.status !== 'disabled' })}
          onClose={() => setAsking(false)}
        >
          <p className={textStyles.muted}>{text}</p>
          {change.error && <ErrorNote error={change.error} safe="Nothing was changed." />}
        </ConfirmDialog>
      )}
    </div>
  )
}

const names = { firstName: 'First name', lastName: 'Last name' }

/** Invites a manager by email, or lets an existing one reset password and app. */
const InviteForm = () => {
  // A sent form is replaced by an empty one.
  const [sent, setSent] = useState<{ times: number; to: string | null }>({ times: 0, to: null })
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="invite">
      <div>
        <h2 id="invite">Invite a manager</h2>
        <p className={textStyles.muted}>
          The link in the email is valid for 24 hours. To reset a manager’s password or app, send a new
          invitation.
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
  /** The previous form was sent while it had the focus. */
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
        name="email"
        label="Email"
        error={form.errors.email}
        type="email"
        autoComplete="off"
        autoFocus={again}
        required
      />
      <div className={layoutStyles.twoColumns}>
        <Field
          name="firstName"
          label="First name"
          error={form.errors.firstName}
          autoComplete="off"
          required
        />
        <Field name="lastName" label="Last name" error={form.errors.lastName} autoComplete="off" required />
      </div>
      <SelectField
        name="role"
        label="Role"
        error={form.errors.role}
        options={[
          { value: '', text: 'Choose' },
          ...managerRoles.map(role => ({ value: role, text: `${roleNames[role]}: ${roleHints[role]}` })),
        ]}
        required
      />
      <Button type="submit" variant="primary" size="big" block busy={invite.isPending} busyText="Inviting...">
        Send the invitation
      </Button>
    </form>
  )
}
