import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { Pill } from '#web/ui/Pill.tsx'
import responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import textStyles from '#web/ui/text.module.css'
import { showDollars } from '../../advice-text.ts'
import type { StaffLine } from '../../contract.ts'

const numbers = ['Age', 'Credit limit', 'Price', 'Slots'] as const
const heads = ['Name', ...numbers, 'Buy by', 'Changed'] as const

/** Tradelines on offer, one a row, as their supplier lists them. */
export const InventoryTable = ({ lines }: { lines: readonly StaffLine[] }) => (
  <ResponsiveTable headers={heads} labelledBy="tradelines" rightAligned={numbers}>
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
        <td role="cell" data-l="Buy by" className={`${textStyles.number} ${textStyles.noWrap}`}>
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
