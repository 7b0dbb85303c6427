import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointReply } from '#api/endpoint.ts'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { type NewManager, newManager } from '#test/support/people/new-manager.ts'
import { refusal, statusesOf } from '#test/support/refusal.ts'
import type { clients } from '../client-contract.ts'

type Page = EndpointReply<typeof clients.read>
type Shared = EndpointReply<typeof clients.shared>
type Tasks = EndpointReply<typeof clients.tasks>
type Note = EndpointReply<typeof clients.addNote>
type Task = EndpointReply<typeof clients.addTask>

let app: TestApp
let ana: NewManager
let ben: NewManager
let lead: NewManager
let admin: NewManager
let auditor: NewManager
beforeAll(async () => {
  app = await openApp()
  ana = await newManager(app, 'agent', { firstName: 'Ana', lastName: 'Ruiz' })
  ben = await newManager(app, 'agent', { firstName: 'Ben', lastName: 'Okafor' })
  lead = await newManager(app, 'lead', { firstName: 'Lea', lastName: 'Stone' })
  admin = await newManager(app, 'admin')
  auditor = await newManager(app, 'auditor')
})
afterAll(() => app.close())

const at = (clientId: string, rest = '') => `/manager/clients/${clientId}${rest}`
const read = async (as: Tokens, clientId: string) =>
  (await app.send('GET', at(clientId), { as })).json<Page>()
const assign = (as: Tokens, clientId: string, managerId: string | null, expected: string | null) =>
  app.send('PUT', at(clientId, '/manager'), { as, body: { managerId, expected } })
const list = async (as: Tokens, query: string) =>
  (await app.send('GET', `/manager/clients?${query}`, { as })).json<{ data: Page[]; next: string | null }>()
const audited = async (act: string, userId: string) => {
  const { rows } = await app.database.pool.query<{ manager_id: string; object_id: string | null }>(
    'select manager_id, object_id from audit_events where act = $1 and user_id = $2 order by at, id',
    [act, userId],
  )
  return rows
}

describe('who is responsible for a client', () => {
  it('is nobody at first, then the agent who takes them, and lists show it', async () => {
    const { userId } = await app.register()
    expect(await read(ana, userId)).toMatchObject({ responsible: null, access: 'serve' })
    expect((await list(ana, 'assigned=nobody')).data.map(({ id }) => id)).toContain(userId)

    const taken = await assign(ana, userId, ana.managerId, null)
    expect(taken.json()).toEqual({ responsible: { id: ana.managerId, name: 'Ana Ruiz', active: true } })
    expect((await list(ana, 'assigned=mine')).data).toMatchObject([
      { id: userId, responsible: { name: 'Ana Ruiz' } },
    ])
    expect(await list(ben, 'assigned=mine')).toEqual({ data: [], next: null })
    expect((await list(ben, 'assigned=nobody')).data.map(({ id }) => id)).not.toContain(userId)
    expect((await list(ben, '')).data.map(({ id }) => id)).toContain(userId)
    expect(await audited('client_assigned', userId)).toEqual([
      { manager_id: ana.managerId, object_id: ana.managerId },
    ])
  })

  it('is refused to the slower of two concurrent changes, with who is responsible now', async () => {
    const { userId } = await app.register()
    const both = await Promise.all([
      assign(ana, userId, ana.managerId, null),
      assign(ben, userId, ben.managerId, null),
    ])
    expect(statusesOf(both)).toEqual([200, 409])
    const { responsible } = await read(lead, userId)
    const refused = both.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({
      code: 'conflict',
      message: `${responsible?.name} is responsible for this client now. Reload the page and decide again.`,
    })
    expect(await audited('client_assigned', userId)).toHaveLength(1)
    // A lead who has not seen the change is refused too, and assigns once they have.
    expect(refusal(await assign(lead, userId, lead.managerId, null))).toEqual([409, 'conflict'])
    const moved = await assign(lead, userId, lead.managerId, responsible?.id ?? '')
    expect(moved.json()).toMatchObject({ responsible: { name: 'Lea Stone' } })
    expect((await assign(lead, userId, null, lead.managerId)).json()).toEqual({ responsible: null })
  })

  it('can be changed by an agent only for an unassigned client, and only to themselves', async () => {
    const { userId } = await app.register()
    expect(refusal(await assign(ana, userId, ben.managerId, null))).toEqual([403, 'not_allowed'])
    await assign(ana, userId, ana.managerId, null)
    expect(refusal(await assign(ben, userId, ben.managerId, ana.managerId))).toEqual([403, 'not_allowed'])
    expect(refusal(await assign(auditor, userId, auditor.managerId, ana.managerId))).toEqual([
      403,
      'not_allowed',
    ])
    expect((await read(ben, userId)).responsible?.name).toBe('Ana Ruiz')
  })

  it('must be an active agent, lead or admin', async () => {
    const { userId } = await app.register()
    for (const managerId of [auditor.managerId, '0192f0c1-0000-7000-8000-0000000000ff']) {
      const answer = await assign(lead, userId, managerId, null)
      expect(answer.json()).toMatchObject({
        code: 'invalid_request',
        fields: { managerId: 'Choose an active agent, lead or admin' },
      })
    }
    expect((await read(lead, userId)).responsible).toBeNull()
  })

  it('is nobody, with the former manager shown, while that manager is disabled', async () => {
    const cleo = await newManager(app, 'agent', { firstName: 'Cleo', lastName: 'Marsh' })
    const [kept, retaken] = [await app.register(), await app.register()]
    for (const { userId } of [kept, retaken]) await assign(cleo, userId, cleo.managerId, null)
    const disable = (disabled: boolean) =>
      app.send('PATCH', `/manager/staff/${cleo.managerId}`, { as: admin, body: { disabled } })
    await disable(true)
    expect((await read(lead, kept.userId)).responsible).toEqual({
      id: cleo.managerId,
      name: 'Cleo Marsh',
      active: false,
    })
    expect((await list(lead, 'assigned=nobody')).data.map(({ id }) => id)).toContain(kept.userId)
    await assign(ana, retaken.userId, ana.managerId, null)
    await disable(false)
    expect((await read(lead, kept.userId)).responsible).toMatchObject({ name: 'Cleo Marsh', active: true })
    expect((await read(lead, retaken.userId)).responsible).toMatchObject({ name: 'Ana Ruiz', active: true })
  })
})

it('the access log shows once an hour that a manager read the page, and the audit log contains each time', async () => {
  const client = await app.register()
  for (const rest of ['', '/notes', '/tasks', '']) await app.send('GET', at(client.userId, rest), { as: ana })
  const { data } = (await app.send('GET', '/user/access-log', { as: client })).json<{
    data: { managerName: string; acts: { title: string }[] }[]
  }>()
  expect(data.map(({ managerName, acts }) => [managerName, ...acts.map(({ title }) => title)])).toEqual([
    ['Ana Ruiz', 'Read the client’s page, notes and tasks'],
  ])
  const { rows } = await app.database.pool.query(
    "select 1 from audit_events where act = 'client_page_read' and object_id = $1",
    [client.userId],
  )
  expect(rows).toHaveLength(4)
})

describe('notes and tasks', () => {
  it('are readable by staff, encrypted at rest, and readable by the client if shared', async () => {
    const client = await app.register()
    const { userId } = client
    const write = (text: string, shared: boolean) =>
      app.send('POST', at(userId, '/notes'), { as: ana, body: { text, shared } })
    const hidden = 'Prefers to be called after 6 pm.\nAsked twice about Meridian.'
    expect((await write(hidden, false)).json<Note>()).toMatchObject({ text: hidden, author: 'Ana Ruiz' })
    await write('We wait for Experian until December 4.', true)
    const notes = (await app.send('GET', at(userId, '/notes'), { as: ben })).json<{ data: Note[] }>()
    expect(notes.data.map(({ text, shared }) => [text, shared])).toEqual([
      ['We wait for Experian until December 4.', true],
      [hidden, false],
    ])

    const todo = { text: 'Call about the proof of address', dueOn: '2026-12-01', shared: true }
    const added = await app.send('POST', at(userId, '/tasks'), {
      as: ana,
      body: { ...todo, assigneeId: ben.managerId },
    })
    const { id } = added.json<Task>()
    await app.send('POST', at(userId, '/tasks'), {
      as: ana,
      body: { ...todo, text: 'Ask a lead', dueOn: '2026-11-25', assigneeId: lead.managerId, shared: false },
    })
    const done = await app.send('PATCH', at(userId, `/tasks/${id}`), { as: ben, body: { done: true } })
    expect(done.json()).toMatchObject({ doneBy: 'Ben Okafor', assignee: { name: 'Ben Okafor' } })
    const tasks = (await app.send('GET', at(userId, '/tasks'), { as: ana })).json<Tasks>()
    expect(tasks.open.map(({ text }) => text)).toEqual(['Ask a lead'])
    expect(tasks.done.map(({ text }) => text)).toEqual([todo.text])

    const shared = (await app.send('GET', '/user/staff-notes', { as: client })).json<Shared>()
    expect(shared).toMatchObject({
      responsible: null,
      notes: [{ text: 'We wait for Experian until December 4.', author: 'Ana Ruiz' }],
      tasks: [{ text: todo.text, author: 'Ana Ruiz', dueOn: '2026-12-01' }],
    })
    expect(JSON.stringify(shared)).not.toContain(ben.managerId)
    expect(await storedText(app)).not.toContain('Prefers to be called')
    expect(await audited('client_note_added', userId)).toHaveLength(2)
    expect(await audited('client_task_added', userId)).toHaveLength(2)
    expect(await audited('client_task_changed', userId)).toEqual([
      { manager_id: ben.managerId, object_id: id },
    ])
  })

  it('can be changed only by their author, and keep earlier texts', async () => {
    const client = await app.register()
    const { userId } = client
    const add = { text: 'Sent the ID on Monday.', shared: false }
    const { id } = (await app.send('POST', at(userId, '/notes'), { as: ana, body: add })).json<Note>()
    const change = (as: Tokens, body: object) =>
      app.send('PATCH', at(userId, `/notes/${id}`), { as, body: { shared: false, ...body } })
    const refused = await change(lead, { text: 'Never sent anything.' })
    expect(refused.json()).toMatchObject({
      code: 'not_allowed',
      message: 'Only the manager who wrote this note can change it. Add a note of your own.',
    })
    app.pass(60_000)
    const until = app.now().toISOString()
    const text = 'Sent the ID on Tuesday.'
    expect((await change(ana, { text, shared: true })).json()).toMatchObject({
      text,
      shared: true,
      editedAt: until,
      earlier: [{ text: add.text, until }],
      mine: true,
    })
    const [seen] = (await app.send('GET', at(userId, '/notes'), { as: ben })).json<{ data: Note[] }>().data
    expect(seen).toMatchObject({ text, mine: false, earlier: [{ text: add.text }] })
    const shared = await app.send('GET', '/user/staff-notes', { as: client })
    expect(shared.json<Shared>().notes).toMatchObject([{ text, editedAt: until }])
    expect(shared.body).not.toContain('Monday')
    expect(await storedText(app)).not.toContain('Sent the ID')
    expect(await audited('client_note_changed', userId)).toEqual([
      { manager_id: ana.managerId, object_id: id },
    ])
    const other = await app.register()
    const elsewhere = { as: ana, body: { text, shared: true } }
    expect(refusal(await app.send('PATCH', at(other.userId, `/notes/${id}`), elsewhere))).toEqual([
      404,
      'not_found',
    ])
    for (let n = 2; n <= 20; n += 1) await change(ana, { text: `Version ${n}` })
    expect(refusal(await change(ana, { text: 'Once more' }))).toEqual([409, 'conflict'])
  })

  it('are listed in pages, newest first', async () => {
    const { userId } = await app.register()
    for (let n = 1; n <= 21; n += 1)
      await app.send('POST', at(userId, '/notes'), { as: ana, body: { text: `Note ${n}`, shared: false } })
    type Notes = { data: Note[]; next: string | null }
    const first = (await app.send('GET', at(userId, '/notes'), { as: ana })).json<Notes>()
    expect(first.data.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, n) => `Note ${21 - n}`))
    const second = await app.send('GET', at(userId, `/notes?before=${first.next}`), { as: ana })
    expect(second.json<Notes>()).toMatchObject({ data: [{ text: 'Note 1' }], next: null })
  })

  it('refuse invalid input without changing anything', async () => {
    const { userId } = await app.register()
    const other = await app.register()
    const good = { text: 'Call', dueOn: '2026-12-01', assigneeId: ana.managerId, shared: false }
    const add = (body: object) => app.send('POST', at(userId, '/tasks'), { as: ana, body })
    for (const bad of [
      { ...good, text: ' ' },
      { ...good, dueOn: '2026-02-30' },
      { ...good, assigneeId: auditor.managerId },
    ])
      expect(refusal(await add(bad))).toEqual([400, 'invalid_request'])
    expect((await app.send('GET', at(userId, '/tasks'), { as: ana })).json<Tasks>()).toEqual({
      open: [],
      done: [],
    })
    const { id } = (await add(good)).json<Task>()
    const elsewhere = await app.send('PATCH', at(other.userId, `/tasks/${id}`), {
      as: ana,
      body: { done: true },
    })
    expect(refusal(elsewhere)).toEqual([404, 'not_found'])
    expect((await app.send('GET', at(userId, '/tasks'), { as: ana })).json<Tasks>().open).toHaveLength(1)
  })
})
