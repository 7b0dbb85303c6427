import { openApp } from '#test/support/app.ts'
import { followSession, sessionSchedules } from '#test/support/identity/session-model.ts'
import type { Scenario } from '../scenario.ts'
import { amount, tryAll } from './trial.ts'

/** The model of sessions that `npm test` follows, at length: the product's own functions on a real database. */
export const sessions: Scenario = {
  what: 'any schedule of refreshes and copied tokens leaves no session alive that was copied',
  options: { ...amount, runs: '1000' },
  run: async (given, report) => {
    const app = await openApp()
    given.later(() => app.close())
    const { userId } = await app.register()
    const ground = { db: app.database.db, keyring: app.keyring, userId }
    await tryAll(given, report, {
      inputs: sessionSchedules,
      act: schedule => followSession(ground, schedule),
      judge: end => end,
      bounded: false,
    })
  },
}
