import responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import type { Dispute } from '../dispute-contract.ts'
import { DisputeRow } from './DisputeRow.tsx'
import styles from './DisputeTable.module.css'

const heads = ['Title', 'Status', 'Letters', 'Created', 'Actions'] as const

/** The disputes created so far, newest first as the server sends them. */
export const DisputeTable = ({ disputes }: { disputes: readonly Dispute[] }) => (
  <ResponsiveTable
    headers={heads}
    labelledBy="created"
    className={`${responsiveTableStyles.foldsWide} ${styles.table}`}
    columns={[styles.titleColumn, styles.statusColumn, undefined, styles.createdColumn, styles.actionsColumn]}
  >
    {disputes.map(dispute => (
      <DisputeRow key={dispute.id} dispute={dispute} />
    ))}
  </ResponsiveTable>
)
