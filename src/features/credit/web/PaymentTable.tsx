import { Bureau, BureauGlyph } from '#web/ui/Bureau.tsx'
import textStyles from '#web/ui/text.module.css'
import type { GridCell, GridPart, PaymentGrid } from '../payment-grid.ts'
import styles from './PaymentTable.module.css'

const tones: Readonly<Record<GridCell['tone'], string | undefined>> = {
  ok: styles.ok,
  d30: styles.d30,
  d60: styles.d60,
  d90: styles.d90,
  u: styles.unknown,
  no: styles.none,
}

/** Longer texts are set smaller. */
const lengths: readonly (string | undefined)[] = [, , , styles.length3, styles.length4]

/** One month of one bureau. The text stands in the cell, so colour says nothing alone. */
export const PayCell = ({ cell: { text, tone } }: { cell: GridCell }) => (
  <span className={[styles.cell, tones[tone], lengths[text.length]].filter(Boolean).join(' ')}>{text}</span>
)

type PaymentTableProps = {
  part: GridPart
  caption: string
  /** Over the months; with them the table is the wide one, whose caption and bureau names differ. */
  years?: PaymentGrid['years']
}

/** Payment status by month, oldest to newest, one row a bureau. */
export const PaymentTable = ({ part, caption, years }: PaymentTableProps) => (
  <table className={years ? `${styles.grid} ${styles.wide}` : styles.grid}>
    <caption className={years && textStyles.visuallyHidden}>{caption}</caption>
    <colgroup>
      <col />
    </colgroup>
    <thead>
      {years && (
        <tr>
          <td />
          {years.map(year => (
            <th key={year.text} className={styles.year} colSpan={year.months} scope="colgroup">
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
