import type { Client } from '../contract.ts'
import { ClientRow } from './ClientRow.tsx'

const heads = ['Name', 'Phone', 'Max Plan', 'Verification'] as const

/** Clients, one a row. */
export const ClientTable = ({
  clients,
  onOpen,
}: {
  clients: readonly Client[]
  onOpen: ((phoneNumber: string) => void) | null
}) => (
  <table className="tbl fold" role="table" aria-labelledby="clients">
    <thead role="rowgroup">
      <tr role="row">
        {[...heads, ...(onOpen ? ['Actions'] : [])].map(head => (
          <th key={head} scope="col" role="columnheader">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {clients.map(client => (
        <ClientRow key={client.id} client={client} onOpen={onOpen} />
      ))}
    </tbody>
  </table>
)
