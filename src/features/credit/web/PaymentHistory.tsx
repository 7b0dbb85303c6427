import type { Bureau as BureauName } from '#values/bureau.ts'
import { Bureau, BureauGlyph } from '#web/ui/Bureau.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { GridCell, GridPart, PaymentGrid } from '../payment-grid.ts'
import * as fullReportStyles from './FullReport.module.css'
import * as paymentTableStyles from './PaymentTable.module.css'

type PaymentHistoryProps = { name: string; grid: PaymentGrid | null; columns: readonly BureauName[] }

/** One wide table, or on narrow screens two of twelve months each. */
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

const tones: Readonly<Record<GridCell['tone'], string | undefined>> = {
  ok: paymentTableStyles.ok,
  d30: paymentTableStyles.d30,
  d60: paymentTableStyles.d60,
  d90: paymentTableStyles.d90,
  u: paymentTableStyles.unknown,
  no: paymentTableStyles.none,
}

/** Longer texts have a smaller font. */
const lengths: Readonly<Record<number, string | undefined>> = {
  3: paymentTableStyles.length3,
  4: paymentTableStyles.length4,
}

/** The text is in the cell, so the meaning does not depend on color. */
export const PayCell = ({ cell: { text, tone } }: { cell: GridCell }) => (
  <span className={[paymentTableStyles.cell, tones[tone], lengths[text.length]].filter(Boolean).join(' ')}>
    {text}
  </span>
)

type PaymentTableProps = {
  part: GridPart
  caption: string
  /** With years it is the wide table, which has another caption and other bureau names. */
  years?: PaymentGrid['years']
}

const PaymentTable = ({ part, caption, years }: PaymentTableProps) => (
  <table
    className={years ? `${paymentTableStyles.grid} ${paymentTableStyles.wide}` : paymentTableStyles.grid}
  >
    <caption className={years && textStyles.visuallyHidden}>{caption}</caption>
    <colgroup>
      <col />
    </colgroup>
    <thead>
      {years && (
        <tr>
          <td />
          {years.map(year => (
            <th key={year.text} className={paymentTableStyles.year} colSpan={year.months} scope="colgroup">
              {year.text}
            </th>
          ))}
        </tr>
      )}
      <tr>
        <td />
        {part.months.map(({ month, name }) => (
          <th key={month} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {part.rows.map(row => (
        <tr key={row.bureau}>
          <th scope="row">
            {years ? (
              <Bureau bureau={row.bureau} />
            ) : (
              <>
                <BureauGlyph bureau={row.bureau} />
                <span className={textStyles.visuallyHidden}>{row.bureau}</span>
              </>
            )}
          </th>
          {part.months.map(({ month }, at) => {
            const cell = row.cells[at]
            return <td key={month}>{cell && <PayCell cell={cell} />}</td>
          })}
        </tr>
      ))}
    </tbody>
  </table>
)
