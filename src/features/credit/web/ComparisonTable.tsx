import type { Bureau as BureauName } from '#values/bureau.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import textStyles from '#web/ui/text.module.css'
import type { AccountComparison, Cell, ComparedRow } from '../account-comparison.ts'
import fullReportStyles from './FullReport.module.css'
import { accountAnchor } from './place-in-report.ts'

/** What a bureau's column head adds to its name. */
const markOf = (creditor: AccountComparison, bureau: BureauName): string | null => {
  if (creditor.notReported.includes(bureau)) return 'Not reported'
  if (creditor.notStated.includes(bureau)) return 'Not stated'
  return creditor.shared.includes(bureau) ? 'Shared values' : null
}

/** The seventeen rows of one creditor, one column a bureau. Roles are spelled out: on a phone it is no table box. */
export const ComparisonTable = ({
  creditor,
  columns,
  linked,
}: {
  creditor: AccountComparison
  columns: readonly BureauName[]
  /** Whether links to the account lead to this table's columns. */
  linked: boolean
}) => (
  <table className={fullReportStyles.comparison} role="table" data-bureaus={columns.length}>
    <caption className={textStyles.visuallyHidden}>{creditor.name}: account details by bureau</caption>
    <colgroup>
      <col />
      {columns.map(bureau => (
        <col key={bureau} />
      ))}
    </colgroup>
    <thead role="rowgroup">
      <tr role="row">
        <td role="cell">As reported</td>
        {columns.map(bureau => (
          <th
            key={bureau}
            scope="col"
            role="columnheader"
            id={linked ? accountAnchor(creditor.id, bureau) : undefined}
            tabIndex={linked ? -1 : undefined}
          >
            <Bureau bureau={bureau} /> <Mark text={markOf(creditor, bureau)} />
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {creditor.rows.map(row => (
        <Row key={row.label} row={row} />
      ))}
    </tbody>
  </table>
)

const Mark = ({ text }: { text: string | null }) => text !== null && <Pill>{text}</Pill>

const Row = ({ row }: { row: ComparedRow }) => (
  <tr
    role="row"
    className={
      [row.gap && fullReportStyles.gap, row.differs && fullReportStyles.differs].filter(Boolean).join(' ') ||
      undefined
    }
  >
    <th scope="row" role="rowheader">
      {row.label}
    </th>
    {row.cells.map(cell => (
      <Value key={cell.bureau} cell={cell} />
    ))}
  </tr>
)

const cellStyles: Readonly<Record<Exclude<Cell['style'], 'em' | 'bad'>, string | undefined>> = {
  plain: undefined,
  nil: fullReportStyles.missing,
  acct: `${textStyles.accountNumber} ${fullReportStyles.accountNumber}`,
}

const Value = ({ cell: { text, style } }: { cell: Cell }) => {
  if (style === 'em' || style === 'bad')
    return (
      <td role="cell">
        <span className={style === 'em' ? fullReportStyles.good : fullReportStyles.bad}>{text}</span>
      </td>
    )
  return (
    <td role="cell" className={cellStyles[style]}>
      {text}
    </td>
  )
}
