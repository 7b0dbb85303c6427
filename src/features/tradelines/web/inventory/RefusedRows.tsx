import cardStyles from '#web/ui/Card.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Synced } from '../../contract.ts'
import inventoryStyles from './inventory.module.css'

/** So many rows are read at a glance; more are folded away. */
const FEW = 5

const heads = ['Row', 'Id', 'Reason'] as const

/** The rows that were refused, each with its reason. Their lines are not on offer. */
export const RefusedRows = ({ synced: { refused, refusedRows } }: { synced: Synced }) => (
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
        <Rows rows={refusedRows} />
      </Disclosure>
    ) : (
      <Rows rows={refusedRows} />
    )}
  </section>
)

const Rows = ({ rows }: { rows: Synced['refusedRows'] }) => (
  <ResponsiveTable headers={heads} labelledBy="refused">
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
