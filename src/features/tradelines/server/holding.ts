import { type Holding, jsonFile } from '#platform/holding.ts'
import { requestsOf } from './requests.ts'

/** The requests for tradelines. Their rows go with the person's own, the e-mails with her key. */
export const tradelinesHolding: Holding = {
  name: 'tradelines',
  files: async (db, vault, userId) => [
    jsonFile('tradelines/requests.json', (await requestsOf(db, vault, userId, null)).data),
  ],
}
