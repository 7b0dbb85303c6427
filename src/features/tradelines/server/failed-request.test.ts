import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import type { RequestedEmail } from '../contract.ts'

/** A manager's address that the sandbox cannot deliver to. */
let app: TestApp
let person: Tokens & { userId: string }
let request: RequestedEmail
beforeAll(async () => {
  app = await openApp({ env: { MANAGER_INBOX: 'bounce@fairfile.test' } })
  person = await app.register()
  await app.work()
  const answer = await app.send('POST', '/tradelines/advice', { as: person, body: { sendToManager: true } })
  request = answer.json<{ request: RequestedEmail }>().request
  await app.work()
})
afterAll(() => app.close())

const listed = async () =>
  (await app.send('GET', '/tradelines/requested', { as: person })).json<{
    data: RequestedEmail[]
    total: number
  }>()
const retry = (as: Tokens = person) => app.send('POST', `/tradelines/requested/${request.id}/retry`, { as })
const mails = async () => {
  const { rows } = await app.database.pool.query<{ count: string }>(
    "select count(*) from emails where kind = 'tradeline-request'",
  )
  return Number(rows[0]?.count)
}

describe('a request whose email fails', () => {
  it('is shown as failed, with the reason', async () => {
    const { data, total } = await listed()
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      id: request.id,
      status: 'failed',
      recipientEmail: 'bounce@fairfile.test',
    })
    expect(data[0]?.errorMessage).toMatch(/\w+\.$/)
  })

  it('is mailed again as the same request, once for two clicks', async () => {
    const answers = await Promise.all([retry(), retry()])
    expect(answers.map(answer => answer.json<RequestedEmail>())).toMatchObject([
      { id: request.id, status: 'queued', errorMessage: null },
      { id: request.id, status: 'queued', errorMessage: null },
    ])
    expect(await mails()).toBe(2)
    await app.work()
    expect((await listed()).data.map(({ status }) => status)).toEqual(['failed'])
  })

  it('can be mailed again by assisting staff but not by read-only staff', async () => {
    expect((await retry(await startImpersonation(app, person.userId, null))).json()).toMatchObject({
      code: 'read_only',
    })
    const assisting = await startImpersonation(app, person.userId, 'The email failed')
    expect((await retry(assisting)).json()).toMatchObject({ status: 'queued' })
  })

  it('is not mailed again after it was sent', async () => {
    await app.database.pool.query("update emails set state = 'sent' where kind = 'tradeline-request'")
    const before = await mails()
    expect((await retry()).json()).toMatchObject({ status: 'sent' })
    expect(await mails()).toBe(before)
  })
})
