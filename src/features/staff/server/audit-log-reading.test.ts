import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointReply } from '#api/endpoint.ts'
import { auditEvents } from '#platform/db/tables.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { type NewManager, newManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'
import { dayIn } from '#values/dates.ts'
import type { auditLog } from '../audit-log-contract.ts'

type Page = EndpointReply<typeof auditLog.read>

const TIME_ZONE = 'America/New_York'
const DAY = 24 * 60 * 60_000

let app: TestApp
let agent: NewManager
let auditor: NewManager
let client: Tokens & { phoneNumber: string; userId: string }
beforeAll(async () => {
  app = await openApp()
  agent = await newManager(app, 'agent', { firstName: 'Ana', lastName: 'Ruiz' })
  client = await app.register({ firstName: 'Ivy', lastName: 'Quillfeather' })
  await app.send('GET', `/manager/clients/${client.userId}`, { as: agent })
  await app.send('POST', `/manager/toggle-max-plan/${client.userId}`, { as: agent, body: { enabled: true } })
  app.pass(2 * DAY)
  auditor = await newManager(app, 'auditor')
})
afterAll(() => app.close())

const read = async (query: Record<string, string> = {}, as: Tokens = auditor) =>
  app.send('GET', `/manager/audit-log?${new URLSearchParams(query)}`, { as })
const entries = async (query: Record<string, string>) => (await read(query)).json<Page>()
const eventsOf = async (query: Record<string, string>) =>
  (await entries(query)).data.map(({ event }) => event)

describe('the audit log', () => {
  it('can be read by manager, client and event, newest first', async () => {
    expect(await eventsOf({ managerId: agent.managerId, clientId: client.userId })).toEqual([
      'client_plan_changed',
      'client_page_read',
    ])
    const [entry] = (await entries({ event: 'client_plan_changed' })).data
    expect(entry).toMatchObject({
      title: 'Switched three-bureau access for the client',
      outcome: 'done',
      actor: 'manager',
      managerName: 'Ana Ruiz',
      clientId: client.userId,
    })
    expect(await eventsOf({ event: 'registered', clientId: agent.managerId })).toEqual([])
  })

  it('can be read by business days', async () => {
    const clientId = client.userId
    const then = dayIn(TIME_ZONE, new Date(app.now().getTime() - 2 * DAY))
    const between = dayIn(TIME_ZONE, new Date(app.now().getTime() - DAY))
    expect(await eventsOf({ clientId, event: 'registered', from: then, to: then })).toEqual(['registered'])
    expect(await eventsOf({ clientId, event: 'registered', from: between })).toEqual([])
    expect(await eventsOf({ clientId, event: 'registered', to: between })).toEqual(['registered'])
    expect(refusal(await read({ from: '2026-02-30' }))).toEqual([400, 'invalid_request'])
  })

  it('is paged completely, each entry once', async () => {
    const rows = Array.from({ length: 120 }, (_, n) => ({
      id: `0192f0c1-0000-7000-8000-${String(n).padStart(12, '0')}`,
      // Many at the same instant, then ordered by id.
      at: new Date(app.now().getTime() - Math.floor(n / 40) * 1000),
      act: 'goal_changed' as const,
      outcome: 'done',
      actor: 'user' as const,
      addressPrefix: '',
      requestId: client.userId,
      keptUntil: new Date(app.now().getTime() + DAY),
    }))
    await app.database.db.insert(auditEvents).values(rows)
    const seen: string[] = []
    for (let before: string | null = ''; before !== null; ) {
      const page: Page = await entries({ event: 'goal_changed', ...(before === '' ? {} : { before }) })
      seen.push(...page.data.map(({ id }) => id))
      before = page.next
    }
    const ordered = rows.toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.id.localeCompare(a.id))
    expect(seen).toEqual(ordered.map(({ id }) => id))
    expect(refusal(await read({ before: client.userId }))).toEqual([400, 'invalid_request'])
  })

  it('is exported as CSV with ids and codes, and no names of clients', async () => {
    const csv = await app.send('GET', `/manager/audit-log/csv?clientId=${client.userId}`, { as: auditor })
    expect(csv.headers['content-type']).toContain('text/csv')
    const lines = csv.body.split('\r\n')
    expect(lines[0]).toContain('"id","at","event"')
    expect(csv.body).toContain(`"client_plan_changed"`)
    expect(csv.body).toContain(agent.managerId)
    expect(csv.body).not.toContain('Quillfeather')
    expect(csv.body).not.toContain(client.phoneNumber)
  })

  it('records who read and exported it, and is refused to agents and leads', async () => {
    expect(await eventsOf({ managerId: auditor.managerId, event: 'audit_log_exported' })).toEqual([
      'audit_log_exported',
    ])
    expect(await eventsOf({ managerId: auditor.managerId, event: 'audit_log_read' })).not.toEqual([])
    for (const role of ['agent', 'lead'] as const)
      expect(refusal(await read({}, await newManager(app, role)))).toEqual([403, 'not_allowed'])
  })
})
