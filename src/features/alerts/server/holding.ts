import { type Holding, jsonFile } from '#platform/holding.ts'
import { alertsOfPerson } from './store.ts'

/** What the person was told of; of all bureaus, since a plan limits what is shown and not what is held. */
export const alertsHolding: Holding = {
  name: 'alerts',
  files: async (db, vault, userId) => [
    jsonFile('alerts.json', await alertsOfPerson(db, vault, userId, 'max')),
  ],
}
