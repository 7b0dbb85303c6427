import { Bureau, BureauGlyph } from '#web/ui/Bureau.tsx'
import type { GridCell, GridPart, PaymentGrid } from '../payment-grid.ts'

/** One month of one bureau. The text stands in the cell, so colour says nothing alone. */
export const PayCell = ({ cell: { text, tone } }: { cell: GridCell }) => (
  <span className={text.length > 2 ? `pc ${tone} l${text.length}` : `pc ${tone}`}>{text}</span>
)

type PaymentTableProps = {
  part: GridPart
  caption: string
  /** Over the months; with them the table is the wide one, whose caption and bureau names differ. */
  years?: PaymentGrid['years']
}

/** Payment status by month, oldest to newest, one row a bureau. */
export const PaymentTable = ({ part, caption, years }: PaymentTableProps) => (
  <table className={years ? 'pg pg-w' : 'pg'}>
    <caption className={years && 'vh'}>{caption}</caption>
    <colgroup>
      <col />
    </colgroup>
    <thead>
      {years && (
        <tr>
          <td />
          {years.map(year => (
            <th key={year.text} className="yr" colSpan={year.months} scope="colgroup">
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
                <span className="vh">{row.bureau}</span>
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
