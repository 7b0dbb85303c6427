import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#test/support/run-server.ts'
import { ask } from '../harness/ask.ts'
import type { LabDatabase } from '../harness/databases.ts'
import { forEachDatabase } from '../harness/databases.ts'
import { keepSignedIn, MAX_PEOPLE, type Person, registerPeople } from '../harness/people.ts'
import { type Server, startServer } from '../harness/server.ts'
import type { Options } from '../scenario.ts'

/** The product under load as it is deployed, with its rate limits, behind a proxy that passes client addresses. */
export type RunningProduct = {
  url: string
  pid: number
  people: readonly Person[]
  metricsPort: number
  close: () => Promise<void>
}

/** The options of all loads, with their defaults. */
export const defaultOptions = { database: 'postgres', people: String(MAX_PEOPLE) } as const

/** Load scenarios wait for the disk as in production; the throwaway databases of other scenarios do not. */
const durable = ['fsync=on', 'full_page_writes=on']

/** The databases that `--database` names, each newly created and as durable as in production. */
export const durableDatabases = (
  { word }: Options,
  act: (database: LabDatabase) => Promise<void>,
): Promise<void> => forEachDatabase(word('database'), act, durable)

/** The arguments of the bare process; the embedded database allows one process, so this one gets its own database. */
export const bareSettings = ({ dataDir, settings }: LabDatabase): Record<string, string> => ({
  ...settings,
  ...('DATABASE_URL' in settings ? {} : { DATA_DIR: `${dataDir}/bare` }),
})

const REPORT_MS = 120_000

/** Consents to pulls for everyone and waits for the reports, so that reads return each person's own file. */
const fetchReports = async ({ url, printed }: Server, people: readonly Person[]) => {
  const until = performance.now() + REPORT_MS
  for (const { token, address } of people) {
    const body = { kind: 'reportAccess', given: true }
    const { status } = await ask(`${url}/api/v1/user/consents`, { method: 'POST', token, address, body })
    if (status !== 200) throw new Error(`a consent answered ${status}`)
  }
  for (const { token, address } of people) {
    const shown = () => ask(`${url}/api/v1/credit/history`, { token, address })
    let answer = await shown()
    while (!answer.body.includes('"reportTime"')) {
      if (performance.now() > until) {
        const { status, trouble, body } = answer
        throw new Error(`the reports did not come: ${status} ${trouble} ${body}\n${printed()}`)
      }
      await delay(200)
      answer = await shown()
    }
  }
}

/** Opens the product on a database, with people who have reports. */
export const openProduct = async (
  database: LabDatabase,
  { count, later }: Options,
): Promise<RunningProduct> => {
  const metricsPort = await freePort()
  const environment = {
    TRUST_PROXY: '1',
    METRICS_PORT: String(metricsPort),
    // Failed jobs log warnings.
    LOG_LEVEL: 'warn',
  }
  const server = await startServer({ ...database.settings, ...environment }, 'src/app/main.ts')
  later(server.kill)
  const people = await registerPeople(server.url, count('people'))
  await fetchReports(server, people)
  const signedIn = keepSignedIn(server.url, people)
  return {
    url: server.url,
    pid: server.pid(),
    people,
    metricsPort,
    close: async () => {
      await signedIn.stop()
      await server.end()
    },
  }
}
