import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import type { Dispute } from '../dispute-contract.ts'
import { DisputeRow } from './DisputeRow.tsx'

const heads = ['Title', 'Status', 'Letters', 'Created', 'Actions'] as const

/** The disputes created so far, newest first as the server sends them. */
export const DisputeTable = ({ disputes }: { disputes: readonly Dispute[] }) => (
  <ResponsiveTable
    headers={heads}
    labelledBy="created"
    className="foldw disp"
    columns={heads.map(head => `c-${head.toLowerCase()}`)}
  >
    {disputes.map(dispute => (
      <DisputeRow key={dispute.id} dispute={dispute} />
    ))}
  </ResponsiveTable>
)
