import { client } from '#web/client.ts'
import { ClientTable } from './ClientTable.tsx'
import { SearchableList } from './FoundList.tsx'

/** The clients, newest first, to find by name, phone or email. `onOpen` is null for whoever may open none. */
export const ClientList = ({ onOpen }: { onOpen: ((phoneNumber: string) => void) | null }) => (
  <div className="staff-wide">
    <SearchableList
      what="clients"
      title="Clients"
      one="client"
      icon="users"
      call={client.staff.clients}
      label="Name, phone or email"
      empty={{ title: 'No clients yet', text: 'Clients appear here when they register.' }}
      findsBy="Whole words of a name are found, a whole phone number or a whole email address."
    >
      {({ data }) => <ClientTable clients={data} onOpen={onOpen} />}
    </SearchableList>
  </div>
)
