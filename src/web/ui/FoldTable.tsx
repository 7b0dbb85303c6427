import type { ReactNode } from 'react'

type FoldTableProps = {
  heads: readonly string[]
  /** Heads that stand at the right, above numbers. */
  right?: readonly string[]
  /** The id of the heading that names it. */
  labelledBy: string
  /** Beside the classes that every such table has. */
  className?: string
  /** The class of each column, where widths are set. */
  columns?: readonly string[]
  foot?: ReactNode
  /** Rows with the roles of their parts; `data-l` names a cell where the row is folded. */
  children: ReactNode
}

/** A table whose rows fold into cards where it is narrow. Roles are written out: what is folded would lose them. */
export const FoldTable = ({
  heads,
  right = [],
  labelledBy,
  className = '',
  columns = [],
  foot,
  children,
}: FoldTableProps) => (
  <table className={`tbl fold ${className}`.trimEnd()} role="table" aria-labelledby={labelledBy}>
    {columns.length > 0 && (
      <colgroup>
        {columns.map(column => (
          <col key={column} className={column} />
        ))}
      </colgroup>
    )}
    <thead role="rowgroup">
      <tr role="row">
        {heads.map(head => (
          <th key={head} scope="col" role="columnheader" className={right.includes(head) ? 'r' : undefined}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">{children}</tbody>
    {foot && <tfoot role="rowgroup">{foot}</tfoot>}
  </table>
)
