import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiScopes } from '#api/endpoint.ts'
import { auditEvents } from '#platform/db/tables.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { mailTo } from '#test/support/mailbox.ts'
import { postDispute } from '#test/support/people/disputing.ts'
import { newApiKey, newManager, signInManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'
import type { ApiKey } from '../contract.ts'
import { revokeAllKeys } from './keys.ts'
import { apiKeys } from './tables.ts'

let app: TestApp
let email: string
beforeAll(async () => {
  app = await openApp()
  email = (await newManager(app, 'admin')).email
})
afterAll(() => app.close())

type Key = Awaited<ReturnType<typeof newApiKey>>
const admin = () => signInManager(app, email)
let key: Key
beforeEach(async () => {
  key = await newApiKey(app, await admin(), apiScopes)
})

const get = (path: string, as = key) => app.send('GET', path, { as })
const listed = async () =>
  (await app.send('GET', '/manager/api-keys', { as: await admin() })).json<{ data: ApiKey[] }>().data
const shown = async ({ keyId }: Key) => (await listed()).find(({ id }) => id === keyId)
const audited = ({ keyId }: Key) =>
  app.database.db.select().from(auditEvents).where(eq(auditEvents.keyId, keyId)).orderBy(auditEvents.id)

describe('an API key', () => {
  it('is shown once, listed by its prefix, and stored as a MAC', async () => {
    expect(key.accessToken).toMatch(/^cak_[\w-]{43}$/)
    expect(await shown(key)).toMatchObject({
      name: 'CRM',
      prefix: key.accessToken.slice(0, 10),
      scopes: apiScopes,
      expiresAt: null,
      lastUsedAt: null,
      state: 'active',
    })
    expect((await shown(key))?.createdBy).toMatch(/^Noor /)
    const [row] = await app.database.db.select().from(apiKeys).where(eq(apiKeys.id, key.keyId))
    expect(row?.keyMac?.byteLength).toBe(32)
    const everything = JSON.stringify([await listed(), row, await audited(key)])
    expect(everything).not.toContain(key.accessToken.slice(10))
    expect((await get('/manager/clients')).statusCode).toBe(200)
    expect((await shown(key))?.lastUsedAt).toBe(app.now().toISOString())
  })

  it('expires on its day, and immediately when it is revoked', async () => {
    const short = await newApiKey(app, await admin(), ['costs:read'], 30)
    const end = new Date(app.now().getTime() + 30 * 86_400_000)
    expect((await shown(short))?.expiresAt).toBe(end.toISOString())
    app.pass(30 * 86_400_000 - 1)
    expect((await get('/manager/costs', short)).statusCode).toBe(200)
    app.pass(1)
    const refused = await get('/manager/costs', short)
    expect(refusal(refused)).toEqual([401, 'no_session'])
    expect(refused.body).toContain('This API key is not known, was revoked or has expired.')
    expect((await shown(short))?.state).toBe('expired')

    expect((await get('/manager/costs')).statusCode).toBe(200)
    const revoked = await app.send('DELETE', `/manager/api-keys/${key.keyId}`, { as: await admin() })
    expect(revoked.json()).toEqual({ success: true })
    expect(refusal(await get('/manager/costs'))).toEqual([401, 'no_session'])
    expect((await shown(key))?.state).toBe('revoked')
  })

  it('is invalid if its row was changed outside the server', async () => {
    const other = await newApiKey(app, await admin(), ['costs:read'])
    const { db } = app.database
    const [rich] = await db.select().from(apiKeys).where(eq(apiKeys.id, key.keyId))
    await db
      .update(apiKeys)
      .set({ content: rich?.content ?? Buffer.alloc(0) })
      .where(eq(apiKeys.id, other.keyId))
    expect((await get('/manager/costs', other)).statusCode).toBe(500)
    await db.delete(apiKeys).where(eq(apiKeys.id, other.keyId))
  })

  it('is accepted as a bearer token and not from a cookie', async () => {
    const answer = await app.send('GET', '/manager/clients', {
      headers: { 'x-client': 'web', cookie: `cr_ma_3000=${key.accessToken}` },
    })
    expect(refusal(answer)).toEqual([401, 'no_session'])
  })

  it('has each request in the audit log under its id, including refused ones', async () => {
    await get('/manager/clients?limit=0')
    await get('/manager/staff')
    expect(
      (await audited(key)).map(({ act, outcome, actor, objectId }) => [act, outcome, actor, objectId]),
    ).toEqual([
      ['api_key_used', 'done', 'key', 'GET /manager/clients'],
      ['denied', 'not_allowed', 'key', '/api/v1/manager/staff'],
    ])
    const rows = (await get('/manager/staff')).json<{ message: string }>()
    expect(rows.message).toBe('API keys do not open this.')
    const few = await newApiKey(app, await admin(), ['costs:read'])
    expect((await get('/manager/clients', few)).json()).toMatchObject({
      message: 'This API key does not have the scope clients:read.',
    })
    const log = await app.send('GET', `/manager/audit-log?keyId=${few.keyId}`, { as: await admin() })
    expect(log.json()).toMatchObject({ data: [{ event: 'denied', actor: 'key', keyId: few.keyId }] })
  })

  it('has its own rate limit, whose first refusal is in the audit log', async () => {
    const nothing = '0192f0c1-0000-7000-8000-0000000000ff'
    const resend = (as: Key) =>
      app.send('POST', `/manager/webhooks/${nothing}/deliveries/${nothing}/again`, { as, body: {} })
    const other = await newApiKey(app, await admin(), ['events:resend'])
    expect(refusal(await resend(key))).toEqual([404, 'not_found'])
    const { rows } = await app.database.db.execute(
      sql`update rate_limits set points = points + 239
        where key like ${`staffWrite%${key.keyId}`} returning points`,
    )
    expect(rows).toEqual([{ points: 240 }])
    expect(refusal(await resend(key))).toEqual([429, 'rate_limited'])
    expect(refusal(await resend(other))).toEqual([404, 'not_found'])
    expect((await audited(key)).at(-1)).toMatchObject({ act: 'denied', outcome: 'rate_limited' })
  })
})

describe('a system with a key', () => {
  it('reads clients and their letters, without a Social Security number or texts, and the client’s access log shows it', async () => {
    const client = await app.register({ email: 'api-client@example.com' })
    const dispute = await postDispute(app, client, 'freeze', { action: 'place', bureaus: ['TransUnion'] })
    const before = app.now().toISOString()
    const found = (await get('/manager/clients?query=api-client%40example.com')).json<{
      data: { id: string }[]
    }>()
    expect(found.data.map(({ id }) => id)).toEqual([client.userId])
    expect((await get(`/manager/clients/${client.userId}`)).json()).toMatchObject({ access: 'list' })
    const letters = () => get(`/manager/clients/${client.userId}/letters`)
    expect((await letters()).json()).toEqual({
      data: [
        {
          id: dispute.letters[0]?.id,
          disputeId: dispute.id,
          type: 'freeze',
          recipient: 'TransUnion',
          status: 'not_mailed',
          mailedAt: null,
          expectedOn: null,
          trackingUrl: null,
        },
      ],
      next: null,
    })
    await app.send('POST', `/dispute/${dispute.id}/send-physical`, { as: client, body: {} })
    const mailed = (await letters()).json<{ data: { status: string; mailedAt: string | null }[] }>().data[0]
    expect(mailed?.status).toBe('submitted')
    expect(mailed?.mailedAt).not.toBeNull()
    const log = await app.send('GET', '/user/access-log', { as: client })
    const mine = log.json<{ data: { managerName: string; startedAt: string; acts: { title: string }[] }[] }>()
    expect(mine.data.filter(({ startedAt }) => startedAt >= before)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          managerName: 'An automated system of ours',
          acts: [expect.objectContaining({ title: 'Read where the client’s letters are' })],
        }),
      ]),
    )
    expect(mine.data.filter(({ acts }) => acts[0]?.title.includes('letters are'))).toHaveLength(1)
  })

  it('invites a person in the name of the operator, who becomes a client without a responsible manager', async () => {
    const person = {
      firstName: 'Ida',
      lastName: 'Brandt',
      email: 'ida@mail.example',
      phoneNumber: '+12135550877',
    }
    const body = { ...person, byText: false, byEmail: true, askedForText: false }
    const made = await app.send('POST', '/manager/client-invitations', { as: key, body })
    expect(made.json()).toMatchObject({ invitation: { firstName: 'Ida', invitedBy: null, status: 'open' } })
    const [mail] = await mailTo(app, person.email)
    expect(mail?.body).toContain('Fairfile invites you to create your account.')
    const token = /#(\S+)/.exec(mail?.body ?? '')?.[1] ?? ''
    expect((await app.send('POST', '/client-invitation', { body: { token } })).json()).toMatchObject({
      invitedBy: null,
    })
    const { userId } = await app.register({ ...person, invitation: token })
    expect((await get(`/manager/clients/${userId}`)).json()).toMatchObject({ responsible: null })
    const acts = (await audited(key)).map(({ act }) => act)
    expect(acts).toContain('client_invited')
  })
})

it('a restored copy revokes every key', async () => {
  await revokeAllKeys(app.database.db, app.now())
  expect(refusal(await get('/manager/costs'))).toEqual([401, 'no_session'])
})
