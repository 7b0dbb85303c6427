import { Link } from '@tanstack/react-router'
import { ManagerLogin } from '#features/staff/web/ManagerLogin.tsx'
import { ManagerPage } from '#features/staff/web/ManagerPage.tsx'
import { mayServe } from '#features/staff/web/roles.ts'
import { StepHeading } from '#features/staff/web/StepHeading.tsx'
import { useAsk } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { SessionEnd } from '#web/SessionEnd.tsx'
import { useSession } from '#web/session.ts'
import { useTitle } from '#web/title.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { InventoryList } from './InventoryList.tsx'
import { RefusedRows } from './RefusedRows.tsx'
import { TakeOverCard } from './TakeOverCard.tsx'
import { useTakeOver } from './use-take-over.ts'
import './inventory.css'

/** The tradelines on offer, for staff: who may serve clients brings them up to date, an auditor reads them. */
export const InventoryScreen = () => {
  useTitle('Tradelines on offer')
  const { manager } = useSession()
  return manager ? <Inventory /> : <ManagerLogin problem="Please login as manager first" />
}

const Inventory = () => {
  const asked = useAsk(client.staff.me)
  const work = useTakeOver()
  const { data: manager, error } = asked
  const { synced } = work
  return (
    <ManagerPage
      top
      below={
        manager && (
          <div className="staff-wide">
            {synced && synced.refused > 0 && <RefusedRows synced={synced} />}
            <InventoryList />
          </div>
        )
      }
    >
      <SessionEnd who="m" kind="manager" asked={asked} />
      <div>
        <StepHeading>Tradelines on offer</StepHeading>
        <p className="muted">
          <Link to="/manager">Back to Client Access</Link>
        </p>
      </div>
      {manager === undefined && error === null && <Spinner />}
      {manager === undefined && error !== null && (
        <ErrorCard error={error} busy={asked.isFetching} onRetry={() => void asked.refetch()} />
      )}
      {manager && mayServe(manager.role) && <TakeOverCard work={work} />}
    </ManagerPage>
  )
}
