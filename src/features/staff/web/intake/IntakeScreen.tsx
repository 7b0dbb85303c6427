import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { splitFormError } from '#features/identity/web/form-checks.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client as server } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice, ChoiceGroup } from '#web/ui/Choice.tsx'
import { ErrorSummary, Field, FieldError } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { StepHeading } from '../ManagerPage.tsx'
import { clientInvitationChecks } from '../manager-checks.ts'
import { mayServe } from '../roles.ts'
import { StaffOnly, StaffPage } from '../StaffPage.tsx'
import { InvitationList } from './InvitationList.tsx'

/** Inviting a person to become a client, and the unaccepted invitations. */
export const IntakeScreen = () => (
  <StaffOnly title="Invitations">
    <Intake />
  </StaffOnly>
)

const Intake = () => {
  const me = useApiQuery(server.staff.me)
  const { data: manager } = me
  const serves = manager !== undefined && mayServe(manager.role)
  return (
    <StaffPage me={me} list={serves && <InvitationList />}>
      <Link to="/manager" className={layoutStyles.backLink}>
        <Icon name="left" /> All clients
      </Link>
      <StepHeading>Invitations</StepHeading>
      <Pending queries={[me]} />
      {manager && !serves && <p className={textStyles.muted}>An auditor invites nobody.</p>}
      {serves && <InviteCard />}
    </StaffPage>
  )
}

type Sent = { times: number; to: string | null; textProblem: string | null }

const InviteCard = () => {
  // A sent form is replaced by an empty one.
  const [sent, setSent] = useState<Sent>({ times: 0, to: null, textProblem: null })
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="invite">
      <div>
        <h2 id="invite">Invite a client</h2>
        <p className={textStyles.muted}>
          Enter only this. The client adds the Social Security number, birth date, address and consents, and
          you never see the first two.
        </p>
      </div>
      {sent.to !== null && (
        <Note key={`sent-${sent.times}`} tone="green" role="status">
          {sent.to} is invited. The link is valid for 7 days.
        </Note>
      )}
      {sent.textProblem !== null && (
        <Note tone="amber" role="alert" title="The text did not go out">
          {sent.textProblem}
        </Note>
      )}
      <InviteForm
        key={sent.times}
        again={sent.times > 0}
        onSent={(to, textProblem) => setSent({ times: sent.times + 1, to, textProblem })}
      />
    </section>
  )
}

type InviteFormProps = {
  /** The previous form was sent while it had the focus. */
  again: boolean
  onSent: (to: string, textProblem: string | null) => void
}

const names = { firstName: 'First name', lastName: 'Last name' }

const InviteForm = ({ again, onSent }: InviteFormProps) => {
  const invite = useApiMutation(server.intake.invite, {
    refreshes: [server.intake.invitations],
    onDone: ({ invitation: { firstName, lastName }, textProblem }) =>
      onSent(`${firstName} ${lastName}`, textProblem),
  })
  const { refused, otherError } = splitFormError(invite.error, {
    phone_taken: 'phoneNumber',
    phone_not_served: 'phoneNumber',
    conflict: 'phoneNumber',
  })
  const form = useForm(
    clientInvitationChecks,
    ({ firstName = '', lastName = '', phoneNumber = '', email = '', ...ways }) =>
      invite.mutate({
        firstName,
        lastName,
        phoneNumber,
        email: email.trim(),
        byText: ways.byText === 'on',
        byEmail: ways.byEmail === 'on',
        askedForText: ways.askedForText === 'on',
      }),
    refused,
  )
  return (
    <form {...form.formProps}>
      {otherError && <ErrorNote error={otherError} safe="Nobody was invited." />}
      <ErrorSummary errors={form.errors} labels={names} summaryRef={form.summary} />
      <div className={layoutStyles.twoColumns}>
        <Field
          name="firstName"
          label="First name"
          error={form.errors.firstName}
          autoComplete="off"
          maxLength={40}
          autoFocus={again}
          required
        />
        <Field
          name="lastName"
          label="Last name"
          error={form.errors.lastName}
          autoComplete="off"
          maxLength={40}
          required
        />
      </div>
      <Field
        name="phoneNumber"
        label="Mobile number"
        error={form.errors.phoneNumber}
        type="tel"
        autoComplete="off"
        required
      />
      <Field
        name="email"
        label="Email"
        error={form.errors.email}
        type="email"
        autoComplete="off"
        maxLength={254}
        required
      />
      <ChoiceGroup name="byText" legend="Send the link by" error={form.errors.byText}>
        <Choice type="checkbox" id="byEmail" name="byEmail" title="Email" defaultChecked />
        <Choice type="checkbox" id="byText" name="byText" title="Text message" />
        {form.errors.askedForText && <FieldError id="askedForText-error" text={form.errors.askedForText} />}
        <Choice
          type="checkbox"
          id="askedForText"
          name="askedForText"
          title="They asked me for the text"
          hint="Needed for a text only."
        />
      </ChoiceGroup>
      <Button type="submit" variant="primary" size="big" block busy={invite.isPending} busyText="Inviting...">
        Send the invitation
      </Button>
    </form>
  )
}
