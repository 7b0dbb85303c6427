import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { mailTo } from '#test/support/mailbox.ts'
import { type NewManager, newManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'

/** What agents cannot access under the policy that they serve only their own clients. */

const folder = mkdtempSync(join(tmpdir(), 'fairfile-own-clients-'))
const reason = 'The client is on the phone and Ana is ill'

let app: TestApp
let ana: NewManager
let ben: NewManager
let lead: NewManager
let auditor: NewManager
let client: Tokens & { phoneNumber: string; userId: string }
beforeAll(async () => {
  const settings = {
    preset: 'household',
    name: 'Harbor Credit Help',
    postalAddress: ['4 Quay Road', 'Portland, ME 04101'],
    support: { email: 'help@harborcredit.us' },
    policies: { agentsServe: 'own' },
  }
  writeFileSync(join(folder, 'operator.json'), JSON.stringify(settings))
  app = await openApp({ env: { OPERATOR_DIR: folder } })
  ana = await newManager(app, 'agent', { firstName: 'Ana', lastName: 'Ruiz' })
  ben = await newManager(app, 'agent', { firstName: 'Ben', lastName: 'Okafor' })
  lead = await newManager(app, 'lead')
  auditor = await newManager(app, 'auditor')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  client = await app.register()
  await assign(ana)
})

const at = (rest = '') => `/manager/clients/${client.userId}${rest}`
const assign = ({ managerId, ...as }: NewManager) =>
  app.send('PUT', at('/manager'), { as, body: { managerId, expected: null } })
const open = (as: Tokens, path = 'user-login-as-manager') =>
  app.send('POST', `/manager/${path}`, { as, body: { phoneNumber: client.phoneNumber, reason } })
const listed = async (as: Tokens, query = '') =>
  (await app.send('GET', `/manager/clients?${query}`, { as }))
    .json<{ data: { id: string }[] }>()
    .data.some(({ id }) => id === client.userId)
const audited = async () => {
  const { rows } = await app.database.pool.query<{ act: string; outcome: string }>(
    "select act, outcome from audit_events where user_id = $1 and act like 'client_opened%' order by at, id",
    [client.userId],
  )
  return rows
}

describe('an agent who may serve only their own clients', () => {
  it('cannot list, read, change or open another’s client, and sees whom to ask', async () => {
    expect(await listed(ben)).toBe(false)
    expect(await listed(ben, `query=${encodeURIComponent(client.phoneNumber)}`)).toBe(false)
    const note = { text: 'Called', shared: false }
    const refused = [
      await app.send('GET', at(), { as: ben }),
      await app.send('GET', at('/notes'), { as: ben }),
      await app.send('POST', at('/notes'), { as: ben, body: note }),
      await app.send('GET', at('/tasks'), { as: ben }),
      await app.send('POST', `/manager/toggle-max-plan/${client.userId}`, {
        as: ben,
        body: { enabled: true },
      }),
      await open(ben),
    ]
    expect(refused.map(refusal)).toEqual(refused.map(() => [403, 'not_own_client']))
    expect(refused[0]?.body).toContain('Ana Ruiz is responsible for this client.')
    expect(await audited()).toEqual([{ act: 'client_opened', outcome: 'not_own_client' }])
    const { rows } = await app.database.pool.query('select 1 from client_notes where user_id = $1', [
      client.userId,
    ])
    expect(rows).toEqual([])
  })

  it('serves their own, as leads serve all and auditors read the list', async () => {
    for (const manager of [ana, lead]) {
      expect(await listed(manager)).toBe(true)
      expect((await app.send('GET', at(), { as: manager })).json()).toMatchObject({ access: 'serve' })
      expect((await open(manager)).statusCode).toBe(200)
    }
    expect(await listed(auditor)).toBe(true)
    expect((await app.send('GET', at(), { as: auditor })).json()).toMatchObject({ access: 'list' })
    expect(refusal(await app.send('GET', at('/notes'), { as: auditor }))).toEqual([403, 'not_allowed'])
  })

  it('sees an unassigned client, takes them, and then serves them', async () => {
    client = await app.register()
    expect(await listed(ben, 'assigned=nobody')).toBe(true)
    expect((await app.send('GET', at(), { as: ben })).json()).toMatchObject({ access: 'take' })
    const early = await app.send('POST', at('/notes'), { as: ben, body: { text: 'Called', shared: false } })
    expect(early.json()).toMatchObject({
      code: 'not_own_client',
      message: 'Nobody is responsible for this client. Take the client first.',
    })
    expect((await assign(ben)).statusCode).toBe(200)
    expect((await open(ben)).statusCode).toBe(200)
  })
})

describe('opening another’s client as an emergency', () => {
  it('lasts an hour with a reason, is marked for the client, and notifies leads and the client', async () => {
    const opened = await open(ben, 'emergency-access')
    expect(opened.statusCode).toBe(200)
    expect((await app.send('GET', '/user/info', { as: opened.json<Tokens>() })).json()).toMatchObject({
      impersonation: { managerName: 'Ben Okafor', scope: 'assist' },
    })
    expect(await audited()).toEqual([{ act: 'client_opened_in_emergency', outcome: 'done' }])
    const { data } = (await app.send('GET', '/user/access-log', { as: client })).json<{
      data: { managerName: string; scope: string | null }[]
    }>()
    expect(data.filter(({ scope }) => scope !== null)).toMatchObject([
      { managerName: 'Ben Okafor', reason, scope: 'assist', emergency: true },
    ])
    const alerts = await mailTo(app, lead.email)
    expect(alerts.map(({ body }) => body).join()).toContain(
      'Ben Okafor opened, as an emergency, the account of a client for whom another manager is responsible.',
    )
  })

  it('needs a reason, and is refused for a client whom the manager serves', async () => {
    const body = { phoneNumber: client.phoneNumber }
    expect(refusal(await app.send('POST', '/manager/emergency-access', { as: ben, body }))).toEqual([
      400,
      'invalid_request',
    ])
    for (const as of [ana, lead])
      expect(refusal(await open(as, 'emergency-access'))).toEqual([409, 'conflict'])
    expect(await audited()).toEqual([])
  })
})
