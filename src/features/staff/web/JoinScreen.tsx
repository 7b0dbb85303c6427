import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import { splitFormError } from '#features/identity/web/form-checks.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { type FormValues, useForm } from '#web/form.ts'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { serviceName } from '#web/service-name.ts'
import * as authenticatorStyles from '#web/ui/Authenticator.module.css'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { CodeField, ErrorSummary } from '#web/ui/Field.tsx'
import * as filePickerStyles from '#web/ui/FilePicker.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { staff } from '../contract.ts'
import { ManagerPage, StepHeading } from './ManagerPage.tsx'
import { codeChecks, passwordChecks, readTotp } from './manager-checks.ts'
import { PasswordField } from './PasswordField.tsx'
import { roleHints, roleNames } from './roles.ts'
import { TotpKey } from './TotpKey.tsx'

/** The page of an invitation link: `/manager/join#token`. The fragment is not sent to the server. */
export const JoinScreen = () => {
  useDocumentTitle('Join')
  const token = useLocation({ select: ({ hash }) => hash })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <ManagerPage>
      {codes === null ? <Join token={token} onJoined={setCodes} /> : <Joined codes={codes} />}
    </ManagerPage>
  )
}

const Join = ({ token, onJoined }: { token: string; onJoined: (codes: readonly string[]) => void }) => {
  const found = useApiQuery(
    client.staff.readInvitation,
    { token },
    { enabled: token !== '', staleTime: Number.POSITIVE_INFINITY },
  )
  const { data, error } = found
  if (token === '' || error?.code === 'link_used' || error?.status === 400) {
    return (
      <>
        <h1>Join {serviceName}</h1>
        <Note tone="red" title={error?.code === 'link_used' ? error.message : 'This link is incomplete.'}>
          Open the newest invitation that you were mailed, or ask an admin for another one.
        </Note>
      </>
    )
  }
  if (data === undefined) {
    return (
      <>
        <h1>Join {serviceName}</h1>
        <Pending queries={[found]} />
      </>
    )
  }
  return (
    <>
      <div>
        <h1>Join {serviceName}</h1>
        <p className={standalonePageStyles.lead}>
          {data.firstName} {data.lastName}, {data.email}
        </p>
        <p className={textStyles.muted}>
          {roleNames[data.role]}. {roleHints[data.role]}.
        </p>
      </div>
      <JoinForm token={token} invitation={data} onJoined={onJoined} />
    </>
  )
}

const Joined = ({ codes }: { codes: readonly string[] }) => {
  const [saved, setSaved] = useState(codes.length === 0)
  if (!saved) return <RecoveryCodes codes={codes} onSaved={() => setSaved(true)} />
  return (
    <>
      <StepHeading>You have joined</StepHeading>
      <Note tone="green" role="status">
        Your password is set. Sign in with it now.
      </Note>
      <Link {...buttonLook({ variant: 'primary', size: 'big', block: true })} to="/manager">
        Go to Manager Login
      </Link>
    </>
  )
}

type JoinFormProps = {
  token: string
  invitation: EndpointReply<typeof staff.readInvitation>
  onJoined: (recoveryCodes: readonly string[]) => void
}

const names = { password: 'Password' }

/** Sets the password and the authenticator app; the code proves that the app was set up correctly. */
const JoinForm = ({ token, invitation, onJoined }: JoinFormProps) => {
  const { totpRequired } = invitation
  const join = useApiMutation(client.staff.acceptInvitation, {
    onDone: ({ recoveryCodes }) => onJoined(recoveryCodes),
  })
  const { refused, otherError } = splitFormError(join.error, {
    weak_password: 'password',
    wrong_code: 'totp',
    totp_required: 'totp',
  })
  const withoutApp = (values: FormValues) => !totpRequired && readTotp(values) === ''
  const form = useForm(
    values => ({
      ...passwordChecks(values),
      ...(withoutApp(values) ? {} : codeChecks(values)),
    }),
    values => {
      const { password = '' } = values
      join.mutate({ token, password, ...(withoutApp(values) ? {} : { totp: readTotp(values) }) })
    },
    refused,
  )
  return (
    <form {...form.formProps}>
      {otherError && <ErrorNote error={otherError} />}
      <ErrorSummary errors={form.errors} labels={names} summaryRef={form.summary} />
      <input
        className={`${textStyles.visuallyHidden} ${filePickerStyles.input}`}
        type="email"
        name="username"
        autoComplete="username"
        value={invitation.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        hint="At least 15 characters. A few words that do not belong together are best; not your name or email."
        error={form.errors.password}
        autoComplete="new-password"
      />
      <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="app">
        <h2 className={textStyles.heading3} id="app">
          Authenticator app
        </h2>
        <TotpKey uri={invitation.totpUri} />
      </section>
      <CodeField
        name="totp"
        label="6-digit code"
        hint="From the app, after you added the account"
        optional={!totpRequired}
        error={form.errors.totp}
      />
      <Button type="submit" variant="primary" size="big" block busy={join.isPending} busyText="Joining...">
        Join
      </Button>
    </form>
  )
}

/** Codes that can replace the authenticator app, shown only once. */
const RecoveryCodes = ({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) => (
  <>
    <div>
      <StepHeading>Save your recovery codes</StepHeading>
      <p className={standalonePageStyles.lead}>Each code signs you in once when you do not have your app.</p>
    </div>
    <Note tone="sand" title="These codes are shown only now">
      Keep them where you keep your passwords, not on the device with the app.
    </Note>
    <div className={`${cardStyles.card} ${layoutStyles.stackSmall}`}>
      <ul className={`${authenticatorStyles.codes} ${textStyles.number}`} aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} />
    </div>
    <Button variant="primary" size="big" block onClick={onSaved}>
      I saved them
    </Button>
  </>
)
