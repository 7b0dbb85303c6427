import { useLocation, useNavigate } from '@tanstack/react-router'
import { AuthPage } from '#features/identity/web/AuthPage.tsx'
import { storeInvitation } from '#features/identity/web/invitation.ts'
import { showPhone } from '#values/phone.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { serviceName } from '#web/service-name.ts'
import { Button } from '#web/ui/Button.tsx'
import * as descriptionListStyles from '#web/ui/DescriptionList.module.css'
import { Note } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import * as staffStyles from '../staff.module.css'

/** The page of a client's invitation: `/invitation#token`. The fragment is not sent to the server. */
export const InvitationScreen = () => {
  useDocumentTitle('Your invitation')
  const token = useLocation({ select: ({ hash }) => hash })
  return (
    <AuthPage>
      <h1>Your invitation to {serviceName}</h1>
      <Invitation token={token} />
    </AuthPage>
  )
}

const Invitation = ({ token }: { token: string }) => {
  const navigate = useNavigate()
  const found = useApiQuery(
    client.intake.open,
    { token },
    { enabled: token !== '', staleTime: Number.POSITIVE_INFINITY },
  )
  const { data, error } = found
  if (token === '' || error?.code === 'link_used' || error?.status === 400)
    return (
      <Note tone="red" title={error?.code === 'link_used' ? error.message : 'This link is incomplete.'}>
        Open the newest message that you got, or ask the person who invited you.
      </Note>
    )
  if (data === undefined) return <Pending queries={[found]} />
  const { firstName, lastName, email, phoneNumber, invitedBy } = data
  const begin = () => {
    storeInvitation({ invitation: token, firstName, lastName, email, phoneNumber: showPhone(phoneNumber) })
    void navigate({ to: '/register' })
  }
  return (
    <>
      <p className={standalonePageStyles.lead}>
        {invitedBy ?? serviceName} typed this about you. You can change it, and you add the rest yourself.
      </p>
      <dl className={descriptionListStyles.list}>
        <div>
          <dt>Name</dt>
          <dd>
            {firstName} {lastName}
          </dd>
        </div>
        <div>
          <dt>Mobile number</dt>
          <dd>{showPhone(phoneNumber)}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd className={staffStyles.link}>{email}</dd>
        </div>
      </dl>
      <p>
        We text a code to your phone first.
        {invitedBy !== null && ` ${invitedBy} will be responsible for you, and can be changed.`}
      </p>
      <Button variant="primary" size="big" block onClick={begin}>
        Create my account
      </Button>
    </>
  )
}
