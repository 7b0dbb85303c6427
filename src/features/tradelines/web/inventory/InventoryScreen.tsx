import { Link } from '@tanstack/react-router'
import { ManagerLogin } from '#features/staff/web/ManagerLogin.tsx'
import { ManagerPage, StepHeading } from '#features/staff/web/ManagerPage.tsx'
import { mayServe } from '#features/staff/web/roles.ts'
import staffStyles from '#features/staff/web/staff.module.css'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { SessionExpiryNote } from '#web/SessionExpiryNote.tsx'
import { useSession } from '#web/session.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import textStyles from '#web/ui/text.module.css'
import { InventoryList } from './InventoryList.tsx'
import { RefusedRows } from './RefusedRows.tsx'
import { InventoryUpdateCard } from './TakeOverCard.tsx'
import { useInventoryUpdate } from './use-take-over.ts'

/** The tradelines on offer, for staff: who may serve clients brings them up to date, an auditor reads them. */
export const InventoryScreen = () => {
  useDocumentTitle('Tradelines on offer')
  const { manager } = useSession()
  return manager ? <Inventory /> : <ManagerLogin problem="Please login as manager first" />
}

const Inventory = () => {
  const asked = useApiQuery(client.staff.me)
  const work = useInventoryUpdate()
  const { data: manager, error } = asked
  const { synced } = work
  return (
    <ManagerPage
      top
      below={
        manager && (
          <div className={staffStyles.wide}>
            {synced && synced.refused > 0 && <RefusedRows synced={synced} />}
            <InventoryList />
          </div>
        )
      }
    >
      <SessionExpiryNote session="manager" kind="manager" info={asked} />
      <div>
        <StepHeading>Tradelines on offer</StepHeading>
        <p className={textStyles.muted}>
          <Link to="/manager">Back to Client Access</Link>
        </p>
      </div>
      {manager === undefined && error === null && <Spinner />}
      {manager === undefined && error !== null && (
        <ErrorCard error={error} busy={asked.isFetching} onRetry={() => void asked.refetch()} />
      )}
      {manager && mayServe(manager.role) && <InventoryUpdateCard work={work} />}
    </ManagerPage>
  )
}
