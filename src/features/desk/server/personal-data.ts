import { asc, eq } from 'drizzle-orm'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { roundClients, rounds } from './tables.ts'

/** Rounds in which staff prepared letters for the user. The rows are deleted with the user. */
export const deskPersonalData: PersonalDataSource = {
  name: 'desk',
  exportFiles: async (db, _keyring, userId) => {
    const { state, notifiedAt, text } = roundClients
    const own = await db
      .select({ begunAt: rounds.createdAt, step: rounds.step, state, notifiedAt, text })
      .from(roundClients)
      .innerJoin(rounds, eq(rounds.id, roundClients.roundId))
      .where(eq(roundClients.userId, userId))
      .orderBy(asc(roundClients.id))
    return own.length === 0 ? [] : [jsonExportFile('rounds.json', own)]
  },
}
