import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { listAlerts } from './store.ts'

/** What the person was told of; of all bureaus, since a plan limits what is shown and not what is held. */
export const alertsPersonalData: PersonalDataSource = {
  name: 'alerts',
  exportFiles: async (db, keyring, userId) => [
    jsonExportFile('alerts.json', await listAlerts(db, keyring, userId, 'max')),
  ],
}
