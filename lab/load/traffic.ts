import type { Chance } from '#test/support/chance.ts'
import { ask } from '../harness/ask.ts'
import type { Arrival } from '../harness/open-load.ts'
import type { Person } from '../harness/people.ts'

/** Requests of one person after another, each from a different address. */

const draft = (text: string) => ({
  step: 'reasons',
  items: [{ key: 'freeze', bureaus: ['Experian'], reason: null, text, from: null, until: null }],
  documentIds: [],
})

/** One request to a route for a person; returns the status. */
type Asked = (person: Person) => Promise<number>

/** Routes by name: the lightest read, the report, a list, and an encrypted write. */
const routesOf = (url: string) => {
  let written = 0
  const reading =
    (path: string): Asked =>
    async ({ token, address }) =>
      (await ask(`${url}/api/v1${path}`, { token, address, headers: { 'accept-encoding': 'gzip' } })).status
  return {
    info: reading('/user/info'),
    analytics: reading('/credit/analytics'),
    alerts: reading('/alerts'),
    draft: async ({ token, address }: Person) => {
      written += 1
      const body = draft(`The balance is not mine, ${written}.`)
      const answer = await ask(`${url}/api/v1/dispute/draft/account`, { method: 'PUT', token, address, body })
      return answer.status
    },
  } satisfies Record<string, Asked>
}

export type RouteName = keyof ReturnType<typeof routesOf>
export const readings = ['info', 'analytics', 'alerts'] as const satisfies readonly RouteName[]

/** The share of writes. */
export const WRITES = 0.2

/** Arrivals distributed evenly over these routes, by one person after another. */
export const arrivalsAt = (
  url: string,
  people: readonly Person[],
  names: readonly [RouteName, ...RouteName[]],
  chance: Chance,
): Arrival => {
  const routes = routesOf(url)
  let turn = 0
  return async () => {
    turn += 1
    const person = people[turn % people.length]
    return person ? routes[chance.one(names)](person) : null
  }
}

/** Reads and writes in the usual mix. */
export const mixedArrivals = (url: string, people: readonly Person[], chance: Chance): Arrival => {
  const [read, write] = [
    arrivalsAt(url, people, readings, chance),
    arrivalsAt(url, people, ['draft'], chance),
  ]
  return () => (chance.is(WRITES) ? write() : read())
}
