import { useUser } from '#features/identity/web/session.ts'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Analytics } from '../contract.ts'
import * as fullReportStyles from './FullReport.module.css'
import * as styles from './PersonalTab.module.css'
import { buildPersonalRows, bureausOf, disputablePlaces, type PersonalRow } from './personal-rows.ts'
import { DisputeLink, RowStates } from './RowActions.tsx'

export const PersonalTab = ({ data }: { data: Analytics }) => {
  const people = data.fullReport?.personalInformation ?? []
  if (people.length === 0)
    return (
      <div className={cardStyles.card}>
        <EmptyState
          icon="user"
          title="No personal information found."
          action={data.fullReport === null && <GetReportActions />}
        >
          Personal information will appear here once your credit report is processed.
        </EmptyState>
      </div>
    )
  const columns = bureausOf(people)
  const rows = buildPersonalRows(people)
  const marked = rows.filter(row => markOf(row) !== null).length
  return (
    <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="personal">
      <header>
        <div>
          <h2 id="personal">Personal information</h2>
          <p>
            What each bureau has on file about you.{' '}
            {columns.length > 1 &&
              (marked === 0
                ? 'The bureaus agree.'
                : `${marked} of ${rows.length} rows ${marked === 1 ? 'is' : 'are'} not the same at every bureau.`)}
          </p>
        </div>
      </header>
      <PersonalTable rows={rows} columns={columns} />
    </section>
  )
}

const markOf = ({ differs, only }: PersonalRow): string | null => {
  if (differs) return 'Differs'
  return only === null ? null : `Only ${only}`
}

type PersonalTableProps = { rows: readonly PersonalRow[]; columns: readonly BureauName[] }

/** Roles are explicit because on a phone the table is not displayed as one. */
const PersonalTable = ({ rows, columns }: PersonalTableProps) => (
  <table
    className={`${fullReportStyles.comparison} ${styles.personal}`}
    role="table"
    aria-labelledby="personal"
    data-bureaus={columns.length}
  >
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
          <th key={bureau} scope="col" role="columnheader">
            <Bureau bureau={bureau} />
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map(row => (
        <Row key={row.key} row={row} columns={columns} />
      ))}
    </tbody>
  </table>
)

/** A phone number that breaks at its space, never at its hyphen. */
const PhoneText = ({ text }: { text: string }) => {
  const start = text.lastIndexOf(' ') + 1
  return (
    <>
      {text.slice(0, start)}
      <span className={textStyles.noWrap}>{text.slice(start)}</span>
    </>
  )
}

const Row = ({ row, columns }: { row: PersonalRow; columns: readonly BureauName[] }) => {
  const mark = markOf(row)
  const places = disputablePlaces(row, useUser())
  const name = [row.label, row.entries[0]?.text].join(' ')
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <DisputeLink type="personal-info" places={places} name={name} plain />
        {row.label} {mark !== null && <span className={styles.mark}>{mark}</span>}
        <RowStates places={places} name={name} />
      </th>
      {columns.map(bureau => {
        const entries = row.entries.filter(entry => entry.bureau === bureau)
        if (entries.length === 0)
          return (
            <td key={bureau} role="cell" className={fullReportStyles.missing}>
              {row.missing(bureau)}
            </td>
          )
        return (
          <td key={bureau} role="cell" className={mark === null ? undefined : styles.odd}>
            {entries.map(({ text, reported }) => (
              <span key={text}>
                {row.field === 'phones' ? <PhoneText text={text} /> : text}
                {reported !== null && <small className={textStyles.detail}>Reported {reported}</small>}
              </span>
            ))}
          </td>
        )
      })}
    </tr>
  )
}
