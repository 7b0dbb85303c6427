import { Link } from '@tanstack/react-router'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { SessionExpiryNote } from '#web/SessionExpiryNote.tsx'
import { useSession } from '#web/session.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { InviteForm } from './InviteForm.tsx'
import { ManagerLogin } from './ManagerLogin.tsx'
import { ManagerPage } from './ManagerPage.tsx'
import { mayChangeStaff } from './roles.ts'
import { StaffTable } from './StaffTable.tsx'
import { StepHeading } from './StepHeading.tsx'

/** Managers and open invitations: admins change them, auditors read them. */
export const StaffScreen = () => {
  useDocumentTitle('Managers')
  const { manager } = useSession()
  return manager ? <Staff /> : <ManagerLogin problem="Please login as manager first" />
}

const Staff = () => {
  const asked = useApiQuery(client.staff.me)
  const list = useApiQuery(client.staff.list)
  const { data: manager } = asked
  const error = list.error ?? asked.error
  const changes = manager !== undefined && mayChangeStaff(manager.role)
  return (
    <ManagerPage
      top
      below={
        manager &&
        list.data && (
          <div className="staff-wide">
            <StaffTable staff={list.data.data} ownId={manager.id} changes={changes} />
          </div>
        )
      }
    >
      <SessionExpiryNote session="m" kind="manager" info={asked} />
      <div>
        <StepHeading>Managers</StepHeading>
        <p className="muted">
          <Link to="/manager">Back to Client Access</Link>
        </p>
      </div>
      {error !== null && (
        <ErrorCard
          error={error}
          busy={list.isFetching}
          onRetry={() => {
            void asked.refetch()
            void list.refetch()
          }}
        />
      )}
      {error === null && (manager === undefined || list.data === undefined) && <Spinner />}
      {changes && <InviteForm />}
    </ManagerPage>
  )
}
