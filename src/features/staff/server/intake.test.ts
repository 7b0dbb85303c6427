import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointReply } from '#api/endpoint.ts'
import { OutboxItem } from '#sandbox/contract.ts'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { mailTo } from '#test/support/mailbox.ts'
import { type NewManager, newManager, signInManager } from '#test/support/people/new-manager.ts'
import { registrationBody } from '#test/support/people/new-user.ts'
import { refusal, statusesOf } from '#test/support/refusal.ts'
import type { intake } from '../intake-contract.ts'
import { cleanUpClientInvitations } from './client-invitations.ts'

type Sent = EndpointReply<typeof intake.invite>
type Waiting = EndpointReply<typeof intake.invitations>

const DAY = 24 * 60 * 60_000

let app: TestApp
let ana: NewManager
let admin: NewManager
let auditor: NewManager
let people = 0
beforeAll(async () => {
  app = await openApp()
  ana = await newManager(app, 'agent', { firstName: 'Ana', lastName: 'Ruiz' })
  admin = await newManager(app, 'admin')
  auditor = await newManager(app, 'auditor')
})
afterAll(() => app.close())

/** What staff type about another person. */
const personOf = () => {
  people += 1
  const number = String(people).padStart(2, '0')
  return {
    firstName: 'Ivy',
    lastName: `Quill${number}`,
    email: `ivy${number}@mail.example`,
    phoneNumber: `+131255502${number}`,
  }
}
const ways = { byText: false, byEmail: true, askedForText: false }
const invite = (body: object, as: Tokens = ana) =>
  app.send('POST', '/manager/client-invitations', { as, body })
const openLink = (token: string) => app.send('POST', '/client-invitation', { body: { token } })
const waiting = async () =>
  (await app.send('GET', '/manager/client-invitations', { as: ana }))
    .json<Waiting>()
    .data.map(({ email }) => email)
const tokenIn = (text: string | undefined) => {
  const token = /\/invitation#(\S+)/.exec(text ?? '')?.[1]
  if (token === undefined) throw new Error(`no link in ${text}`)
  return token
}
const mailedToken = async (email: string) => tokenIn((await mailTo(app, email))[0]?.body)
const texts = async (to: string) => {
  const answer = await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' })
  return answer
    .json<{ items: unknown[] }>()
    .items.map(item => OutboxItem.parse(item))
    .filter(item => item.channel === 'sms' && item.to === to)
}
const register = async (phoneNumber: string, invitation: string) => {
  await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
  const ssn = `513-45-67${String(people).padStart(2, '0')}`
  return app.send('POST', '/auth/register', {
    body: { ...registrationBody(phoneNumber, ssn), smsCode: await app.codeFor(phoneNumber), invitation },
  })
}
const disable = (managerId: string) =>
  app.send('PATCH', `/manager/staff/${managerId}`, { as: admin, body: { disabled: true } })

describe('inviting a client', () => {
  it('requires name and contacts, and assigns the registered person to the inviting manager', async () => {
    const person = personOf()
    const sent = await invite({ ...person, ...ways })
    expect(sent.statusCode).toBe(201)
    expect(sent.json<Sent>()).toMatchObject({
      invitation: { ...person, invitedBy: 'Ana Ruiz', status: 'open' },
      textProblem: null,
    })
    expect(await storedText(app)).not.toContain(person.lastName)
    const token = await mailedToken(person.email)
    expect(await texts(person.phoneNumber)).toEqual([])
    expect((await openLink(token)).json()).toEqual({ ...person, invitedBy: 'Ana Ruiz' })

    const registered = await register(person.phoneNumber, token)
    expect(registered.statusCode).toBe(201)
    const { id } = registered.json<{ user: { id: string } }>().user
    expect((await app.send('GET', `/manager/clients/${id}`, { as: ana })).json()).toMatchObject({
      responsible: { name: 'Ana Ruiz' },
    })
    expect(await waiting()).not.toContain(person.email)
    const { rows } = await app.database.pool.query<{ act: string; actor: string }>(
      "select act, actor from audit_events where user_id = $1 and act in ('registered', 'client_assigned') order by act",
      [id],
    )
    expect(rows).toEqual([
      { act: 'client_assigned', actor: 'system' },
      { act: 'registered', actor: 'user' },
    ])
    const again = await openLink(token)
    expect(refusal(again)).toEqual([422, 'link_used'])
    expect(again.body).toContain('This invitation was used already.')
    const other = await register('+13125550299', token)
    expect(refusal(other)).toEqual([422, 'link_used'])
  })

  it('texts only a person who requested it', async () => {
    const person = personOf()
    const unasked = await invite({ ...person, ...ways, byText: true })
    expect(unasked.json()).toMatchObject({
      fields: { askedForText: 'Text only somebody who asked you for it' },
    })
    expect(await waiting()).not.toContain(person.email)
    await invite({ ...person, byText: true, byEmail: false, askedForText: true })
    const [text] = await texts(person.phoneNumber)
    expect(text?.body).toMatch(/^Fairfile: create your account within 7 days: \S+ Reply STOP to end texts\.$/)
    expect((await openLink(tokenIn(text?.body))).statusCode).toBe(200)
    expect(await mailTo(app, person.email)).toEqual([])
  })

  it('is refused for a phone number with an account or an open invitation, with a clear message', async () => {
    const client = await app.register()
    const person = personOf()
    const taken = await invite({ ...person, phoneNumber: client.phoneNumber, ...ways })
    expect(taken.json()).toMatchObject({
      code: 'phone_taken',
      message: 'A client uses this phone number already. Search for it in the list of clients.',
    })
    const both = await Promise.all([invite({ ...person, ...ways }), invite({ ...person, ...ways }, admin)])
    expect(statusesOf(both)).toEqual([201, 409])
    expect(
      refusal(await invite({ ...personOf(), byText: false, byEmail: false, askedForText: false })),
    ).toEqual([400, 'invalid_request'])
    expect(refusal(await invite({ ...personOf(), ...ways, ssn: '513-45-6799' }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(refusal(await invite({ ...personOf(), ...ways }, auditor))).toEqual([403, 'not_allowed'])
  })
})

describe('an unaccepted invitation', () => {
  it('expires after seven days with a message, can be sent again, and is deleted a month later', async () => {
    const person = personOf()
    const { id } = (await invite({ ...person, ...ways })).json<Sent>().invitation
    const first = await mailedToken(person.email)
    app.pass(7 * DAY)
    const late = await openLink(first)
    expect([refusal(late), late.json<{ message: string }>().message]).toEqual([
      [422, 'link_used'],
      'This invitation has expired. Ask for a new one.',
    ])
    ana = { ...ana, ...(await signInManager(app, ana.email)) }
    const sent = await app.send('POST', `/manager/client-invitations/${id}/send`, { as: ana, body: ways })
    expect(sent.json<Sent>().invitation.status).toBe('open')
    expect(refusal(await openLink(first))).toEqual([422, 'link_used'])
    const mails = await mailTo(app, person.email)
    expect((await openLink(tokenIn(mails[0]?.body))).statusCode).toBe(200)
    app.pass(38 * DAY)
    await cleanUpClientInvitations(app.database.db, app.now())
    const { rows } = await app.database.pool.query('select 1 from client_invitations where id = $1', [id])
    expect(rows).toEqual([])
    const { rows: kept } = await app.database.pool.query(
      "select 1 from emails where kind = 'client-invitation'",
    )
    expect(kept).toEqual([])
    ana = { ...ana, ...(await signInManager(app, ana.email)) }
    admin = { ...admin, ...(await signInManager(app, admin.email)) }
  })

  it('can be withdrawn, and its link no longer works', async () => {
    const person = personOf()
    const { id } = (await invite({ ...person, ...ways })).json<Sent>().invitation
    const token = await mailedToken(person.email)
    const withdraw = () => app.send('DELETE', `/manager/client-invitations/${id}`, { as: ana })
    expect((await withdraw()).statusCode).toBe(200)
    expect(refusal(await openLink(token))).toEqual([422, 'link_used'])
    expect(refusal(await register(person.phoneNumber, token))).toEqual([422, 'link_used'])
    expect(refusal(await withdraw())).toEqual([404, 'not_found'])
  })

  it('is sent at most five times', async () => {
    const { id } = (await invite({ ...personOf(), ...ways })).json<Sent>().invitation
    const send = () => app.send('POST', `/manager/client-invitations/${id}/send`, { as: ana, body: ways })
    for (let n = 2; n <= 5; n += 1) expect((await send()).statusCode).toBe(200)
    expect(refusal(await send())).toEqual([409, 'conflict'])
  })

  it('from a manager who was disabled since creates an unassigned client', async () => {
    const cleo = await newManager(app, 'agent', { firstName: 'Cleo', lastName: 'Marsh' })
    const person = personOf()
    await invite({ ...person, ...ways }, cleo)
    await disable(cleo.managerId)
    const { id } = (await register(person.phoneNumber, await mailedToken(person.email))).json<{
      user: { id: string }
    }>().user
    expect((await app.send('GET', `/manager/clients/${id}`, { as: ana })).json()).toMatchObject({
      responsible: { name: 'Cleo Marsh', active: false },
    })
  })
})
