import type { ReactNode } from 'react'
import * as styles from './ResponsiveTable.module.css'

type ResponsiveTableProps = {
  headers: readonly string[]
  /** Headers aligned to the right, above numbers. */
  rightAligned?: readonly string[]
  /** The id of the heading that names it. */
  labelledBy: string

  className?: string
  /** The class of each column that sets its width. */
  columns?: readonly (string | undefined)[]
  footer?: ReactNode
  /** Rows with the roles of their parts; `data-l` names a cell where the row is folded. */
  children: ReactNode
}

/** A table whose rows become cards on narrow screens. Roles are explicit, because `display: grid` would drop them. */
export const ResponsiveTable = ({
  headers,
  rightAligned = [],
  labelledBy,
  className = '',
  columns = [],
  footer,
  children,
}: ResponsiveTableProps) => (
  <table className={`${styles.table} ${styles.folds} ${className}`} role="table" aria-labelledby={labelledBy}>
    {columns.length > 0 && (
      <colgroup>
        {columns.map((column, at) => (
          <col key={headers[at]} className={column} />
        ))}
      </colgroup>
    )}
    <thead role="rowgroup">
      <tr role="row">
        {headers.map(head => (
          <th
            key={head}
            scope="col"
            role="columnheader"
            className={rightAligned.includes(head) ? styles.alignEnd : undefined}
          >
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">{children}</tbody>
    {footer && <tfoot role="rowgroup">{footer}</tfoot>}
  </table>
)
