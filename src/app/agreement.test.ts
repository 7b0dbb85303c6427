import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Endpoint, needsAgreement } from '#api/endpoint.ts'
import { usualRetention } from '#api/retention.ts'
import type { Agreement, ClientAgreement } from '#features/agreement/contract.ts'
import { serviceContracts, signedDisclosures } from '#features/agreement/server/tables.ts'
import type { RoundDetails, WorkItem } from '#features/desk/contract.ts'
import type { Dispute } from '#features/disputes/dispute-contract.ts'
import type { UserInfo } from '#features/identity/contract.ts'
import { users } from '#features/identity/server/tables.ts'
import { outgoingEvents } from '#features/integrations/server/tables.ts'
import { addTarget } from '#features/integrations/server/targets.ts'
import { tradelineRequests } from '#features/tradelines/server/tables.ts'
import { auditEvents } from '#platform/db/tables.ts'
import { newId } from '#platform/ids.ts'
import { disposeExpired } from '#platform/jobs/disposal.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { mailTo } from '#test/support/mailbox.ts'
import { registerConsentingUser } from '#test/support/people/consenting-user.ts'
import { postDispute } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { newManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'
import { endpointTable } from './api/table.ts'

/** An operator that is a credit repair organization: what is signed, and what is refused before. */

const folder = mkdtempSync(join(tmpdir(), 'fairfile-agreement-'))
const settings = {
  preset: 'household',
  name: 'Harbor Credit Help',
  postalAddress: ['4 Quay Road', 'Portland, ME 04101'],
  support: { email: 'help@harborcredit.us' },
  creditRepairOrganization: {
    services: ['We read your reports.', 'We draft and mail dispute letters.'],
    totalPayments: '$300, once',
    paymentTerms: 'By card, after the last service is performed.',
    guarantees: 'We guarantee no result.',
    estimatedDays: 90,
  },
}

/** Wednesday noon in Chicago; Thursday is Thanksgiving, so the third business day is Tuesday, December 1. */
const OPENED = new Date('2026-11-25T18:00:00Z')
const LAST_MOMENT = new Date('2026-12-02T05:59:59.999Z')

let app: TestApp
beforeAll(async () => {
  mkdirSync(join(folder, 'legal'))
  writeFileSync(join(folder, 'operator.json'), JSON.stringify(settings))
  writeFileSync(
    join(folder, 'legal', 'agreement.md'),
    '---\nversion: 2026-11-01\ntitle: Services of {name}\n---\nWhat we agree on.\n\n## Ending it\n\nAt any time.\n',
  )
  app = await openApp({ env: { OPERATOR_DIR: folder }, openedAt: OPENED })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

type Client = Tokens & { userId: string; phoneNumber: string }

const read = async (as: Tokens) => (await app.send('GET', '/agreement', { as })).json<Agreement>()
const me = async (as: Tokens) => (await app.send('GET', '/user/info', { as })).json<UserInfo>()
const sign = async (as: Tokens, step: 'disclosure' | 'contract', change: object = {}) => {
  const { texts } = await read(as)
  const { firstName, lastName } = await me(as)
  const body = {
    textHash: texts?.[step].hash,
    signature: `${firstName} ${lastName}`,
    agreed: true,
    ...change,
  }
  return app.send('POST', `/agreement/${step}`, { as, body })
}
const cancel = (as: Tokens) => app.send('POST', '/agreement/cancellation', { as })
const signBoth = async (as: Tokens) => {
  expect((await sign(as, 'disclosure')).statusCode).toBe(200)
  const signed = await sign(as, 'contract')
  expect(signed.statusCode).toBe(200)
  return signed.json<Agreement>()
}
/** Sets the clock, and returns a new session of the client. */
const at = async (instant: Date, { phoneNumber }: { phoneNumber: string }): Promise<Tokens> => {
  app.pass(instant.getTime() - app.now().getTime())
  return app.signIn(phoneNumber)
}
/** Every test begins at noon of the first day. */
beforeEach(() => app.pass(OPENED.getTime() - app.now().getTime()))

const freeze = (as: Tokens): Promise<Dispute> =>
  postDispute(app, as, 'freeze', { action: 'place', bureaus: ['Equifax'], repeat: true })
const mail = (as: Tokens, { id }: Dispute) =>
  app.send('POST', `/dispute/${id}/send-physical`, { as, body: {} })

describe('signing', () => {
  it('accepts the statement first, then the contract, each with its text’s hash and the client’s own name', async () => {
    const client = await app.register()
    expect(await read(client)).toMatchObject({ state: 'none', next: 'disclosure', papers: [] })
    expect((await me(client)).agreement).toBe('sign')
    expect(refusal(await sign(client, 'contract'))).toEqual([409, 'conflict'])
    expect(refusal(await sign(client, 'disclosure', { textHash: '0'.repeat(64) }))).toEqual([409, 'conflict'])
    expect((await sign(client, 'disclosure', { signature: 'Somebody Else' })).json()).toMatchObject({
      fields: { signature: 'Type your first and last name as in your account' },
    })
    expect(refusal(await sign(client, 'disclosure', { agreed: false }))).toEqual([400, 'invalid_request'])
    expect((await read(client)).papers).toEqual([])

    expect((await sign(client, 'disclosure')).json()).toMatchObject({ state: 'disclosed', next: 'contract' })
    expect(refusal(await sign(client, 'disclosure'))).toEqual([409, 'conflict'])
    const signed = (await sign(client, 'contract')).json<Agreement>()
    expect(signed).toMatchObject({
      state: 'cooling_off',
      next: null,
      cancelDay: '2026-12-01',
      cancelUntil: '2026-12-02T06:00:00.000Z',
    })
    expect(refusal(await sign(client, 'contract'))).toEqual([409, 'conflict'])
    expect((await read(client)).papers).toHaveLength(2)
    expect((await me(client)).agreement).toBe('cooling_off')
    const { rows } = await app.database.pool.query<{ act: string }>(
      "select act from audit_events where user_id = $1 and act like 'agreement%' order by at, id",
      [client.userId],
    )
    expect(rows.map(({ act }) => act)).toEqual(['agreement_disclosure_signed', 'agreement_signed'])
  })

  it('returns the papers as tagged PDFs, only to the client', async () => {
    const [client, stranger] = [await app.register(), await app.register()]
    const { papers } = await signBoth(client)
    const idOf = (kind: string) => papers.find(paper => paper.kind === kind)?.id
    for (const path of [
      `/agreement/disclosures/${idOf('disclosure')}/pdf`,
      `/agreement/contracts/${idOf('contract')}/pdf`,
      `/agreement/contracts/${idOf('contract')}/notice/pdf`,
    ]) {
      const pdf = await app.send('GET', path, { as: client })
      expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(pdf.rawPayload.toString('latin1')).toContain('/MarkInfo')
      expect((await app.send('GET', path, { as: client })).rawPayload.equals(pdf.rawPayload)).toBe(true)
      expect(refusal(await app.send('GET', path, { as: stranger }))).toEqual([404, 'not_found'])
    }
  })

  it('is possible only for the client', async () => {
    const client = await app.register()
    const staff = await startImpersonation(app, client.userId, 'Asked for help with signing.')
    expect(refusal(await sign(staff, 'disclosure'))).toEqual([403, 'not_allowed'])
    expect(refusal(await cancel(staff))).toEqual([403, 'not_allowed'])
  })
})

describe('before the third business day has passed, and after a cancellation', () => {
  const lines = Object.entries(endpointTable).flatMap(([area, endpoints]) =>
    Object.entries<Endpoint>(endpoints)
      .filter(([, endpoint]) => needsAgreement(endpoint))
      .map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
  )
  const attempt = (as: Tokens, { method, path }: Endpoint) =>
    app.send(method, path.replaceAll(/:\w+/g, newId()), { as, body: { surprise: 1 } })

  let client: Client
  let staff: Tokens
  beforeAll(async () => {
    client = await app.register()
    staff = await startImpersonation(app, client.userId, 'Asked for help with a letter.')
  })

  it.each(lines)('impersonating staff may not call $name', async ({ endpoint }) => {
    expect(refusal(await attempt(staff, endpoint))).toEqual([403, 'agreement_needed'])
  })

  it('staff may decide on identity documents, which is not a service', async () => {
    const { decide, takeBack } = endpointTable.verification
    for (const endpoint of [decide, takeBack])
      expect(refusal(await attempt(staff, endpoint))[1]).not.toBe('agreement_needed')
    expect((await me(staff)).notOffered.staffWork?.code).toBe('agreement_needed')
  })

  it('no letter is mailed, for staff or for the client, who works on their own as before', async () => {
    const person = await app.register()
    const dispute = await freeze(person)
    expect(refusal(await mail(person, dispute))).toEqual([403, 'agreement_needed'])
    expect((await me(person)).notOffered.mailing?.code).toBe('agreement_needed')
    await signBoth(person)
    expect(refusal(await mail(person, dispute))).toEqual([403, 'agreement_waiting'])
    const waiting = await at(LAST_MOMENT, person)
    expect(refusal(await mail(waiting, dispute))).toEqual([403, 'agreement_waiting'])
    app.pass(1)
    expect((await read(waiting)).state).toBe('in_force')
    expect((await mail(waiting, dispute)).statusCode).toBe(200)
  })

  it('no round prepares letters, and staff cannot start a pull', async () => {
    const person = await registerConsentingUser(app, '4323')
    await app.send('POST', '/user/consents', { as: person, body: { kind: 'staffMailing', given: true } })
    const [agent, admin] = [await newManager(app, 'agent'), await newManager(app, 'admin')]
    const id = newId()
    const body = { id, step: 'how_verified', clientIds: [person.userId] }
    expect((await app.send('POST', '/manager/rounds', { as: agent, body })).statusCode).toBe(201)
    await app.work()
    const { clients } = (await app.send('GET', `/manager/rounds/${id}`, { as: agent })).json<RoundDetails>()
    expect(clients.map(({ state }) => state)).toEqual(['skipped'])
    expect(clients[0]?.refusal).toContain('The agreement on our services is not signed')
    const pull = await app.send('POST', `/admin/refresh-reports/${person.userId}`, { as: admin })
    expect(refusal(pull)).toEqual([403, 'agreement_needed'])
  })

  it('staff may not mark tradeline requests as handled nor enable Max Plan; disabling it is not a service', async () => {
    const person = await app.register()
    const agent = await newManager(app, 'agent')
    const [id, bytes] = [newId(), Buffer.from('sealed')]
    await app.database.db.insert(tradelineRequests).values({
      id,
      userId: person.userId,
      content: bytes,
      contentMac: bytes,
      emailId: newId(),
      createdAt: app.now(),
    })
    const handle = (as: Tokens) =>
      app.send('POST', `/manager/work/tradelines/${id}/handled`, { as, body: {} })
    const setPlan = (as: Tokens, enabled: boolean) =>
      app.send('POST', `/manager/toggle-max-plan/${person.userId}`, { as, body: { enabled } })
    expect(refusal(await handle(agent))).toEqual([403, 'agreement_needed'])
    expect(refusal(await setPlan(agent, true))).toEqual([403, 'agreement_needed'])
    expect((await setPlan(agent, false)).statusCode).toBe(200)
    await signBoth(person)
    expect(refusal(await handle(agent))).toEqual([403, 'agreement_waiting'])
    expect(refusal(await setPlan(agent, true))).toEqual([403, 'agreement_waiting'])
    await at(new Date(LAST_MOMENT.getTime() + 1), person)
    const later = await newManager(app, 'agent')
    expect((await handle(later)).statusCode).toBe(200)
    expect((await setPlan(later, true)).statusCode).toBe(200)
  })

  it('a cancelled agreement stops everything until a new one is signed', async () => {
    const email = 'cancelling@mail.example'
    const person = await app.register({ email })
    const dispute = await freeze(person)
    await signBoth(person)
    expect((await mailTo(app, email)).map(({ subject }) => subject)).toEqual([
      'You signed the agreement with Harbor Credit Help',
    ])
    const last = await at(LAST_MOMENT, person)
    expect((await cancel(last)).json()).toMatchObject({ state: 'cancelled', next: 'disclosure' })
    expect(refusal(await cancel(last))).toEqual([409, 'conflict'])
    app.pass(1)
    expect(refusal(await mail(last, dispute))).toEqual([403, 'agreement_cancelled'])
    const opened = await startImpersonation(app, person.userId, 'Asked for help with a letter.')
    expect(refusal(await attempt(opened, endpointTable.disputes.createAccount))).toEqual([
      403,
      'agreement_cancelled',
    ])
    expect((await mailTo(app, email)).map(({ subject }) => subject)).toContain(
      'Your agreement with Harbor Credit Help is cancelled',
    )
    // The statement of the cancelled contract does not count for a new one.
    expect(refusal(await sign(last, 'contract'))).toEqual([409, 'conflict'])
    expect((await sign(last, 'disclosure')).json()).toMatchObject({ state: 'disclosed', next: 'contract' })
    expect((await sign(last, 'contract')).json()).toMatchObject({ state: 'cooling_off' })
  })

  it('just after the last day it can no longer be canceled', async () => {
    const person = await app.register()
    await signBoth(person)
    const late = await at(new Date(LAST_MOMENT.getTime() + 1), person)
    expect(refusal(await cancel(late))).toEqual([409, 'conflict'])
    expect((await read(late)).state).toBe('in_force')
  })
})

describe('staff', () => {
  it('see its state and record a paper notice that was sent in time', async () => {
    const client = await app.register()
    await signBoth(client)
    const agent = await newManager(app, 'agent')
    const path = `/manager/clients/${client.userId}/agreement`
    expect((await app.send('GET', path, { as: agent })).json<ClientAgreement>()).toMatchObject({
      asked: true,
      state: 'cooling_off',
      cancelDay: '2026-12-01',
    })
    const task = { text: 'Call', dueOn: '2026-11-25', assigneeId: agent.managerId, shared: false }
    await app.send('POST', `/manager/clients/${client.userId}/tasks`, { as: agent, body: task })
    const work = await app.send('GET', '/manager/work?kind=task&manager=mine', { as: agent })
    expect(work.json<{ data: WorkItem[] }>().data.map(item => item.agreement)).toEqual(['cooling_off'])
    await at(new Date('2026-12-04T18:00:00Z'), client)
    const later = await newManager(app, 'agent')
    const record = (sentOn: string) =>
      app.send('POST', `${path}/cancellation`, { as: later, body: { sentOn } })
    expect((await app.send('GET', path, { as: later })).json()).toMatchObject({ state: 'in_force' })
    expect(refusal(await record('2026-12-02'))).toEqual([409, 'conflict'])
    expect((await record('2026-12-01')).json()).toMatchObject({ state: 'cancelled' })
    expect(refusal(await record('2026-12-01'))).toEqual([409, 'conflict'])
    const auditor = await newManager(app, 'auditor')
    expect(refusal(await app.send('GET', path, { as: auditor }))).toEqual([403, 'not_allowed'])
    const noted = await app.database.db
      .select({ managerId: auditEvents.managerId })
      .from(auditEvents)
      .where(eq(auditEvents.act, 'agreement_cancelled_on_paper'))
    expect(noted).toEqual([{ managerId: later.managerId }])
  })
})

it('sends events to the operator’s own systems when it is signed and canceled', async () => {
  const { db } = app.database
  await db.transaction(tx =>
    addTarget(
      tx,
      app.keyring,
      { url: 'https://hooks.example/agreement', events: ['agreement.signed', 'agreement.cancelled'] },
      app.now(),
    ),
  )
  const client = await app.register()
  await signBoth(client)
  expect((await cancel(client)).statusCode).toBe(200)
  const sent = await db.select({ type: outgoingEvents.type }).from(outgoingEvents)
  expect(sent.map(({ type }) => type).toSorted()).toEqual(['agreement.cancelled', 'agreement.signed'])
})

it('is in the export; the signed statement of an erased client is deleted two years after it was signed', async () => {
  const { db } = app.database
  const client = await app.register()
  await signBoth(client)
  const exported = await app.send('GET', '/user/export', { as: client })
  const files = Object.keys(unzipSync(exported.rawPayload)).filter(path => path.startsWith('agreement/'))
  expect(files.toSorted()).toEqual([
    expect.stringMatching(/^agreement\/contract-.+\.pdf$/),
    'agreement/signed.json',
    expect.stringMatching(/^agreement\/statement-.+\.pdf$/),
  ])

  const kept = async () => [
    await db.$count(signedDisclosures, eq(signedDisclosures.userId, client.userId)),
    await db.$count(serviceContracts, eq(serviceContracts.userId, client.userId)),
  ]
  const dispose = async (now: Date) => {
    const parts = { db, disposals: app.app.disposals, periods: usualRetention, timeZone: 'America/New_York' }
    await disposeExpired(parts, { now, log: createLog('error', { write: () => undefined }) })
  }
  await dispose(new Date('2028-11-26T18:00:00Z'))
  expect(await kept()).toEqual([1, 1])
  await db
    .update(users)
    .set({ deletionAskedAt: new Date('2026-01-01') })
    .where(eq(users.id, client.userId))
  for (const task of app.app.cleanupTasks) await task(db, app.now())
  expect(await kept()).toEqual([1, 0])
  await dispose(new Date('2028-11-24T18:00:00Z'))
  expect(await kept()).toEqual([1, 0])
  await dispose(new Date('2028-11-26T18:00:00Z'))
  expect(await kept()).toEqual([0, 0])
})
