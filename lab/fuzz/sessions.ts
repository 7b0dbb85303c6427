import { openApp } from '#test/support/app.ts'
import { followSession, sessionSchedules } from '#test/support/identity/session-model.ts'
import { openOwnDatabase } from '#test/support/own-database.ts'
import { postgresDatabase } from '../harness/databases.ts'
import type { Scenario } from '../scenario.ts'
import { amount, tryAll } from './trial.ts'

/** Every query reads all sessions of a user, so each batch of this many schedules uses a new user. */
const SCHEDULES_OF_A_USER = 500

/** The session model of `npm test` with many more schedules, using the product's functions on a real database. */
export const sessions: Scenario = {
  what: 'random schedules of refreshes and copied tokens end every session whose token was copied',
  options: { ...amount, runs: '1000', database: 'postgres' },
  run: async (given, report) => {
    const server = given.word('database') === 'embedded' ? null : await postgresDatabase()
    if (server) given.later(server.close)
    const app = await openApp({ own: await openOwnDatabase({ setTime: true, server: server?.cluster.url }) })
    given.later(() => app.close())
    let followed = 0
    let userId = ''
    await tryAll(given, report, {
      inputs: sessionSchedules,
      act: async schedule => {
        if (followed % SCHEDULES_OF_A_USER === 0) ({ userId } = await app.register())
        followed += 1
        return followSession({ db: app.database.db, keyring: app.keyring, userId }, schedule)
      },
      judge: end => end,
      bounded: false,
    })
  },
}
