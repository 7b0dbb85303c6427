import { and, desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { users, userWords } from '#features/identity/server/tables.ts'
import { auditEvents } from '#platform/db/tables.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { type ConsentingUser, registerConsentingUser } from '#test/support/people/consenting-user.ts'
import { type NewManager, newManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'
import { parseClientSearch } from './clients.ts'

const nobody = '0192f1c4-0000-7000-8000-00000000abcd'

let app: TestApp
let agent: NewManager
let auditor: NewManager
const ids: Record<string, string> = {}
beforeAll(async () => {
  app = await openApp()
  agent = await newManager(app, 'agent')
  auditor = await newManager(app, 'auditor')
  for (const [firstName, middleName, lastName, email] of [
    ['Ana', 'María', 'O’Neill-Vega', 'Ana.Vega@mail.example'],
    ['Ben', '', 'Vega', 'ben@mail.example'],
    ['Ana', '', 'Solberg', 'solberg@mail.example'],
    ['Zoë', '', 'Nakamura', 'zoe@mail.example'],
  ] as const) {
    app.pass(60_000)
    const { userId } = await app.register({ firstName, middleName, lastName, email })
    ids[email] = userId
  }
})
afterAll(() => app.close())

type Found = { data: { id: string; firstName: string; lastName: string }[]; next: string | null }
const searchClients = async (query: string, as = agent) =>
  (await app.send('GET', `/manager/clients?query=${encodeURIComponent(query)}`, { as })).json<Found>()
const newestAct = async () =>
  (await app.database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)))[0]

describe('the list of clients', () => {
  it('is rate limited: a full page costs four reads, and a refusal is in the audit log', async () => {
    const reader = await newManager(app, 'agent')
    const page = () => app.send('GET', '/manager/clients?limit=100', { as: reader })
    expect((await page()).statusCode).toBe(200)
    const { rows } = await app.database.db.execute(
      sql`update rate_limits set points = points + 593
        where key like ${`clientList%${reader.managerId}`} returning points`,
    )
    expect(rows).toEqual([{ points: 597 }])
    expect(refusal(await page())).toEqual([429, 'rate_limited'])
    expect(await newestAct()).toMatchObject({
      act: 'clients_listed',
      outcome: 'rate_limited',
      managerId: reader.managerId,
    })
    expect(app.logged()).toContain('a manager reads on and on in the list of clients')
  })

  it('shows every client, newest first, with only what staff may see', async () => {
    const { data, next } = await searchClients('')
    expect(next).toBeNull()
    expect(data.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
      'Zoë Nakamura',
      'Ana Solberg',
      'Ben Vega',
      'Ana O’Neill-Vega',
    ])
    expect(data[0]).toEqual({
      id: ids['zoe@mail.example'],
      firstName: 'Zoë',
      lastName: 'Nakamura',
      email: 'zoe@mail.example',
      phoneNumber: '+12135551004',
      subscription: false,
      enrolled: false,
      skippedVerification: true,
      identitySource: null,
      createdAt: app.now().toISOString(),
      responsible: null,
    })
  })

  it.each([
    ['', ['Nakamura', 'Solberg', 'Vega', 'O’Neill-Vega']],
    ['query=ana', ['Solberg', 'O’Neill-Vega']],
    ['query=vega%20ana', ['O’Neill-Vega']],
    ['assigned=nobody', ['Nakamura', 'Solberg', 'Vega', 'O’Neill-Vega']],
    ['assigned=mine', []],
  ])('is paged, each client once: %s', async (query, names) => {
    const read: string[] = []
    for (let before: string | null = ''; before !== null; ) {
      const path = `/manager/clients?limit=1&${query}${before === '' ? '' : `&before=${before}`}`
      const page: Found = (await app.send('GET', path, { as: agent })).json<Found>()
      read.push(...page.data.map(({ lastName }) => lastName))
      expect(page.data.length).toBeLessThanOrEqual(1)
      before = page.next
    }
    expect(read).toEqual(names)
  })

  it.each([
    'limit=0',
    'limit=101',
    'limit=1.5',
    'before=1',
    'offset=25',
    'limit=many',
    'limit=',
    `query=${'x'.repeat(121)}`,
    'page=2',
  ])('refuses %s', async query => {
    expect(refusal(await app.send('GET', `/manager/clients?${query}`, { as: agent }))).toEqual([
      400,
      'invalid_request',
    ])
  })

  it.each([
    ['ana', ['Solberg', 'O’Neill-Vega']],
    ['VEGA', ['Vega', 'O’Neill-Vega']],
    ['vega ana', ['O’Neill-Vega']],
    ['maría', ['O’Neill-Vega']],
    ['zoë', ['Nakamura']],
    ['zoe\u0308', ['Nakamura']],
    ['veg', ['Vega', 'O’Neill-Vega']],
    ['neil an', []],
    ['neil ana', ['O’Neill-Vega']],
    ['ega', []],
    ['ve', []],
    ['ana nakamura', []],
    ['%', []],
    ['ana.vega@MAIL.example', ['O’Neill-Vega']],
    ['vega@mail.example', []],
  ])('finds by %j clients with these words or prefixes of at least three letters', async (query, names) => {
    const { data } = await searchClients(query)
    expect(data.map(({ lastName }) => lastName)).toEqual(names)
  })

  it('finds by prefix clients that an earlier release indexed by whole words', async () => {
    const { db } = app.database
    await db.update(users).set({ beginningsIndexed: false })
    await db.delete(userWords)
    expect((await searchClients('naka')).data).toEqual([])
    for (const tidy of app.app.cleanupTasks) await tidy(db, app.now())
    expect((await searchClients('naka')).data.map(({ lastName }) => lastName)).toEqual(['Nakamura'])
  })

  it('finds a phone number in any format, but no part of one', async () => {
    const [{ phoneNumber } = { phoneNumber: '' }] = (await searchClients('solberg')).data.map(client => ({
      phoneNumber: '',
      ...client,
    }))
    const local = phoneNumber.slice(2)
    for (const typed of [phoneNumber, local, `(${local.slice(0, 3)}) ${local.slice(3, 6)}-${local.slice(6)}`])
      expect((await searchClients(typed)).data).toMatchObject([{ lastName: 'Solberg' }])
    for (const typed of [local.slice(3), '+442071838750', '00000000000000'])
      expect(await searchClients(typed)).toEqual({ data: [], next: null })
  })

  it('is open to auditors, and each read is in the audit log', async () => {
    expect((await searchClients('', auditor)).data).toHaveLength(4)
    expect(await newestAct()).toMatchObject({
      act: 'clients_listed',
      managerId: auditor.managerId,
      outcome: 'done',
    })
  })
})

describe('a client on a page of the list', () => {
  it('sees this in the access log, once an hour per manager', async () => {
    const reader = await newManager(app, 'agent')
    const [seen, unseen] = [await app.register({ lastName: 'Quist' }), await app.register()]
    const listings = async (as: typeof seen) =>
      (await app.send('GET', '/user/access-log', { as }))
        .json<{ data: { scope: string | null; acts: { title: string }[] }[] }>()
        .data.filter(({ acts }) => acts.some(({ title }) => title === 'Read a list of clients'))
    await searchClients('quist', reader)
    await searchClients('quist', reader)
    expect(await listings(seen)).toHaveLength(1)
    expect(await listings(unseen)).toHaveLength(0)
    await searchClients('quist', await newManager(app, 'agent'))
    expect(await listings(seen)).toHaveLength(2)
  })
})

describe('the plan of a client', () => {
  const setPlan = (id: string, enabled: boolean, as = agent) =>
    app.send('POST', `/manager/toggle-max-plan/${id}`, { as, body: { enabled } })

  it('can be switched by a manager, which the client’s audit log shows', async () => {
    const id = ids['ben@mail.example'] ?? ''
    for (const enabled of [true, false]) {
      expect((await setPlan(id, enabled)).json()).toEqual({ success: true })
      expect((await searchClients('ben')).data).toMatchObject([{ subscription: enabled }])
    }
    expect(await app.database.db.select().from(auditEvents).where(eq(auditEvents.userId, id))).toContainEqual(
      expect.objectContaining({ act: 'client_plan_changed', actor: 'manager', managerId: agent.managerId }),
    )
  })

  it('is refused for an unknown client, an auditor or a user', async () => {
    expect(refusal(await setPlan(nobody, true))).toEqual([404, 'not_found'])
    expect(refusal(await setPlan('x', true))).toEqual([404, 'not_found'])
    expect(refusal(await setPlan(ids['ben@mail.example'] ?? '', true, auditor))).toEqual([403, 'not_allowed'])
    const person = await app.register()
    const own = await app.send('POST', `/manager/toggle-max-plan/${person.userId}`, {
      as: person,
      body: { enabled: true },
    })
    expect(refusal(own)).toEqual([403, 'not_allowed'])
  })
})

describe('a verification link', () => {
  const why = 'Asked how to verify who they are'
  const link = (id: string, as: NewManager = agent) =>
    app.send('GET', `/manager/identityiq-link/${id}`, { as })
  const open = (phoneNumber: string, reason?: string, as: NewManager = agent) =>
    app.send('POST', '/manager/user-login-as-manager', {
      as,
      body: { phoneNumber, ...(reason && { reason }) },
    })
  const logOf = async (person: ConsentingUser) =>
    (await app.send('GET', '/user/access-log', { as: person })).json<{
      data: { scope: string | null; reason: string | null; acts: { title: string }[] }[]
    }>().data

  it('can be created only while the account is open with a reason, and the client sees it', async () => {
    const person = await registerConsentingUser(app)
    expect(refusal(await link(person.userId))).toEqual([422, 'reason_needed'])
    await open(person.phoneNumber)
    expect(refusal(await link(person.userId))).toEqual([422, 'reason_needed'])
    const other = await registerConsentingUser(app)
    await open(other.phoneNumber, why)
    expect(refusal(await link(person.userId))).toEqual([422, 'reason_needed'])
    await open(person.phoneNumber, why)
    const { success, link: made } = (await link(person.userId)).json<{ success: boolean; link: string }>()
    expect([success, made.split('#')[0]]).toEqual([true, 'http://127.0.0.1:3000/sandbox/portal'])
    const noted = await app.database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.act, 'client_portal_link'), eq(auditEvents.outcome, 'done')))
    expect(noted).toMatchObject([{ userId: person.userId, managerId: agent.managerId, actor: 'manager' }])
    const [entry] = await logOf(person)
    expect(entry).toMatchObject({ scope: 'assist', reason: why })
    expect(entry?.acts.map(({ title }) => title)).toContain('Created a verification link for the client')
  })

  it('is refused for a client without consent to credit data', async () => {
    expect(refusal(await link(ids['ben@mail.example'] ?? ''))).toEqual([422, 'no_consent'])
  })

  it('is refused for an unknown client and to an auditor', async () => {
    expect(refusal(await link(nobody))).toEqual([404, 'not_found'])
    expect(refusal(await link(ids['ben@mail.example'] ?? '', auditor))).toEqual([403, 'not_allowed'])
  })
})

test.each([
  ['', { by: 'nothing' }],
  ['   ', { by: 'nothing' }],
  ['maya.brooks@mail.example', { by: 'email', email: 'maya.brooks@mail.example' }],
  ['(202) 555-0143', { by: 'phone', phoneNumber: '(202) 555-0143' }],
  ['+1 202.555.0143', { by: 'phone', phoneNumber: '+1 202.555.0143' }],
  ['2025550143', { by: 'phone', phoneNumber: '2025550143' }],
  ['Maya', { by: 'words', words: ['maya'] }],
  ['  Maya   BROOKS ', { by: 'words', words: ['maya', 'brooks'] }],
  ['O’Neill-Bell', { by: 'words', words: ['o', 'neill', 'bell'] }],
  ['José', { by: 'words', words: ['josé'] }],
  ['Jose\u0301', { by: 'words', words: ['josé'] }],
  ['Henry 3', { by: 'words', words: ['henry', '3'] }],
  ['12', { by: 'words', words: ['12'] }],
  ['!!!', { by: 'words', words: [] }],
])('%j is searched as %j', (query, search) => {
  expect(parseClientSearch(query)).toEqual(search)
})
