import { SearchableList } from '#features/staff/web/SearchableList.tsx'
import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { InventoryTable } from './InventoryTable.tsx'
import inventoryStyles from './inventory.module.css'

/** The lines on offer, the cheapest first, to find by name, bank or id, with where they come from. */
export const InventoryList = () => (
  <SearchableList
    what="tradelines"
    title="Tradelines"
    one="tradeline"
    icon="layers"
    call={client.tradelines.staffInventory}
    label="Name, bank or id"
    empty={{
      title: 'No tradelines on offer',
      text: 'They appear here when a supplier’s list was taken over.',
    }}
    findsBy="Every word must stand in the name, the bank or the supplier’s id."
  >
    {({ data, changedAt, sandbox }) => (
      <>
        <p className={inventoryStyles.source}>
          {sandbox && 'No supplier is connected, so syncing brings the sandbox’s invented list. '}
          {changedAt !== null && `Last changed ${showDay(changedAt, browserTimeZone)}.`}
        </p>
        <InventoryTable lines={data} />
      </>
    )}
  </SearchableList>
)
