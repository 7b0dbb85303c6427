import { wordsOfAct } from '#api/acts.ts'
import { trailOf } from '#platform/audit/trail.ts'
import { type Holding, jsonFile } from '#platform/holding.ts'
import { accessLogOf } from './access-log.ts'

/** Who opened the account, and what was done with it. */
export const accountHolding: Holding = {
  name: 'account',
  files: async (db, vault, userId, now) => [
    jsonFile('access-log.json', await accessLogOf(db, vault, userId, now)),
    jsonFile(
      'audit.json',
      (await trailOf(db, userId)).map(({ at, act, outcome, actor, addressPrefix, requestId }) => ({
        at,
        act,
        title: wordsOfAct(act),
        outcome,
        actor,
        addressPrefix,
        requestId,
      })),
    ),
  ],
}
