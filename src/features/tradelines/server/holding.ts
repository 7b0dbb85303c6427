import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { listRequests } from './requests.ts'

/** The requests for tradelines. Their rows go with the person's own, the e-mails with her key. */
export const tradelinesPersonalData: PersonalDataSource = {
  name: 'tradelines',
  exportFiles: async (db, keyring, userId) => [
    jsonExportFile('tradelines/requests.json', (await listRequests(db, keyring, userId, null)).data),
  ],
}
