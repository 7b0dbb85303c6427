import type { Bureau as BureauName } from '#values/bureau.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import textStyles from '#web/ui/text.module.css'
import type { PaymentGrid } from '../payment-grid.ts'
import fullReportStyles from './FullReport.module.css'
import paymentTableStyles from './PaymentTable.module.css'
import { PayCell, PaymentTable } from './PaymentTable.tsx'

type PaymentHistoryProps = { name: string; grid: PaymentGrid | null; columns: readonly BureauName[] }

/** The two-year payment history with its legend: one wide table, on a phone two of twelve months. */
export const PaymentHistory = ({ name, grid, columns }: PaymentHistoryProps) => (
  <div
    className={
      grid?.differs ? fullReportStyles.payments : `${fullReportStyles.payments} ${fullReportStyles.same}`
    }
  >
    <div className={fullReportStyles.paymentsHeader}>
      <h3>Two-Year payment history</h3>
      {grid?.differs && <Pill tone="amber">Bureaus differ</Pill>}
      {grid && (
        <ul className={paymentTableStyles.legend} aria-label="Legend">
          {grid.legend.map(cell => (
            <li key={cell.text}>
              <PayCell cell={cell} />
              {cell.label}
            </li>
          ))}
        </ul>
      )}
    </div>
    {grid ? (
      <>
        <PaymentTable
          part={grid}
          years={grid.years}
          caption={`${name}: payment status by month and bureau`}
        />
        <div className={paymentTableStyles.narrow}>
          <div className={`${layoutStyles.row} ${paymentTableStyles.keys}`} aria-hidden="true">
            {columns.map(bureau => (
              <Bureau key={bureau} bureau={bureau} />
            ))}
          </div>
          {grid.halves.map(half => (
            <PaymentTable key={half.caption} part={half} caption={half.caption} />
          ))}
        </div>
      </>
    ) : (
      <p className={textStyles.dim}>No history</p>
    )}
  </div>
)
