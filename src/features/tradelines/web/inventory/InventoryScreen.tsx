import { StepHeading } from '#features/staff/web/ManagerPage.tsx'
import { mayServe } from '#features/staff/web/roles.ts'
import { SearchableList } from '#features/staff/web/SearchableList.tsx'
import { StaffOnly, StaffPage } from '#features/staff/web/StaffPage.tsx'
import * as staffStyles from '#features/staff/web/staff.module.css'
import { showDay } from '#values/dates.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { showDollars } from '../../advice-text.ts'
import type { StaffLine, Synced } from '../../contract.ts'
import { InventoryUpdateCard, useInventoryUpdate } from './InventoryUpdateCard.tsx'
import * as inventoryStyles from './inventory.module.css'

/** For staff: those who serve clients can update the list, an auditor can only read it. */
export const InventoryScreen = () => (
  <StaffOnly title="Tradelines on offer">
    {isOffered('tradelines') ? <Inventory /> : <NotOffered />}
  </StaffOnly>
)

const NotOffered = () => (
  <StaffPage me={useApiQuery(client.staff.me)}>
    <StepHeading>Tradelines on offer</StepHeading>
    <p>Tradelines are not offered here.</p>
  </StaffPage>
)

const Inventory = () => {
  const me = useApiQuery(client.staff.me)
  const work = useInventoryUpdate()
  const { data: manager } = me
  const { synced } = work
  return (
    <StaffPage
      me={me}
      list={
        manager && (
          <div className={staffStyles.wide}>
            {synced && synced.refused > 0 && <RefusedRows synced={synced} />}
            <InventoryList />
          </div>
        )
      }
    >
      <StepHeading>Tradelines on offer</StepHeading>
      <Pending queries={[me]} />
      {manager && mayServe(manager.role) && <InventoryUpdateCard work={work} />}
    </StaffPage>
  )
}

const InventoryList = () => (
  <SearchableList
    what="tradelines"
    title="Tradelines"
    one="tradeline"
    icon="layers"
    call={client.tradelines.staffInventory}
    label="Name, bank or id"
    empty={{
      title: 'No tradelines on offer',
      text: 'They appear here after a supplier’s list is imported.',
    }}
    findsBy="Every word must be in the name, the bank or the supplier’s id."
  >
    {({ data, changedAt, sandbox }) => (
      <>
        <p className={inventoryStyles.source}>
          {sandbox && 'No supplier is connected, so syncing brings the sandbox’s invented list. '}
          {changedAt !== null && `Last changed ${showDay(changedAt, browserTimeZone)}.`}
        </p>
        <InventoryTable lines={data} />
      </>
    )}
  </SearchableList>
)

const numbers = ['Age', 'Credit limit', 'Price', 'Slots'] as const
const heads = ['Name', ...numbers, 'Available until', 'Changed'] as const

const InventoryTable = ({ lines }: { lines: readonly StaffLine[] }) => (
  <ResponsiveTable
    headers={heads}
    labelledBy="tradelines"
    rightAligned={numbers}
    className={responsiveTableStyles.foldsWide}
  >
    {lines.map(line => (
      <tr key={line.id} role="row">
        <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
          {line.name}
          <small className={textStyles.muted}>
            {line.bank}, {line.supplierId}
          </small>
        </th>
        <td role="cell" data-l="Age" className={`${responsiveTableStyles.alignEnd} ${textStyles.noWrap}`}>
          {line.ageYears.toFixed(1)} years
        </td>
        <td role="cell" data-l="Credit limit" className={responsiveTableStyles.alignEnd}>
          {showDollars(line.creditLimit)}
        </td>
        <td role="cell" data-l="Price" className={responsiveTableStyles.alignEnd}>
          {showDollars(line.price)}
        </td>
        <td role="cell" data-l="Slots" className={responsiveTableStyles.alignEnd}>
          {line.slots}
        </td>
        <td role="cell" data-l="Available until" className={`${textStyles.number} ${textStyles.noWrap}`}>
          {line.purchaseBy === null ? 'No day' : showDay(line.purchaseBy)}{' '}
          {line.isOver && <Pill icon="clock">Over</Pill>}
        </td>
        <td role="cell" data-l="Changed" className={`${textStyles.number} ${textStyles.noWrap}`}>
          {showDay(line.changedAt, browserTimeZone)}
        </td>
      </tr>
    ))}
  </ResponsiveTable>
)

/** More rows than this are collapsed. */
const FEW = 5

const refusedHeads = ['Row', 'Id', 'Reason'] as const

const RefusedRows = ({ synced: { refused, refusedRows } }: { synced: Synced }) => (
  <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="refused">
    <header>
      <div>
        <h2 id="refused">Refused rows ({refused})</h2>
        <p>
          Their tradelines are not on offer. Rows are counted without the line of column names.
          {refused > refusedRows.length && ` The first ${refusedRows.length} are named.`}
        </p>
      </div>
    </header>
    {refused > FEW ? (
      <Disclosure className={inventoryStyles.refused} summary="Show the refused rows">
        <RejectedRows rows={refusedRows} />
      </Disclosure>
    ) : (
      <RejectedRows rows={refusedRows} />
    )}
  </section>
)

const RejectedRows = ({ rows }: { rows: Synced['refusedRows'] }) => (
  <ResponsiveTable headers={refusedHeads} labelledBy="refused">
    {rows.map(({ row, supplierId, reason }) => (
      <tr key={row} role="row">
        <td role="cell" data-l="Row" className={textStyles.number}>
          {row}
        </td>
        <td role="cell" data-l="Id" className={inventoryStyles.id}>
          {supplierId ?? 'None'}
        </td>
        <td role="cell" data-l="Reason" className={responsiveTableStyles.fullWidth}>
          {reason}
        </td>
      </tr>
    ))}
  </ResponsiveTable>
)
