import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Dispute } from '#features/disputes/dispute-contract.ts'
import type { UserInfo } from '#features/identity/contract.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { confirmUser } from '#test/support/people/consenting-user.ts'
import { postDispute } from '#test/support/people/disputing.ts'
import { refusal } from '#test/support/refusal.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'
import type { Bureau } from '#values/bureau.ts'

/** Mailing and Max Plan only for confirmed users, with two letters in 30 days. */

const folder = mkdtempSync(join(tmpdir(), 'fairfile-mailing-policies-'))
const settings = {
  preset: 'household',
  name: 'The Quay Street Family',
  postalAddress: ['4 Quay Road', 'Portland, ME 04101'],
  support: { email: 'family@quaystreet.us' },
  policies: { maxPlan: 'confirmed', mailing: { who: 'confirmed', lettersPerMonth: 2 } },
}

const MONTH_MS = 31 * 24 * 60 * 60_000

let app: TestApp
beforeAll(async () => {
  writeFileSync(join(folder, 'operator.json'), JSON.stringify(settings))
  app = await openApp({ env: { OPERATOR_DIR: folder } })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const registerConfirmed = async () => {
  const person = await app.register()
  await confirmUser(app, person.userId)
  return person
}
const freeze = (as: Tokens, ...bureaus: Bureau[]): Promise<Dispute> =>
  postDispute(app, as, 'freeze', { action: 'place', bureaus, repeat: true })
const mail = (as: Tokens, { id }: Dispute) =>
  app.send('POST', `/dispute/${id}/send-physical`, { as, body: {} })
const mailAgain = (as: Tokens, letterId: string) =>
  app.send('POST', `/dispute/letter/${letterId}/mail-again`, { as, body: { reason: 'It came back.' } })
const me = async (as: Tokens) => (await app.send('GET', '/user/info', { as })).json<UserInfo>()
const maxPlan = (as: Tokens) => app.send('POST', '/user/max-plan', { as, body: { enabled: true } })
/** Mails a letter that is then returned. */
const returnedLetter = async (as: Tokens): Promise<string> => {
  const dispute = await freeze(as, 'Equifax')
  expect((await mail(as, dispute)).statusCode).toBe(200)
  const [letter] = (await app.send('GET', `/dispute/${dispute.id}`, { as })).json<Dispute>().letters
  const moved = `/sandbox/letters/${letter?.lobLetterId}/events`
  await app.send('POST', moved, { body: { event: 'returned' }, from: '127.0.0.1' })
  return letter?.id ?? ''
}

it('is refused until the identity is confirmed, and shown as refused before', async () => {
  const person = await app.register({ lastName: 'Unknown' })
  await app.work()
  const dispute = await freeze(person, 'Equifax')
  expect((await me(person)).notOffered).toMatchObject({
    maxPlan: { code: 'identity_needed' },
    mailing: { code: 'identity_needed' },
  })
  expect(refusal(await mail(person, dispute))).toEqual([403, 'identity_needed'])
  expect(refusal(await maxPlan(person))).toEqual([403, 'identity_needed'])
  await confirmUser(app, person.userId)
  expect((await me(person)).notOffered).toEqual({ maxPlan: null, mailing: null, staffWork: null })
  expect((await mail(person, dispute)).statusCode).toBe(200)
  expect((await maxPlan(person)).statusCode).toBe(200)
})

it('mails at most the operator’s number of letters in 30 days, all of a dispute or none', async () => {
  const person = await registerConfirmed()
  expect((await me(person)).lettersLeft).toBe(2)
  const three = await freeze(person, 'Equifax', 'Experian', 'TransUnion')
  expect(refusal(await mail(person, three))).toEqual([403, 'letters_used_up'])
  const single = [
    await freeze(person, 'Equifax'),
    await freeze(person, 'Experian'),
    await freeze(person, 'TransUnion'),
  ]
  const answers = await Promise.all(
    single.map(async dispute => ({ dispute, answer: await mail(person, dispute) })),
  )
  const [refused, ...more] = answers.filter(({ answer }) => answer.statusCode !== 200)
  if (refused === undefined) throw new Error('all were mailed')
  expect(more).toEqual([])
  expect(refusal(refused.answer)).toEqual([403, 'letters_used_up'])
  expect((await me(person)).lettersLeft).toBe(0)
  app.pass(MONTH_MS)
  const later = await app.signIn(person.phoneNumber)
  expect((await me(later)).lettersLeft).toBe(2)
  expect((await mail(later, refused.dispute)).statusCode).toBe(200)
})

it('counts a letter that is mailed again', async () => {
  const person = await registerConfirmed()
  const letterId = await returnedLetter(person)
  expect((await mailAgain(person, letterId)).statusCode).toBe(200)
  expect(refusal(await mail(person, await freeze(person, 'Experian')))).toEqual([403, 'letters_used_up'])
})

it('does not count a letter with a code', async () => {
  const person = await app.register({
    lastName: 'Stranger',
    streetAddress: '2210 Mission Oak Drive, Apt 4',
    city: 'Pasadena',
    state: 'CA',
    zip: '91106',
  })
  await app.upload('/credit/reports/import', mayasDocument, { as: person })
  expect((await app.send('POST', '/user/verification/letter', { as: person })).statusCode).toBe(200)
  await confirmUser(app, person.userId)
  expect((await mail(person, await freeze(person, 'Equifax', 'Experian'))).statusCode).toBe(200)
})

it('refuses to mail a letter again beyond what the operator set', async () => {
  const person = await registerConfirmed()
  const letterId = await returnedLetter(person)
  expect((await mail(person, await freeze(person, 'Experian'))).statusCode).toBe(200)
  expect(refusal(await mailAgain(person, letterId))).toEqual([403, 'letters_used_up'])
})
