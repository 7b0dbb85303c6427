import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Analytics } from '#features/credit/contract.ts'
import type { Dispute } from '#features/disputes/dispute-contract.ts'
import { disputes } from '#features/disputes/server/tables.ts'
import { updateProfile } from '#features/identity/server/store.ts'
import { users } from '#features/identity/server/tables.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import { tradelineRequests } from '#features/tradelines/server/tables.ts'
import { auditEvents } from '#platform/db/tables.ts'
import { newId } from '#platform/ids.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { textsTo } from '#test/support/mailbox.ts'
import { registerConsentingUser } from '#test/support/people/consenting-user.ts'
import { findCollection, postDispute } from '#test/support/people/disputing.ts'
import { type NewManager, newManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'
import { dayIn } from '#values/dates.ts'
import type { RoundCandidate, RoundDetails } from '../contract.ts'
import { prepareTask, textTask } from './round-jobs.ts'
import { roundClients } from './tables.ts'

/** Here agents serve only their own clients and need a lead's approval, so a lead begins the other rounds. */
const folder = mkdtempSync(join(tmpdir(), 'fairfile-rounds-'))
const settings = {
  preset: 'household',
  name: 'Harbor Credit Help',
  senderName: 'Harbor Help',
  postalAddress: ['4 Quay Road', 'Portland, ME 04101'],
  support: { email: 'help@harborcredit.us' },
  policies: { roundApproval: 'lead', agentsServe: 'own' },
}

let app: TestApp
let lead: NewManager
beforeAll(async () => {
  writeFileSync(join(folder, 'operator.json'), JSON.stringify(settings))
  app = await openApp({ env: { OPERATOR_DIR: folder } })
  lead = await newManager(app, 'lead')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

type Client = Tokens & { userId: string; phoneNumber: string }

const agree = (as: Tokens, kind: string, given = true) =>
  app.send('POST', '/user/consents', { as, body: { kind, given } })

/** Disputes an account of a client and records that one bureau verified it. */
const addVerified = async (client: Client, found: Awaited<ReturnType<typeof findCollection>>) => {
  const dispute = await postDispute(app, client, 'account', { items: [found] })
  const [item] = dispute.items
  const body = {
    itemId: item?.id,
    bureau: found.bureaus[0],
    outcome: 'verified',
    on: dayIn('America/New_York', app.now()),
  }
  const noted = await app.send('PUT', `/dispute/${dispute.id}/outcome`, { as: client, body })
  if (noted.statusCode !== 200) throw new Error(noted.body)
  return dispute
}

/** A client with a disputed account that one bureau verified. */
const answeredClient = async (): Promise<Client & { dispute: Dispute }> => {
  const client = await registerConsentingUser(app, '4323')
  await app.work()
  for (const kind of ['staffMailing', 'email']) {
    const agreed = await agree(client, kind)
    if (agreed.statusCode !== 200) throw new Error(agreed.body)
  }
  return { ...client, dispute: await addVerified(client, await findCollection(app, client)) }
}

const begin = (clientIds: readonly string[], id = newId(), as: Tokens = lead) =>
  app.send('POST', '/manager/rounds', { as, body: { id, step: 'how_verified', clientIds } })
const prepared = async (clients: readonly Client[]) => {
  const id = newId()
  const answer = await begin(
    clients.map(({ userId }) => userId),
    id,
  )
  if (answer.statusCode !== 201) throw new Error(answer.body)
  await app.work()
  return id
}
const read = async (id: string) =>
  (await app.send('GET', `/manager/rounds/${id}`, { as: lead })).json<RoundDetails>()
const madeIn = async (client: Client) => {
  const all = (await app.send('GET', '/dispute', { as: client })).json<Dispute[]>()
  return all.filter(({ follows }) => follows !== null)
}
const attest = async (client: Client) => {
  for (const { id } of await madeIn(client)) {
    const answer = await app.send('POST', `/dispute/${id}/attest`, { as: client, body: { attested: true } })
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
}
const mailOne = (id: string) =>
  app.send('POST', `/manager/rounds/${id}/mail`, { as: lead, body: { letters: 1 } })
const mailedFor = async ({ userId }: Client) =>
  (await app.database.db.select().from(mailJobs).where(eq(mailJobs.userId, userId))).length

describe('a round', () => {
  it('prepares letters, notifies each client, and mails only what was confirmed', async () => {
    const [ready, silent] = [await answeredClient(), await answeredClient()]
    const candidates = (
      await app.send('GET', '/manager/rounds/candidates?step=how_verified', { as: lead })
    ).json<{ data: RoundCandidate[] }>().data
    for (const { userId } of [ready, silent])
      expect(candidates).toContainEqual(
        expect.objectContaining({ clientId: userId, items: 1, mayMail: true }),
      )
    const id = await prepared([ready, silent])
    const before = await read(id)
    expect(before.states).toEqual({ prepared: 2 })
    expect(before.clients).toMatchObject([
      { clientId: ready.userId, notified: true, letters: { prepared: 1, confirmed: 0, mailed: 0 } },
      { clientId: silent.userId, notified: true },
    ])
    expect(before.ready).toMatchObject({ letters: 0, clients: 0 })
    expect((await madeIn(ready)).map(one => one.awaitingAttestation)).toEqual([true])
    expect(refusal(await mailOne(id))).toEqual([409, 'conflict'])

    await attest(ready)
    expect((await read(id)).ready).toEqual({
      letters: 1,
      clients: 1,
      cents: { firstClass: null, certified: null },
      certifiedOffered: true,
    })
    expect((await mailOne(id)).statusCode).toBe(200)
    expect(refusal(await mailOne(id))).toEqual([409, 'conflict'])
    await app.work()
    const after = await read(id)
    expect(after.states).toEqual({ mailed: 1, prepared: 1 })
    expect([await mailedFor(ready), await mailedFor(silent)]).toEqual([1, 0])
  })

  it('mails what a client confirmed, leaves the rest, and mails that later', async () => {
    const client = await answeredClient()
    const { fullReport } = (await app.send('GET', '/credit/analytics', { as: client })).json<Analytics>()
    const { accountId } = await findCollection(app, client)
    const another = fullReport?.accountInformation.find(row => row.id !== accountId)
    if (another === undefined) throw new Error('there is one account alone')
    await addVerified(client, { accountId: another.id, bureaus: [another.bureau], reason: 'not_mine' })
    const id = await prepared([client])
    const [first, second] = await madeIn(client)
    for (const [dispute, state] of [
      [first, 'prepared'],
      [second, 'mailed'],
    ] as const) {
      const path = `/dispute/${dispute?.id}/attest`
      const attested = await app.send('POST', path, { as: client, body: { attested: true } })
      expect(attested.statusCode).toBe(200)
      expect((await mailOne(id)).statusCode).toBe(200)
      await app.work()
      expect((await read(id)).states).toEqual({ [state]: 1 })
    }
    expect(await mailedFor(client)).toBe(2)
  })

  it('is unchanged by a repeated request or a job that ran twice', async () => {
    const client = await answeredClient()
    const id = newId()
    for (let times = 0; times < 2; times += 1) {
      expect((await begin([client.userId], id)).json()).toEqual({ id })
      await app.work()
    }
    const [row] = await app.database.db.select().from(roundClients).where(eq(roundClients.roundId, id))
    await app.app.jobs.enqueue(app.database.db, prepareTask, { roundClientId: row?.id ?? '' })
    await app.work()
    expect(await madeIn(client)).toHaveLength(1)
    const other = await answeredClient()
    expect(refusal(await begin([other.userId], id))).toEqual([409, 'conflict'])
    expect(await madeIn(other)).toEqual([])
  })

  it('names nobody and nothing in the notice, and shows the client who prepared what and why', async () => {
    const client = await answeredClient()
    await prepared([client])
    const { items } = (await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' })).json<{
      items: { channel: string; subject: string; body: string }[]
    }>()
    const [notice] = items.filter(({ subject }) => subject === 'Letters wait for your confirmation')
    expect(notice?.body).toContain('/disputes/confirm')
    expect(notice?.body).not.toMatch(/Invented|Person|MERIDIAN|verified|Experian|Equifax|TransUnion/)
    const log = (await app.send('GET', '/user/access-log', { as: client })).json<{
      data: { scope: string | null; reason: string | null; acts: unknown[] }[]
    }>().data
    expect(log[0]).toMatchObject({ scope: 'round', acts: [expect.anything()] })
    const events = await app.database.db
      .select({ act: auditEvents.act })
      .from(auditEvents)
      .where(and(eq(auditEvents.userId, client.userId), eq(auditEvents.managerId, lead.managerId)))
    expect(events.map(({ act }) => act)).toContain('dispute_created')
  })
})

describe('the text that asks a client to confirm', () => {
  const again = async (roundClientId: string) => {
    await app.app.jobs.enqueue(app.database.db, textTask, { roundClientId })
    await app.work()
  }

  it('is sent once, only to clients who agreed to it, and contains nothing of the letters', async () => {
    const [agreeing, withdrawn] = [await answeredClient(), await answeredClient()]
    for (const client of [agreeing, withdrawn]) await agree(client, 'letterTexts')
    await agree(withdrawn, 'letterTexts', false)
    const id = await prepared([agreeing, withdrawn])
    expect((await read(id)).clients.map(({ text }) => text)).toEqual(['sent', 'no_consent'])
    const rows = await app.database.db.select().from(roundClients).where(eq(roundClients.roundId, id))
    for (const row of rows) await again(row.id)
    const texts = await textsTo(app, agreeing.phoneNumber)
    expect(texts.filter(text => text.includes('letters'))).toEqual([
      expect.stringMatching(
        /^Harbor Help: letters wait for you\. .+\/disputes\/confirm Reply STOP to end these texts\.$/,
      ),
    ])
    expect((await textsTo(app, withdrawn.phoneNumber)).join()).not.toContain('letters')
  })

  it.each<[string, string, (client: Client) => Promise<unknown>]>([
    ['who replied STOP since', 'no_consent', client => agree(client, 'letterTexts', false)],
    [
      'whose carrier takes no text',
      'failed',
      async ({ userId }) => {
        const change = { phoneNumber: '+12025550199' }
        await app.database.db.transaction(tx => updateProfile(tx, app.keyring, userId, change))
      },
    ],
  ])('is not sent to a client %s', async (_, text, change) => {
    const client = await answeredClient()
    await agree(client, 'letterTexts')
    const id = await prepared([client])
    const [row] = await app.database.db.select().from(roundClients).where(eq(roundClients.roundId, id))
    const rowId = row?.id ?? ''
    await app.database.db.update(roundClients).set({ text: 'waiting' }).where(eq(roundClients.id, rowId))
    await change(client)
    await again(rowId)
    expect((await read(id)).clients).toMatchObject([{ state: 'prepared', text }])
  })
})

it('a request for tradelines is marked as handled by the manager who serves the client', async () => {
  const [client, agent, other] = [
    await registerConsentingUser(app, '4323'),
    await newManager(app, 'agent'),
    await newManager(app, 'agent'),
  ]
  const { db } = app.database
  const { managerId: responsibleManagerId } = agent
  await db.update(users).set({ responsibleManagerId }).where(eq(users.id, client.userId))
  const [id, bytes] = [newId(), Buffer.from('sealed')]
  const row = { content: bytes, contentMac: bytes, emailId: newId(), createdAt: app.now() }
  await db.insert(tradelineRequests).values({ id, userId: client.userId, ...row })
  const handle = (as: Tokens) => app.send('POST', `/manager/work/tradelines/${id}/handled`, { as, body: {} })
  expect(refusal(await handle(other))).toEqual([403, 'not_own_client'])
  expect((await handle(agent)).statusCode).toBe(200)
})

describe('a round skips, with a message, a client', () => {
  it.each<[string, RegExp, (client: Client & { dispute: Dispute }) => Promise<unknown>]>([
    ['who withdrew the permission', /not agreed/, client => agree(client, 'staffMailing', false)],
    [
      'whose account is to be deleted',
      /deleted/,
      ({ userId }) =>
        app.database.db.update(users).set({ deletionAskedAt: app.now() }).where(eq(users.id, userId)),
    ],
    [
      'whose answer was taken back meanwhile',
      /any more/,
      client => {
        const [item] = client.dispute.items
        const body = { itemId: item?.id, bureau: item?.bureaus[0] }
        return app.send('POST', `/dispute/${client.dispute.id}/outcome/take-back`, { as: client, body })
      },
    ],
  ])('%s', async (_, sentence, change) => {
    const [client, other] = [await answeredClient(), await answeredClient()]
    const id = newId()
    expect((await begin([client.userId, other.userId], id)).statusCode).toBe(201)
    await change(client)
    await app.work()
    const round = await read(id)
    const row = round.clients.find(({ clientId }) => clientId === client.userId)
    expect(row?.state).toBe('skipped')
    expect(row?.refusal).toMatch(sentence)
    expect(round.clients.find(({ clientId }) => clientId === other.userId)?.state).toBe('prepared')
    const made = await app.database.db
      .select()
      .from(disputes)
      .where(and(eq(disputes.userId, client.userId), isNull(disputes.attestedAt)))
    expect(made).toEqual([])
  })

  it('who withdrew the permission after confirming: nothing is mailed, and it can be mailed when the permission is given again', async () => {
    const client = await answeredClient()
    const id = await prepared([client])
    await attest(client)
    expect((await mailOne(id)).statusCode).toBe(200)
    await agree(client, 'staffMailing', false)
    await app.work()
    const [refused] = (await read(id)).clients
    expect(refused?.state).toBe('prepared')
    expect(refused?.refusal).toMatch(/no longer agrees/)
    expect(await mailedFor(client)).toBe(0)
    await agree(client, 'staffMailing')
    expect((await mailOne(id)).statusCode).toBe(200)
    await app.work()
    expect((await read(id)).states).toEqual({ mailed: 1 })
    expect(await mailedFor(client)).toBe(1)
  })
})

it('a round is refused entirely if a client is unknown, and for auditors', async () => {
  const client = await answeredClient()
  const id = newId()
  expect(refusal(await begin([client.userId, newId()], id))).toEqual([404, 'not_found'])
  expect(refusal(await app.send('GET', `/manager/rounds/${id}`, { as: lead }))).toEqual([404, 'not_found'])
  const auditor = await newManager(app, 'auditor')
  expect(refusal(await begin([client.userId], id, auditor))).toEqual([403, 'not_allowed'])
})

describe('a round that an agent begins', () => {
  const decide = (id: string, verb: 'approve' | 'decline', as: Tokens = lead) =>
    app.send('POST', `/manager/rounds/${id}/${verb}`, { as, body: {} })

  const give = ({ userId }: Client, { managerId }: NewManager) =>
    app.database.db.update(users).set({ responsibleManagerId: managerId }).where(eq(users.id, userId))

  it('contains clients whom the agent serves, and no others', async () => {
    const [client, agent] = [await answeredClient(), await newManager(app, 'agent')]
    const offered = async () => {
      const answer = await app.send('GET', '/manager/rounds/candidates?step=how_verified', { as: agent })
      return answer.json<{ data: RoundCandidate[] }>().data.map(({ clientId }) => clientId)
    }
    expect(await offered()).toEqual([])
    expect(refusal(await begin([client.userId], newId(), agent))).toEqual([403, 'not_own_client'])
    await give(client, agent)
    expect(await offered()).toEqual([client.userId])
  })

  it('prepares nothing and notifies nobody before a lead approves, and then continues like any round', async () => {
    const [client, agent] = [await answeredClient(), await newManager(app, 'agent')]
    await give(client, agent)
    const id = newId()
    for (let times = 0; times < 2; times += 1) {
      expect((await begin([client.userId], id, agent)).statusCode).toBe(201)
      await app.work()
    }
    const [row] = await app.database.db.select().from(roundClients).where(eq(roundClients.roundId, id))
    await app.app.jobs.enqueue(app.database.db, prepareTask, { roundClientId: row?.id ?? '' })
    await app.work()
    expect(await madeIn(client)).toEqual([])
    expect(await read(id)).toMatchObject({ approval: 'waiting', decidedBy: null, ready: { letters: 0 } })
    expect(refusal(await decide(id, 'approve', agent))).toEqual([403, 'not_allowed'])
    expect((await decide(id, 'approve')).statusCode).toBe(200)
    await app.work()
    expect(await read(id)).toMatchObject({ approval: 'approved', states: { prepared: 1 } })
    expect(await madeIn(client)).toHaveLength(1)
    expect(refusal(await decide(id, 'decline'))).toEqual([409, 'conflict'])
    expect(await madeIn(client)).toHaveLength(1)
  })

  it('ends if a lead declines it, with a message and in the audit log', async () => {
    const [client, agent] = [await answeredClient(), await newManager(app, 'agent')]
    await give(client, agent)
    const id = newId()
    await begin([client.userId], id, agent)
    expect((await decide(id, 'decline')).statusCode).toBe(200)
    await app.work()
    expect(await read(id)).toMatchObject({
      approval: 'declined',
      clients: [{ state: 'skipped', refusal: 'A lead declined this round.' }],
    })
    expect(await madeIn(client)).toEqual([])
    const acts = await app.database.db.select().from(auditEvents).where(eq(auditEvents.objectId, id))
    expect(acts.map(({ act, managerId }) => [act, managerId])).toEqual([
      ['round_begun', agent.managerId],
      ['round_declined', lead.managerId],
    ])
    expect(refusal(await decide(newId(), 'approve'))).toEqual([404, 'not_found'])
  })
})
