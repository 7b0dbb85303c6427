import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dispute } from '#features/disputes/dispute-contract.ts'
import { answersDueTask } from '#features/disputes/server/answer-clock.ts'
import { answersDue } from '#features/disputes/server/tables.ts'
import { users } from '#features/identity/server/tables.ts'
import { reportPulls } from '#features/reports/server/tables.ts'
import { clientTasks } from '#features/staff/server/tables.ts'
import { tradelineRequests } from '#features/tradelines/server/tables.ts'
import { documentReviews } from '#features/verification/server/tables.ts'
import { newId } from '#platform/ids.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { postDispute } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { type NewManager, newManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'
import { dayIn } from '#values/dates.ts'
import type { WorkItem } from '../contract.ts'
import { managerFilters, type WorkKind, workKinds } from '../work-kinds.ts'
import { listWork } from './work-queue.ts'

const DAY = 86_400_000

let app: TestApp
let agent: NewManager
beforeAll(async () => {
  app = await openApp()
  agent = await newManager(app, 'agent')
})
afterAll(() => app.close())

type Page = { data: WorkItem[]; next: string | null }
const read = async (query = '') => {
  const answer = await app.send('GET', `/manager/work?limit=100${query}`, { as: agent })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<Page>()
}
const counts = async () =>
  (await app.send('GET', '/manager/work/counts', { as: agent })).json<{ counts: Record<WorkKind, number> }>()
    .counts
const workOf = async (clientId: string, query = '') =>
  (await read(query)).data.filter(item => item.clientId === clientId)

let clients = 0
type NewClient = Tokens & { userId: string; phoneNumber: string }
const newClient = async (): Promise<NewClient> => {
  clients += 1
  return app.register({ streetAddress: '418 Alder Street', email: `client-${clients}@example.com` })
}

const freeze = { action: 'place', bureaus: ['TransUnion'] }
/** Mails a freeze letter, whose confirmation is due 3 and 5 business days after delivery. */
const mailFreeze = async (client: NewClient) => {
  const { id, letters } = await postDispute(app, client, 'freeze', freeze)
  const sent = await app.send('POST', `/dispute/${id}/send-physical`, { as: client, body: {} })
  if (sent.statusCode !== 200) throw new Error(sent.body)
  return { disputeId: id, letterId: letters[0]?.id ?? '' }
}
const move = async (letterId: string, event: string) => {
  const moved = await app.send('POST', `/sandbox/letters/${letterId}/events`, {
    from: '127.0.0.1',
    body: { event },
  })
  if (moved.statusCode !== 200) throw new Error(moved.body)
  await app.app.jobs.enqueue(app.database.db, answersDueTask, {})
  await app.work()
}

const addRequest = async (client: NewClient, createdAt = app.now()) => {
  const [id, bytes] = [newId(), Buffer.from('sealed')]
  const sealed = { content: bytes, contentMac: bytes, emailId: newId() }
  await app.database.db.insert(tradelineRequests).values({ id, userId: client.userId, ...sealed, createdAt })
  return id
}
const addFailedPull = async (client: NewClient, endedAt = app.now(), requestedAt = endedAt) => {
  const id = newId()
  const row = { id, userId: client.userId, state: 'failed', attempts: 1, requestedAt, endedAt } as const
  await app.database.db.insert(reportPulls).values(row)
  return id
}

describe('every kind of work', () => {
  it.each<
    [
      WorkKind,
      (client: NewClient) => Promise<() => Promise<Awaited<ReturnType<TestApp['send']>> | undefined>>,
      object,
    ]
  >([
    [
      'answer',
      async client => {
        const { disputeId, letterId } = await mailFreeze(client)
        await move(letterId, 'delivered')
        const { items } = (await app.send('GET', `/dispute/${disputeId}`, { as: client })).json<Dispute>()
        const on = dayIn('America/New_York', app.now())
        return () =>
          app.send('PUT', `/dispute/${disputeId}/outcome`, {
            as: client,
            body: { itemId: items[0]?.id, bureau: 'TransUnion', outcome: 'no_answer', on },
          })
      },
      { estimated: false, since: null, dispute: { type: 'freeze', recipients: ['TransUnion'] } },
    ],
    [
      'returned',
      async client => {
        const { letterId } = await mailFreeze(client)
        await move(letterId, 'returned')
        return () =>
          app.send('POST', `/dispute/letter/${letterId}/mail-again`, {
            as: client,
            body: { reason: 'The address is right now.' },
          })
      },
      { dueOn: null, dispute: { type: 'freeze', recipients: ['TransUnion'] } },
    ],
    [
      'confirmation',
      async client => {
        const manager = await startImpersonation(app, client.userId, 'The client asked for a freeze.')
        const { id } = await postDispute(app, manager, 'freeze', freeze)
        return () => app.send('POST', `/dispute/${id}/attest`, { as: client, body: { attested: true } })
      },
      { dueOn: null, dispute: { type: 'freeze', recipients: ['TransUnion'] } },
    ],
    [
      'review',
      async client => {
        const id = newId()
        const { db } = app.database
        const row = { id, userId: client.userId, state: 'waiting', requestedAt: app.now() } as const
        await db.insert(documentReviews).values(row)
        return async () => {
          const decided = { state: 'refused', decidedAt: app.now() } as const
          await db.update(documentReviews).set(decided).where(eq(documentReviews.id, id))
          return undefined
        }
      },
      { dueOn: null, dispute: null },
    ],
    [
      'pull',
      async client => {
        await addFailedPull(client)
        return async () => {
          const requestedAt = new Date(app.now().getTime() + 1)
          const row = {
            id: newId(),
            userId: client.userId,
            state: 'asked',
            attempts: 0,
            requestedAt,
          } as const
          await app.database.db.insert(reportPulls).values(row)
          return undefined
        }
      },
      { dueOn: null, dispute: null },
    ],
    [
      'tradelines',
      async client => {
        const id = await addRequest(client)
        return () => app.send('POST', `/manager/work/tradelines/${id}/handled`, { as: agent, body: {} })
      },
      { dueOn: null, dispute: null },
    ],
    [
      'task',
      async client => {
        const path = `/manager/clients/${client.userId}/tasks`
        const dueOn = dayIn('America/New_York', app.now())
        const body = { text: 'Call about the ID.', dueOn, assigneeId: agent.managerId, shared: false }
        const made = await app.send('POST', path, { as: agent, body })
        const { id } = made.json<{ id: string }>()
        return () => app.send('PATCH', `${path}/${id}`, { as: agent, body: { done: true } })
      },
      { since: null, text: 'Call about the ID.', responsible: { active: true } },
    ],
  ])('%s appears with its due date and disappears once done', async (kind, begin, shown) => {
    const client = await newClient()
    expect(await workOf(client.userId)).toEqual([])
    const before = await counts()
    const finish = await begin(client)
    const expected = { kind, firstName: 'Invented', phoneNumber: client.phoneNumber, ...shown }
    expect(await workOf(client.userId)).toMatchObject([expected])
    expect(await workOf(client.userId, `&kind=${kind}`)).toHaveLength(1)
    const other = workKinds.find(one => one !== kind)
    expect(await workOf(client.userId, `&kind=${other}`)).toEqual([])
    if (kind !== 'answer' && kind !== 'task') expect((await counts())[kind]).toBe(before[kind] + 1)
    const finished = await finish()
    if (finished !== undefined) expect(finished.body).not.toContain('"code"')
    expect(await workOf(client.userId)).toEqual([])
  })
})

describe('an answer', () => {
  it('is estimated until delivery, due only after its day, and leaves the queue after half a year', async () => {
    const client = await newClient()
    const { letterId } = await mailFreeze(client)
    await move(letterId, 'mailed')
    const [estimated] = await workOf(client.userId)
    expect(estimated).toMatchObject({ kind: 'answer', estimated: true })
    await move(letterId, 'delivered')
    const [item] = await workOf(client.userId)
    expect(item).toMatchObject({ estimated: false, since: null, overdue: false })
    const dueOn = item?.dueOn ?? ''
    expect(await workOf(client.userId, '&due=now')).toEqual([])
    const until = (new Date(`${dueOn}T12:00:00Z`).getTime() - app.now().getTime()) / DAY
    app.pass(until * DAY)
    agent = await newManager(app, 'agent')
    expect(await workOf(client.userId, '&due=now')).toEqual([])
    expect(await workOf(client.userId, '&due=week')).toHaveLength(1)
    app.pass(DAY)
    agent = await newManager(app, 'agent')
    expect(await workOf(client.userId, '&due=now')).toMatchObject([{ overdue: true, mayBeInTime: false }])
    for (const lastOn of [dayIn('America/New_York', app.now()), null]) {
      await app.database.db.update(answersDue).set({ lastOn }).where(eq(answersDue.letterId, letterId))
      expect(await workOf(client.userId, '&due=now')).toMatchObject([{ overdue: true, mayBeInTime: true }])
    }
    app.pass(185 * DAY)
    agent = await newManager(app, 'agent')
    expect(await workOf(client.userId)).toEqual([])
  })
})

describe('the queue', () => {
  it('is paged without loss or repetition if many items have the same time', async () => {
    const client = await newClient()
    const at = app.now()
    for (let n = 0; n < 7; n += 1) await addRequest(client, n < 5 ? at : new Date(at.getTime() - n * DAY))
    await addFailedPull(client, at, at)
    const review = { id: newId(), userId: client.userId, state: 'waiting', requestedAt: at } as const
    await app.database.db.insert(documentReviews).values(review)
    const { letterId } = await mailFreeze(client)
    await move(letterId, 'delivered')
    const whole = (await read()).data.map(({ kind, id }) => `${kind} ${id}`)
    expect(whole.length).toBeGreaterThanOrEqual(10)
    for (const limit of [1, 2, 3]) {
      const seen: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const { data, next }: Page = (
          await app.send(
            'GET',
            `/manager/work?limit=${limit}${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`,
            { as: agent },
          )
        ).json<Page>()
        seen.push(...data.map(({ kind, id }) => `${kind} ${id}`))
        after = next
      }
      expect(seen).toEqual(whole)
    }
  })

  it.each<['agent' | 'lead', string, string[]]>([
    ['agent', 'all', ['mine', 'unassigned', 'my task']],
    ['agent', 'mine', ['mine', 'my task']],
    ['agent', 'unassigned', ['unassigned']],
    ['lead', 'all', ['mine', 'others', 'unassigned', 'my task', 'their task']],
    ['lead', 'mine', ['mine', 'my task']],
    ['lead', 'unassigned', ['unassigned']],
  ])('shows %s limited to own clients, of %s, the work of %j', async (role, managerFilter, expected) => {
    const [me, other] = [newId(), newId()]
    const { db } = app.database
    const names = new Map<string, string>()
    const clientOf = async (responsibleManagerId: string | null) => {
      const client = await newClient()
      await db.update(users).set({ responsibleManagerId }).where(eq(users.id, client.userId))
      return client
    }
    const of = { mine: await clientOf(me), others: await clientOf(other), unassigned: await clientOf(null) }
    for (const [name, client] of Object.entries(of)) names.set(await addRequest(client), name)
    for (const [name, assigneeId] of [
      ['my task', me],
      ['their task', other],
    ] as const) {
      const row = { userId: of.others.userId, authorId: other, assigneeId, content: Buffer.from('sealed') }
      const id = newId()
      const day = dayIn('America/New_York', app.now())
      await db.insert(clientTasks).values({ id, ...row, dueOn: day, shared: false, createdAt: app.now() })
      names.set(id, name)
    }
    const filter = {
      kinds: workKinds,
      due: 'all',
      managerFilter: managerFilters.find(one => one === managerFilter) ?? 'all',
      manager: { managerId: me, role },
      policy: { agentsServe: 'own' },
    } as const
    const today = { now: app.now(), timeZone: 'America/New_York' }
    const found = await listWork(db, filter, today, { last: null, limit: 1_000 })
    expect(await listWork(db, filter, today, { last: null, limit: 1_000, few: 0 })).toEqual(found)
    await db.delete(clientTasks).where(eq(clientTasks.authorId, other))
    expect(found.flatMap(({ id }) => names.get(id) ?? []).toSorted()).toEqual(expected.toSorted())
  })

  it('has no letters to mail if users mail themselves', async () => {
    const client = await newClient()
    await app.send('POST', '/user/consents', { as: client, body: { kind: 'staffMailing', given: true } })
    await postDispute(app, client, 'freeze', freeze)
    expect(await workOf(client.userId)).toEqual([])
    expect(await counts()).not.toHaveProperty('mailing')
  })

  it('leaves out clients whose account is to be deleted', async () => {
    const client = await newClient()
    await addRequest(client)
    const { db } = app.database
    await db.update(users).set({ deletionAskedAt: app.now() }).where(eq(users.id, client.userId))
    expect(await workOf(client.userId)).toEqual([])
  })

  it('counts to at most 100', async () => {
    const client = await newClient()
    for (let n = 0; n < 105; n += 1) await addRequest(client)
    expect((await counts()).tradelines).toBe(100)
  })

  it.each(['x', 'now|tradelines|1', '2026-01-01T00:00:00.000Z|naps|0192f1c4-0000-7000-8000-00000000abcd'])(
    'refuses %s as a place',
    async after => {
      const answer = await app.send('GET', `/manager/work?after=${encodeURIComponent(after)}`, { as: agent })
      expect(refusal(answer)).toEqual([400, 'invalid_request'])
    },
  )
})
