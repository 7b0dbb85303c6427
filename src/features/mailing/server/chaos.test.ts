import { afterAll, expect, it } from 'vitest'
import { runMailChaos } from '#test/support/mailing/mail-chaos.ts'
import { createServerData } from '#test/support/own-database.ts'

let remove = async () => {}
afterAll(() => remove())

it('mails each letter once, those of disputes too, while servers are killed and the provider fails', async () => {
  const postgres = Boolean(process.env.TEST_DATABASE_URL)
  const data = await createServerData()
  remove = data.remove
  const seed = 1 + (Date.now() % 1_000_000)
  const { kills, lost, twice, changed, strange, otherBytes, wrongJobs } = await runMailChaos({
    sends: 60,
    disputes: 6,
    kills: postgres ? ['answered', 'anywhere', 'printing', 'recorded'] : ['answered', 'anywhere'],
    killForMs: 200_000,
    seed,
    servers: postgres ? 2 : 1,
    settings: data.settings,
    faster: 60,
    atOnce: 3,
    patienceMs: 120_000,
    say: () => undefined,
  })
  expect({ seed, lost, twice, changed, strange, otherBytes, wrongJobs }).toEqual({
    seed,
    lost: [],
    twice: [],
    changed: [],
    strange: [],
    otherBytes: 0,
    wrongJobs: [],
  })
  const expectedKills = { answered: 1, anywhere: 1, ...(postgres ? { printing: 1, recorded: 1 } : {}) }
  expect(kills).toEqual(expectedKills)
}, 400_000)
