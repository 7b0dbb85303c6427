import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { Pill } from '#web/ui/Pill.tsx'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import type { StaffLine } from '../../contract.ts'
import { showDollars } from '../../explain.ts'

const numbers = ['Age', 'Credit limit', 'Price', 'Slots'] as const
const heads = ['Name', ...numbers, 'Buy by', 'Changed'] as const

/** Tradelines on offer, one a row, as their supplier lists them. */
export const InventoryTable = ({ lines }: { lines: readonly StaffLine[] }) => (
  <ResponsiveTable headers={heads} labelledBy="tradelines" rightAligned={numbers}>
    {lines.map(line => (
      <tr key={line.id} role="row">
        <th scope="row" role="rowheader" className="w">
          {line.name}
          <small className="muted">
            {line.bank}, {line.supplierId}
          </small>
        </th>
        <td role="cell" data-l="Age" className="r nowrap">
          {line.ageYears.toFixed(1)} years
        </td>
        <td role="cell" data-l="Credit limit" className="r">
          {showDollars(line.creditLimit)}
        </td>
        <td role="cell" data-l="Price" className="r">
          {showDollars(line.price)}
        </td>
        <td role="cell" data-l="Slots" className="r">
          {line.slots}
        </td>
        <td role="cell" data-l="Buy by" className="num nowrap">
          {line.purchaseBy === null ? 'No day' : showDay(line.purchaseBy)}{' '}
          {line.isOver && <Pill icon="clock">Over</Pill>}
        </td>
        <td role="cell" data-l="Changed" className="num nowrap">
          {showDay(line.changedAt, browserTimeZone)}
        </td>
      </tr>
    ))}
  </ResponsiveTable>
)
