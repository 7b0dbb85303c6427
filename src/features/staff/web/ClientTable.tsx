import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
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
  <ResponsiveTable
    headers={[...heads, ...(onOpen ? ['Actions'] : [])]}
    labelledBy="clients"
    className="foldw"
  >
    {clients.map(client => (
      <ClientRow key={client.id} client={client} onOpen={onOpen} />
    ))}
  </ResponsiveTable>
)
