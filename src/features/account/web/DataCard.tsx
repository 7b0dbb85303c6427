import type { UserInfo } from '#features/identity/contract.ts'
import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { ExportData } from './ExportData.tsx'

/** The person's data: a copy of all of it, and its end. */
export const DataCard = ({ user: { deletionAt } }: { user: UserInfo }) => (
  <section className="card stack-s" aria-labelledby="data">
    <h2 className="h3" id="data">
      Your data
    </h2>
    <ExportData />
    <hr className="pf-rule" />
    {deletionAt === null ? (
      <DeleteAccount />
    ) : (
      <p className="muted">Your account will be deleted on {showDay(deletionAt, browserTimeZone)}.</p>
    )}
  </section>
)
