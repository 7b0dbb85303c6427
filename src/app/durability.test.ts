import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { User } from '#features/identity/contract.ts'
import { createServerData } from '#test/support/own-database.ts'
import { type NewUser, post, registerNewUser } from '#test/support/people/new-user.ts'
import { bareProduct, runServer } from '#test/support/run-server.ts'

/** What a writer knows about its account: what was acknowledged, and what was requested when the server died. */
type Ledger = { person: NewUser; acknowledged: boolean; asked: boolean }

const PlanSet = z.object({ user: User })

/** How often the server is killed; after the last time, it only shows what is there. */
const kills = 2
const writersPerRound = 5
const writesBeforeTheKill = 40

let settings: Record<string, string>
let remove: () => Promise<void>

beforeAll(async () => {
  const data = await createServerData()
  remove = data.remove
  settings = { ...data.settings, ...bareProduct }
})
afterAll(() => remove())

const storedUser = async (url: string, { accessToken }: NewUser) => {
  const answer = await fetch(`${url}/api/v1/user/info`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect(answer.status, 'the session of an acknowledged registration').toBe(200)
  return User.parse(await answer.json())
}

test('what was acknowledged before kill -9 is there after it, on the database under test', async () => {
  const ledgers: Ledger[] = []
  for (let round = 0; round <= kills; round++) {
    const server = await runServer(settings)
    for (const { person, acknowledged, asked } of ledgers) {
      const stored = await storedUser(server.url, person)
      expect(stored).toMatchObject({ phoneNumber: person.phoneNumber, lastName: person.lastName })
      expect([acknowledged, asked]).toContain(stored.maxPlanEnabled)
    }
    if (round === kills) {
      await server.end('SIGKILL')
      break
    }

    const kill = { asked: false, writes: 0, ended: Promise.resolve<number | null>(null) }
    const acknowledge = () => {
      kill.writes++
      if (kill.writes !== writesBeforeTheKill) return
      kill.asked = true
      kill.ended = server.end('SIGKILL')
    }
    const write = async (ledger: Ledger) => {
      const { person } = ledger
      while (!kill.asked) {
        ledger.asked = !ledger.acknowledged
        const answer = await post(server.url, '/user/max-plan', { enabled: ledger.asked }, person.accessToken)
        ledger.acknowledged = PlanSet.parse(answer).user.maxPlanEnabled
        acknowledge()
      }
    }
    const numbers = Array.from({ length: writersPerRound }, (_, each) => round * writersPerRound + each)
    const people = await Promise.all(numbers.map(number => registerNewUser(server.url, number)))
    const opened = people.map((person): Ledger => ({ person, acknowledged: false, asked: false }))
    ledgers.push(...opened)
    const broken = (await Promise.allSettled(opened.map(write))).flatMap(end =>
      end.status === 'rejected' ? String(end.reason) : [],
    )
    await kill.ended
    expect(kill.writes, broken.join('\n')).toBeGreaterThanOrEqual(writesBeforeTheKill)
  }
}, 300_000)
