import { memo } from 'react'
import { accountAnchor } from '#features/reports/web/row-anchors.ts'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { AccountComparison, Cell, Chip, ComparedRow } from '../account-comparison.ts'
import type { ComparedAccount } from './comparison.ts'
import * as fullReportStyles from './FullReport.module.css'
import { PaymentHistory } from './PaymentHistory.tsx'
import { accountPlaces, DisputeLink, RowStates } from './RowActions.tsx'

const ChipPill = ({ chip }: { chip: Chip }) => (
  <Pill tone={chip.tone === 'plain' ? 'grey' : chip.tone} icon={chip.tone === 'red' ? 'warn' : undefined}>
    {chip.text}
  </Pill>
)

type CreditorCardProps = {
  compared: ComparedAccount
  columns: readonly BureauName[]
  /** The id of its heading line. */
  anchor: string
  hidden: boolean
  open: boolean
  onToggle: (key: string, opened: boolean) => void
}

/** Folded content stays in the page, so find in page, links to it and printing can open it. */
export const CreditorCard = memo(
  ({ compared, columns, anchor, hidden, open, onToggle }: CreditorCardProps) => (
    <details
      className={
        compared.differs
          ? `${cardStyles.card} ${cardStyles.flush} ${fullReportStyles.creditor}`
          : `${cardStyles.card} ${cardStyles.flush} ${fullReportStyles.creditor} ${fullReportStyles.same}`
      }
      hidden={hidden}
      open={open}
      onToggle={event => onToggle(compared.creditor.key, event.currentTarget.open)}
    >
      <Inside compared={compared} columns={columns} anchor={anchor} />
    </details>
  ),
)

const Inside = memo(
  ({ compared, columns, anchor }: Pick<CreditorCardProps, 'compared' | 'columns' | 'anchor'>) => {
    const { creditor, grid, linked, number } = compared
    return (
      <>
        <summary id={anchor}>
          <span className={fullReportStyles.title}>
            <h2>{creditor.name}</h2>
            <small>
              {creditor.subtitle}
              {number !== null && (
                <span className={`${textStyles.accountNumber} ${fullReportStyles.number}`}>{number}</span>
              )}
            </small>
          </span>
          <span className={fullReportStyles.chips}>
            {creditor.chips.map(chip => (
              <ChipPill key={chip.text} chip={chip} />
            ))}
          </span>
          <Icon name="chev" />
        </summary>
        <CreditorActions creditor={creditor} number={number} />
        <ComparisonTable creditor={creditor} columns={columns} linked={linked} />
        <PaymentHistory name={creditor.name} grid={grid} columns={columns} />
      </>
    )
  },
)

/** The state of a disputed account, or the links to dispute it. */
const CreditorActions = ({ creditor, number }: { creditor: AccountComparison; number: string | null }) => {
  const name = number === null ? creditor.name : `${creditor.name} ${number}`
  const places = accountPlaces(creditor.accounts)
  return (
    <div className={fullReportStyles.actions}>
      <RowStates places={places} name={name} />
      <DisputeLink type="account" places={places} name={name} />
    </div>
  )
}

const markOf = (creditor: AccountComparison, bureau: BureauName): string | null => {
  if (creditor.notReported.includes(bureau)) return 'Not reported'
  if (creditor.notStated.includes(bureau)) return 'Not stated'
  return creditor.shared.includes(bureau) ? 'Shared values' : null
}

/** Roles are explicit because on a phone the table is not displayed as one. */
const ComparisonTable = ({
  creditor,
  columns,
  linked,
}: {
  creditor: AccountComparison
  columns: readonly BureauName[]
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
