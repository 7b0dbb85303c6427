import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Analytics } from '#features/credit/contract.ts'
import type { UserInfo } from '#features/identity/contract.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import type { Dispute } from '../dispute-contract.ts'
import { disputes } from './tables.ts'

let app: TestApp
let maya: Tokens
let mayaId: string
let manager: Tokens
let items: object[]

beforeAll(async () => {
  app = await openApp({ demo: true, env: { MAIL_DAILY_CAP: '400,500' } })
  maya = await app.signIn('+12025550143')
  mayaId = (await app.send('GET', '/user/info', { as: maya })).json<{ id: string }>().id
  manager = await startImpersonation(app, mayaId, 'The client asked us to write to the bureaus.')
  const { fullReport } = (await app.send('GET', '/credit/analytics', { as: maya })).json<Analytics>()
  const accounts = fullReport?.accountInformation ?? []
  const account = accounts.find(row => row.isCollection)
  if (!account) throw new Error('Maya has no collection')
  const bureaus = accounts.filter(({ id }) => id === account.id).map(({ bureau }) => bureau)
  items = [{ accountId: account.id, bureaus, reason: 'not_mine' }]
})
afterAll(() => app.close())

type Answer = Awaited<ReturnType<TestApp['send']>>
const statusAndCode = (answer: Answer) => [answer.statusCode, answer.json<{ code?: string }>().code ?? 'ok']

const newDispute = async (as = maya): Promise<Dispute> => {
  const body = { items, attested: true, repeat: true }
  const answer = await app.send('POST', '/dispute/account', { as, body })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<Dispute>()
}
const mail = (id: string, { as = maya, body = {}, headers = {} } = {}) =>
  app.send('POST', `/dispute/${id}/send-physical`, { as, body, headers })
const again = (id: string, reason = 'It came back.', as = maya) =>
  app.send('POST', `/dispute/letter/${id}/mail-again`, { as, body: { reason } })
const read = async (id: string) => (await app.send('GET', `/dispute/${id}`, { as: maya })).json<Dispute>()
const jobsOf = ({ letters }: Dispute) =>
  app.database.db
    .select()
    .from(mailJobs)
    .where(
      sql`${mailJobs.letterId} in (${sql.join(
        letters.map(({ id }) => sql`${id}::uuid`),
        sql`, `,
      )})`,
    )
const sandboxLetters = async () =>
  (await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' }))
    .json<{ items: { channel: string; subject: string; letterId?: string; providerId?: string }[] }>()
    .items.filter(({ channel }) => channel === 'letter')
const move = (providerId: string, event: string) =>
  app.send('POST', `/sandbox/letters/${providerId}/events`, { body: { event }, from: '127.0.0.1' })

describe('sending the letters of a dispute', () => {
  it('sends each of them to the mail provider once and shows it immediately', async () => {
    const dispute = await newDispute()
    expect(dispute.letters.map(({ mailState }) => mailState)).not.toContain('requested')
    const answer = await mail(dispute.id)
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    const { status, letters } = await read(dispute.id)
    expect(status).toBe('SENT')
    for (const letter of letters) {
      expect(letter.lobLetterId).not.toBeNull()
      expect(letter.lobSentAt).toBe(app.now().toISOString())
      expect(letter.lobTrackingUrl).toBeNull()
    }
    const posted = (await sandboxLetters()).map(({ letterId }) => letterId)
    for (const { id } of letters) expect(posted.filter(one => one === id)).toHaveLength(1)
    // Remove it from the index of letters waiting to be mailed.
    const [row] = await app.database.db.select().from(disputes).where(eq(disputes.id, dispute.id))
    expect(row?.mailRequestedAt).toEqual(app.now())
  })

  it('returns the same for a second call and mails nothing', async () => {
    const dispute = await newDispute()
    await mail(dispute.id)
    const before = (await sandboxLetters()).length
    expect((await mail(dispute.id, { body: { certified: true } })).json()).toEqual({ success: true })
    await app.work()
    expect(await sandboxLetters()).toHaveLength(before)
    expect(await jobsOf(dispute)).toHaveLength(dispute.letters.length)
  })

  it('called fifty times concurrently, mails each letter once', async () => {
    const dispute = await newDispute()
    const before = (await sandboxLetters()).length
    const answers = await Promise.all(Array.from({ length: 50 }, () => mail(dispute.id)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 50 }, () => 200))
    await app.work()
    expect(await jobsOf(dispute)).toHaveLength(dispute.letters.length)
    expect(await sandboxLetters()).toHaveLength(before + dispute.letters.length)
    const { rows } = await app.database.db.execute<{ noted: number }>(
      sql`select count(*)::int as noted from audit_events where act = 'letters_mailed' and object_id = ${dispute.id}`,
    )
    expect(rows[0]?.noted).toBe(1)
  })

  it('mails the same bytes that the user downloads', async () => {
    const dispute = await newDispute()
    await mail(dispute.id)
    const [letter] = dispute.letters
    const own = await app.send('GET', `/dispute/letter/${letter?.id}/pdf`, { as: maya })
    const posted = (await sandboxLetters()).find(({ letterId }) => letterId === letter?.id)
    const sent = await app.send('GET', `/sandbox/letters/${posted?.providerId}/pdf`, { from: '127.0.0.1' })
    expect(sent.rawPayload.equals(own.rawPayload)).toBe(true)
  })

  it('requests certified mail if the user chose it, and shows its tracking link', async () => {
    const dispute = await newDispute()
    await mail(dispute.id, { body: { certified: true } })
    for (const { lobTrackingUrl, lobLetterId } of (await read(dispute.id)).letters)
      expect(lobTrackingUrl).toBe(`/sandbox/letters/${lobLetterId}`)
  })

  it('requests a return receipt only with certified mail, and again when the letter is remailed', async () => {
    const mailedWith = async (body: object) => {
      const dispute = await newDispute()
      await mail(dispute.id, { body })
      return dispute
    }
    const servicesOf = async (dispute: Dispute) =>
      (await jobsOf(dispute)).map(({ certified, returnReceipt }) => [certified, returnReceipt])
    const plain = await mailedWith({ returnReceipt: true })
    expect(await servicesOf(plain)).toEqual(plain.letters.map(() => [false, false]))
    const signed = await mailedWith({ certified: true, returnReceipt: true })
    const [letter] = (await read(signed.id)).letters
    await move(letter?.lobLetterId ?? '', 'returned')
    expect((await again(letter?.id ?? '')).statusCode).toBe(200)
    expect(await servicesOf(signed)).toEqual([...signed.letters, letter].map(() => [true, true]))
    const subjects = (await sandboxLetters()).flatMap(({ letterId, subject }) =>
      letterId === letter?.id ? subject : [],
    )
    expect(subjects).toEqual(Array(2).fill('Letter by certified mail with return receipt'))
  })

  it('prevents rewording a letter afterwards', async () => {
    const dispute = await newDispute()
    await mail(dispute.id)
    const [letter] = dispute.letters
    const answer = await app.send('PATCH', `/dispute/letter/${letter?.id}`, {
      as: maya,
      body: { body: letter?.body },
    })
    expect(statusAndCode(answer)).toEqual([409, 'already_mailed'])
  })

  it('is possible only for the owner', async () => {
    const stranger = await app.register()
    const dispute = await newDispute()
    expect(statusAndCode(await mail(dispute.id, { as: stranger }))).toEqual([404, 'not_found'])
    expect(await jobsOf(dispute)).toEqual([])
  })
})

describe('impersonating staff', () => {
  const consent = (given: boolean) =>
    app.send('POST', '/user/consents', { as: maya, body: { kind: 'staffMailing', given } })

  it('can mail what the client confirmed, and only with the client’s consent', async () => {
    const dispute = await newDispute(manager)
    const inTheWay = async () =>
      (await app.send('GET', '/user/info', { as: manager })).json<UserInfo>().notOffered.mailing?.code
    expect(await inTheWay()).toBe('no_mailing_consent')
    expect(statusAndCode(await mail(dispute.id, { as: manager }))).toEqual([403, 'no_mailing_consent'])
    await consent(true)
    expect(await inTheWay()).toBeUndefined()
    expect(statusAndCode(await mail(dispute.id, { as: manager }))).toEqual([409, 'attestation_needed'])
    await app.send('POST', `/dispute/${dispute.id}/attest`, { as: maya, body: { attested: true } })
    expect((await mail(dispute.id, { as: manager })).statusCode).toBe(200)
    await consent(false)
    const other = await newDispute()
    expect(statusAndCode(await mail(other.id, { as: manager }))).toEqual([403, 'no_mailing_consent'])
    expect(await jobsOf(other)).toEqual([])
  })
})

describe('an undelivered letter', () => {
  const returned = async (event: string) => {
    const dispute = await newDispute()
    await mail(dispute.id)
    const [letter] = (await read(dispute.id)).letters
    if (!letter?.lobLetterId) throw new Error('the letter was not mailed')
    await move(letter.lobLetterId, event)
    const seen = (await read(dispute.id)).letters.find(({ id }) => id === letter.id)
    if (!seen) throw new Error('the letter is gone')
    return { dispute, letter: seen }
  }

  it.each(['returned', 'failed'])('shows what to do: %s', async event => {
    const { letter } = await returned(event)
    expect([letter.mailState, letter.lobStatus]).toEqual([event, 'failed'])
    expect(letter.lobErrorMessage).toMatch(/It has to be mailed again\. You can always download the PDF/)
    expect(letter.next?.text).toBe(letter.lobErrorMessage)
  })

  it('is mailed again with a reason, once per call', async () => {
    const { dispute, letter } = await returned('returned')
    expect(statusAndCode(await again(letter.id, ''))).toEqual([400, 'invalid_request'])
    expect((await again(letter.id)).statusCode).toBe(200)
    expect(statusAndCode(await again(letter.id))).toEqual([409, 'not_come_back'])
    const rows = await app.database.db.select().from(mailJobs).where(eq(mailJobs.letterId, letter.id))
    expect(new Set(rows.map(({ generation }) => generation))).toEqual(new Set([1, 2]))
    const seen = (await read(dispute.id)).letters.find(({ id }) => id === letter.id)
    expect(seen?.lobErrorMessage).toBeNull()
    expect(seen?.lobLetterId).not.toBe(letter.lobLetterId)
  })

  it('is the only kind that can be mailed again', async () => {
    const dispute = await newDispute()
    const id = dispute.letters[0]?.id ?? ''
    expect(statusAndCode(await again(id))).toEqual([409, 'not_come_back'])
    await mail(dispute.id)
    expect(statusAndCode(await again(id))).toEqual([409, 'not_come_back'])
    expect(statusAndCode(await again(id, 'Why not', await app.register()))).toEqual([404, 'not_found'])
  })
})
