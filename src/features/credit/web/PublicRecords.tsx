import type { FullReport } from '#features/reports/contract.ts'
import { recordAnchor } from '#features/reports/web/row-anchors.ts'
import { showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { publicRecordsAnchor } from './tabs.ts'

type PublicRecord = FullReport['publicRecords'][number]

const heads = ['Record', 'Bureau', 'Filed', 'Court', 'Case number', 'Amount', 'Outcome'] as const

export const PublicRecords = ({ records }: { records: readonly PublicRecord[] }) => (
  <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby={publicRecordsAnchor}>
    <header>
      <h2 id={publicRecordsAnchor} tabIndex={-1}>
        Public records
      </h2>
      <p>
        Court records that a bureau lists, such as a bankruptcy. We do not write letters about them: if one is
        wrong, write to the bureau and enclose the court papers.
      </p>
    </header>
    <ResponsiveTable
      headers={heads}
      labelledBy={publicRecordsAnchor}
      className={responsiveTableStyles.foldsWide}
    >
      {records.map(record => (
        <PublicRecordRow key={`${record.id} ${record.bureau}`} record={record} />
      ))}
    </ResponsiveTable>
  </section>
)

const PublicRecordRow = ({ record }: { record: PublicRecord }) => {
  const outcome = [record.disposition, showDate(record.disposed)].filter(part => part !== null).join(', ')
  return (
    <tr role="row" id={recordAnchor(record.id, record.bureau)} tabIndex={-1}>
      <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
        {record.type}
        {record.plaintiff !== null && (
          <small className={textStyles.detail}>Plaintiff: {record.plaintiff}</small>
        )}
      </th>
      <td role="cell" data-l="Bureau">
        <Bureau bureau={record.bureau} />
      </td>
      <td role="cell" data-l="Filed" className={textStyles.number}>
        {showDate(record.filed) ?? '-'}
      </td>
      <td role="cell" data-l="Court">
        {record.court ?? '-'}
      </td>
      <td role="cell" data-l="Case number" className={textStyles.number}>
        {record.caseNumber ?? '-'}
      </td>
      <td role="cell" data-l="Amount" className={textStyles.number}>
        {record.amount === null ? '-' : showMoney(record.amount)}
      </td>
      <td role="cell" data-l="Outcome">
        {outcome || '-'}
        {record.removalDate !== null && (
          <small className={textStyles.detail}>
            Bureau says it stops reporting {showDate(record.removalDate)}
          </small>
        )}
      </td>
    </tr>
  )
}
