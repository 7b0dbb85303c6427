import type { Dispute } from '../dispute-contract.ts'
import { DisputeRow } from './DisputeRow.tsx'

const heads = ['Title', 'Status', 'Letters', 'Created', 'Actions'] as const

/** The disputes created so far, newest first as the server sends them. */
export const DisputeTable = ({ disputes }: { disputes: readonly Dispute[] }) => (
  <table className="tbl fold foldw disp" role="table" aria-labelledby="created">
    <colgroup>
      {heads.map(head => (
        <col key={head} className={`c-${head.toLowerCase()}`} />
      ))}
    </colgroup>
    <thead role="rowgroup">
      <tr role="row">
        {heads.map(head => (
          <th key={head} scope="col" role="columnheader">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {disputes.map(dispute => (
        <DisputeRow key={dispute.id} dispute={dispute} />
      ))}
    </tbody>
  </table>
)
