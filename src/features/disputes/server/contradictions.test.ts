import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '#api/errors.ts'
import type { Analytics } from '#features/credit/contract.ts'
import type { User } from '#features/identity/contract.ts'
import { users } from '#features/identity/server/tables.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import type { ShownAccount } from '#features/reports/contract.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { findCollection, postDispute, readRefusal } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { danielsDocument, mayasDocument } from '#test/support/reports/demo-documents.ts'
import type { Dispute, Preview } from '../dispute-contract.ts'
import type { AccountDispute } from '../dispute-requests.ts'

/** A letter must not contradict what the user said in an earlier one. */

let app: TestApp
let maya: Tokens
let rows: ShownAccount[]

beforeAll(async () => {
  app = await openApp({ demo: true })
  maya = await app.signIn('+12025550143')
  const { fullReport } = (await app.send('GET', '/credit/analytics', { as: maya })).json<Analytics>()
  rows = fullReport?.accountInformation ?? []
})
afterAll(() => app.close())

type Item = AccountDispute['items'][number]

const send = (path: string, item: Item) =>
  app.send('POST', path, { as: maya, body: { items: [item], attested: true, repeat: true } })
const preview = (item: Item) => send('/dispute/account/preview', item)
const create = (item: Item) => send('/dispute/account', item)

const owed = () => {
  const row = rows.find(({ isCollection, currentBalance }) => isCollection && Number(currentBalance) > 0)
  if (!row) throw new Error('Maya owes no collection')
  return row
}

/** Two rows of one account whose credit limits differ. */
const differing = () => {
  for (const one of rows) {
    const other = rows.find(
      row => row.id === one.id && row.creditLimit !== null && row.creditLimit !== one.creditLimit,
    )
    if (other && one.creditLimit !== null) return [one, other] as const
  }
  throw new Error('No bureaus of Maya differ')
}

describe('a dispute that claims the opposite of an earlier one', () => {
  it('is refused in the preview and on creation, with the earlier claim', async () => {
    const { id, bureau } = owed()
    const item = { accountId: id, bureaus: [bureau] }
    expect((await create({ ...item, reason: 'not_mine' })).statusCode).toBe(201)
    for (const answer of [
      await preview({ ...item, reason: 'paid_or_settled' }),
      await create({ ...item, reason: 'paid_or_settled' }),
    ]) {
      const { code, fields } = answer.json<ErrorBody>()
      expect([answer.statusCode, code]).toEqual([422, 'contradicts_dispute'])
      expect(fields?.['items.0.reason']).toMatch(
        /^In your dispute of .* you said “This account is not mine”\. This would say otherwise\./,
      )
    }
    const mended = await create({
      ...item,
      reason: 'other',
      explanation: 'I wrote that this is not mine. I was mistaken, and I paid it in 2024.',
    })
    expect(mended.statusCode).toBe(201)
  })

  it('is refused if another bureau was called right before', async () => {
    const [one, other] = differing()
    const asks = (
      await preview({ accountId: one.id, bureaus: [one.bureau, other.bureau], reason: 'wrong_limit' })
    ).json<Preview>()
    for (const { body } of asks.letters) expect(body).toContain('of this account differently.')
    const item = { accountId: one.id, reason: 'wrong_limit' } as const
    const made = await create({ ...item, bureaus: [one.bureau], correctBureau: other.bureau })
    expect(made.json<Dispute>().items).toEqual([
      expect.objectContaining({ correctBureau: other.bureau, asksToVerify: false }),
    ])
    const turned = await create({ ...item, bureaus: [other.bureau], correctBureau: one.bureau })
    const { code, fields } = turned.json<ErrorBody>()
    expect(code).toBe('contradicts_dispute')
    expect(fields?.['items.0.correctBureau']).toContain(`you said that ${other.bureau} is right`)
  })

  it('may replace one that a manager created and nobody confirmed, which then can no longer be confirmed', async () => {
    const { id: userId } = (await app.send('GET', '/user/info', { as: maya })).json<User>()
    const manager = await startImpersonation(app, userId, 'The client asked us to write to the bureaus.')
    const row = rows.find(
      ({ id, currentBalance }) => id !== owed().id && id !== differing()[0].id && Number(currentBalance) > 0,
    )
    if (!row) throw new Error('Maya owes nothing else')
    const items = [{ accountId: row.id, bureaus: [row.bureau], reason: 'paid_or_settled' }]
    const waiting = await app.send('POST', '/dispute/account', { as: manager, body: { items } })
    expect(waiting.statusCode).toBe(201)
    const own = await create({ accountId: row.id, bureaus: [row.bureau], reason: 'not_mine' })
    expect(own.statusCode).toBe(201)
    const path = `/dispute/${waiting.json<Dispute>().id}/attest`
    const confirmed = await app.send('POST', path, { as: maya, body: { attested: true } })
    const { code, message } = confirmed.json<ErrorBody>()
    expect([confirmed.statusCode, code]).toEqual([422, 'contradicts_dispute'])
    expect(message).toMatch(/cannot be changed\. To claim something else, start a new dispute\.$/)
  })
})

it('a claim about an account that does not fit one about the inquiry before it causes a warning', async () => {
  const person = await app.signIn('+12025550143')
  const { fullReport } = (await app.send('GET', '/credit/analytics', { as: person })).json<Analytics>()
  const asked = fullReport?.creditInquiries.find(({ company }) => company === 'FOOTHILL SAVINGS')
  const opened = rows.find(
    row => row.creditorNameReported === 'FOOTHILL SAVINGS' && row.bureau === asked?.bureau,
  )
  const bureaus = [asked?.bureau]
  const warned = async () => {
    const items = [{ accountId: opened?.id, bureaus, reason: 'closed_shown_open' }]
    const shown = await app.send('POST', '/dispute/account/preview', { as: person, body: { items } })
    return shown.json<Preview>().warnings.map(({ code }) => code)
  }
  expect(await warned()).toEqual([])
  const denied = { items: [{ inquiryId: asked?.id, bureaus, reason: 'no_application' }], attested: true }
  const made = await app.send('POST', '/dispute/inquiry', { as: person, body: denied })
  expect(made.statusCode).toBe(201)
  expect(await warned()).toEqual(['denied_before'])
})

it('an application that an earlier letter denied is named as no repeat of another, and can be denied again', async () => {
  const person = await app.register()
  const document = danielsDocument
    .toString()
    .replace(/<CREDIT_INQUIRY [\s\S]*?<\/CREDIT_INQUIRY>/, one =>
      ['20', '22', '24'].map(day => one.replace('2026-07-22', `2026-07-${day}`)).join('\n'),
    )
  await app.upload('/credit/reports/import', Buffer.from(document), { as: person })
  const { fullReport } = (await app.send('GET', '/credit/analytics', { as: person })).json<Analytics>()
  const idOf = (date: string) => fullReport?.creditInquiries.find(one => one.date === date)?.id
  const items = (date: string, reason: string) => ({
    items: [{ inquiryId: idOf(date), bureaus: ['TransUnion'], reason }],
  })
  await postDispute(app, person, 'inquiry', items('2026-07-20', 'no_application'))
  const { letters } = await postDispute(app, person, 'inquiry', items('2026-07-22', 'duplicate'))
  expect(letters[0]?.body).toContain(
    'Your file also lists an inquiry by HARBORVIEW BANK dated July 24, 2026.',
  )
  app.pass(1)
  const manager = await startImpersonation(app, person.userId, 'The client asked us to write to the bureaus.')
  const body = { ...items('2026-07-22', 'duplicate'), repeat: true }
  const made = (await app.send('POST', '/dispute/inquiry', { as: manager, body })).json<Dispute>()
  const confirmed = await app.send('POST', `/dispute/${made.id}/attest`, {
    as: person,
    body: { attested: true },
  })
  expect(confirmed.statusCode).toBe(200)
  await postDispute(app, person, 'inquiry', items('2026-07-20', 'identity_theft'))
  const denied = await app.send('POST', '/dispute/inquiry', {
    as: person,
    body: { ...items('2026-07-24', 'no_application'), attested: true },
  })
  expect(readRefusal(denied)).toEqual([422, 'contradicts_dispute', 'items.0.reason'])
})

it('a letter that came back says nothing to its recipient, until it is mailed again', async () => {
  const person = await app.register({ streetAddress: '418 Alder Street' })
  await app.upload('/credit/reports/import', mayasDocument, { as: person })
  const { accountId, bureaus } = await findCollection(app, person)
  const ask = (path: string, reason: string) =>
    app.send('POST', `/dispute/account${path}`, {
      as: person,
      body: { items: [{ accountId, bureaus: bureaus.slice(0, 1), reason }], attested: true },
    })
  const first = (await ask('', 'not_mine')).json<Dispute>()
  const [letter] = first.letters
  await app.send('POST', `/dispute/${first.id}/send-physical`, { as: person, body: {} })
  expect((await ask('/preview', 'not_mine')).json<Preview>().warnings).toEqual([
    expect.objectContaining({ code: 'repeats_dispute' }),
  ])
  expect(readRefusal(await ask('/preview', 'paid_or_settled'))).toContain('contradicts_dispute')
  const from = '127.0.0.1'
  await app.send('POST', `/sandbox/letters/${letter?.id}/events`, { from, body: { event: 'returned' } })
  expect((await ask('/preview', 'not_mine')).json<Preview>().warnings).toEqual([])
  const [opposed, ...others] = (await ask('/preview', 'paid_or_settled')).json<Preview>().warnings
  expect([opposed?.code, others]).toEqual(['denied_before', []])
  expect(opposed?.message).toContain('says the opposite. It came back')
  expect((await ask('', 'paid_or_settled')).statusCode).toBe(201)
  const again = await app.send('POST', `/dispute/letter/${letter?.id}/mail-again`, {
    as: person,
    body: { reason: 'The address is right.' },
  })
  expect(readRefusal(again)).toEqual([422, 'contradicts_dispute', 'items.0.reason'])
})

it('a letter that came back is mailed again whatever another letter of its dispute says, and counts if an earlier mailing may have arrived', async () => {
  const person = await app.register({ streetAddress: '418 Alder Street' })
  await app.database.db.update(users).set({ plan: 'max' }).where(eq(users.id, person.userId))
  await app.upload('/credit/reports/import', mayasDocument, { as: person })
  const { fullReport } = (await app.send('GET', '/credit/analytics', { as: person })).json<Analytics>()
  const owing = (fullReport?.accountInformation ?? []).filter(row => Number(row.currentBalance) > 0)
  const one = owing.find(({ bureau }) => bureau === 'TransUnion')
  const other = owing.find(({ bureau, id }) => bureau === 'Experian' && id !== one?.id)
  const about = (row: ShownAccount | undefined, reason: string) => ({
    accountId: row?.id,
    bureaus: [row?.bureau],
    reason,
  })
  const dispute = await postDispute(app, person, 'account', {
    items: [about(one, 'not_mine'), about(other, 'not_mine')],
  })
  const letterTo = (bureau: string) => dispute.letters.find(letter => letter.bureau === bureau)?.id ?? ''
  await app.send('POST', `/dispute/${dispute.id}/send-physical`, { as: person, body: {} })
  const comeBack = (bureau: string) =>
    app.send('POST', `/sandbox/letters/${letterTo(bureau)}/events`, {
      from: '127.0.0.1',
      body: { event: 'returned' },
    })
  const mailAgain = async (bureau: string) => {
    const body = { reason: 'The address is right.' }
    return readRefusal(
      await app.send('POST', `/dispute/letter/${letterTo(bureau)}/mail-again`, { as: person, body }),
    )
  }
  const previewOpposite = () =>
    app.send('POST', '/dispute/account/preview', {
      as: person,
      body: { items: [about(other, 'paid_or_settled')], attested: true },
    })
  await comeBack('TransUnion')
  await comeBack('Experian')
  expect((await previewOpposite()).statusCode).toBe(200)
  const lost = randomUUID()
  const [mailed] = await app.database.db
    .select()
    .from(mailJobs)
    .where(eq(mailJobs.letterId, letterTo('Experian')))
  if (!mailed) throw new Error('no letter was mailed')
  const untraceable = { id: lost, generation: 0, phase: 'untraceable', providerId: null } as const
  await app.database.db.insert(mailJobs).values({ ...mailed, ...untraceable })
  expect(readRefusal(await previewOpposite())).toContain('contradicts_dispute')
  await app.database.db.delete(mailJobs).where(eq(mailJobs.id, lost))
  await postDispute(app, person, 'account', { items: [about(other, 'paid_or_settled')] })
  expect(await mailAgain('Experian')).toContain('contradicts_dispute')
  expect(await mailAgain('TransUnion')).toEqual([200, undefined])
})
