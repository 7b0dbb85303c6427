import { z } from 'zod'
import type { Chance } from '#test/support/chance.ts'
import { type Answer, ask } from './ask.ts'
import type { Rows } from './databases.ts'
import type { Arrival } from './open-load.ts'
import type { Person } from './people.ts'

/**
 * What people wrote and which responses they got. A write switches a person's plan and adds one row to the audit log with
 * the request id, so that every acknowledged write can be found.
 */
export type Ledger = {
  /** One write by a person who is not busy; null if everyone is. */
  write: Arrival
  /** One read of a person's own account. */
  read: Arrival
  /** How many writes were acknowledged. */
  count: () => number
  /** People for whom the product shows a different plan than they last wrote. */
  shownOtherwise: () => Promise<number>
  /** Why requests got no response, with how often: system error codes. */
  silences: () => ReadonlyMap<string, number>
  /** Compares the audit log with the acknowledged writes. */
  against: (rows: Rows) => { missing: number; twice: number }
}

/** The rows of the audit log that writes add. */
export const auditedWrites = `select request_id as id from audit_events where act = 'plan_changed'`

const Row = z.object({ id: z.string() })
const Shown = z.object({ maxPlanEnabled: z.boolean() })

/** Starts recording the writes that a server acknowledges to these people. */
export const createLedger = (url: string, people: readonly Person[]): Ledger => {
  const free = [...people]
  const plans = new Map<Person, { asked: boolean; acknowledged: boolean }>()
  const acknowledged: string[] = []
  const silences = new Map<string, number>()
  let readers = 0

  const statusOf = ({ status, trouble }: Answer) => {
    if (status === 0) silences.set(trouble, (silences.get(trouble) ?? 0) + 1)
    return status
  }

  const write: Arrival = async () => {
    const person = free.shift()
    if (!person) return null
    const asked = !(plans.get(person)?.asked ?? false)
    plans.set(person, { asked, acknowledged: false })
    const answer = await ask(`${url}/api/v1/user/max-plan`, {
      method: 'POST',
      token: person.token,
      body: { enabled: asked },
    })
    if (answer.status === 200) {
      plans.set(person, { asked, acknowledged: true })
      acknowledged.push(answer.requestId)
    }
    free.push(person)
    return statusOf(answer)
  }
  const infoOf = (person: Person) => ask(`${url}/api/v1/user/info`, { token: person.token })

  return {
    write,
    read: async () => {
      readers += 1
      const person = people[readers % people.length]
      return person ? statusOf(await infoOf(person)) : null
    },
    count: () => acknowledged.length,
    silences: () => silences,
    shownOtherwise: async () => {
      let otherwise = 0
      for (const [person, plan] of plans) {
        if (!plan.acknowledged) continue
        const { status, body } = await infoOf(person)
        if (status !== 200 || Shown.parse(JSON.parse(body)).maxPlanEnabled !== plan.asked) otherwise += 1
      }
      return otherwise
    },
    against: rows => {
      const ids = rows.map(row => Row.parse(row).id)
      const known = new Set(ids)
      return {
        missing: acknowledged.filter(id => !known.has(id)).length,
        twice: ids.length - known.size,
      }
    },
  }
}

/** The share of writes. */
const WRITES = 0.2

/** Reads and writes in the usual mix. */
export const mixed =
  ({ read, write }: Ledger, chance: Chance): Arrival =>
  () =>
    chance.is(WRITES) ? write() : read()
