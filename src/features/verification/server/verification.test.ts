import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IdentityState, UserInfo } from '#features/identity/contract.ts'
import { updateProfile } from '#features/identity/server/store.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import { auditEvents, emails } from '#platform/db/tables.ts'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { pdfLines } from '#test/support/files/pdf-text.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { uploadDocument } from '#test/support/files/uploads.ts'
import { confirmUser } from '#test/support/people/consenting-user.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { newManager } from '#test/support/people/new-manager.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'
import type { Verification } from '../contract.ts'
import { cleanUpCodeLetters } from './mailed-code.ts'
import { mailedCodes } from './tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

type Answer = Awaited<ReturnType<TestApp['send']>>
const outcomeOf = (answer: Answer) => [answer.statusCode, answer.json<{ code?: string }>().code ?? 'ok']
const messageOf = (answer: Answer) => answer.json<{ message?: string | null }>().message

const DAY = 86_400_000
/** A user whose address matches the imported file and whom the automatic check does not confirm. */
const home = {
  lastName: 'Stranger',
  streetAddress: '2210 Mission Oak Drive, Apt 4',
  city: 'Pasadena',
  state: 'CA' as const,
  zip: '91106',
}

type Person = Tokens & { userId: string; phoneNumber: string }
/** Signs in again, because sessions expire as days pass. */
const again = async (person: Person): Promise<Person> => ({
  ...person,
  ...(await app.signIn(person.phoneNumber)),
})
const withFile = async (own: Partial<typeof home> = {}): Promise<Person> => {
  const person = await app.register({ ...home, ...own })
  const imported = await app.upload('/credit/reports/import', mayasDocument, { as: person })
  if (imported.statusCode !== 201) throw new Error(imported.body)
  return person
}

const stateOf = async (as: Tokens) =>
  (await app.send('GET', '/user/verification', { as })).json<Verification>()
const isConfirmed = async (as: Tokens) =>
  !(await app.send('GET', '/user/info', { as })).json<UserInfo>().skippedVerification
const waysOf = async (as: Tokens) =>
  (await app.send('GET', '/user/identity', { as })).json<{ ways: { way: string; state: string }[] }>().ways
const requestLetter = (as: Tokens) => app.send('POST', '/user/verification/letter', { as })
const enter = (as: Tokens, code: string) =>
  app.send('POST', '/user/verification/code', { as, body: { code } })

const lettersOf = async (userId: string) =>
  app.database.db
    .select({
      id: mailJobs.id,
      letterId: mailJobs.letterId,
      providerId: mailJobs.providerId,
      pdf: mailJobs.pdf,
    })
    .from(mailJobs)
    .where(sql`${mailJobs.userId} = ${userId}`)
    .orderBy(mailJobs.requestedAt)
const printed = async (userId: string) => {
  await app.work()
  const providerId = (await lettersOf(userId)).at(-1)?.providerId
  const pdf = await app.send('GET', `/sandbox/letters/${providerId}/pdf`, { from: '127.0.0.1' })
  return pdfLines(pdf.rawPayload).flat()
}
/** The code as the newest letter shows it. */
const codeFor = async (userId: string) =>
  (await printed(userId)).find(line => /^[A-Z2-9]{4}-[A-Z2-9]{4}$/.test(line.trim()))?.trim() ?? ''
const wrongFor = (code: string) => (code.startsWith('2') ? `3${code.slice(1)}` : `2${code.slice(1)}`)

describe('a mailed code', () => {
  it('confirms an identity once it is entered, if a file has the same address', async () => {
    const person = await withFile()
    expect(await isConfirmed(person)).toBe(false)
    const response = await requestLetter(person)
    expect(response.statusCode).toBe(200)
    expect(response.json<Verification>().mailedCode?.letter).toMatchObject({ triesLeft: 5 })
    expect((await waysOf(person)).find(({ way }) => way === 'mailed-code')?.state).toBe('open')
    const lines = await printed(person.userId)
    expect(lines.join(' ')).toContain('Fairfile')
    expect(lines).toEqual(expect.arrayContaining(['2210 Mission Oak Drive, Apt 4', 'Pasadena, CA 91106']))
    const code = await codeFor(person.userId)
    expect(outcomeOf(await enter(person, wrongFor(code)))).toEqual([401, 'wrong_code'])
    const entered = await enter(person, code.toLowerCase().replace('-', ' '))
    expect(outcomeOf(entered)).toEqual([200, 'ok'])
    expect(await isConfirmed(person)).toBe(true)
    expect((await app.send('GET', '/user/identity', { as: person })).json()).toMatchObject({
      confirmed: true,
      source: 'mailed-code',
    })
    // The right code again changes nothing; another letter cannot be requested.
    expect(outcomeOf(await enter(person, code))).toEqual([200, 'ok'])
    expect(outcomeOf(await requestLetter(person))).toEqual([409, 'conflict'])
    expect((await lettersOf(person.userId)).length).toBe(1)
  })

  it('is mailed once for repeated requests', async () => {
    const person = await withFile()
    const answers = await Promise.all([1, 2, 3, 4].map(() => requestLetter(person)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect((await lettersOf(person.userId)).length).toBe(1)
  })

  it('needs another source of the same address', async () => {
    const nothing = await app.register({ ...home })
    const refused = await requestLetter(nothing)
    expect(outcomeOf(refused)).toEqual([409, 'conflict'])
    expect(messageOf(refused)).toContain('something else has the same address')
    const elsewhere = await withFile({ streetAddress: '9 Elm Street' })
    expect(outcomeOf(await requestLetter(elsewhere))).toEqual([409, 'conflict'])
    expect((await stateOf(elsewhere)).mailedCode?.canAsk).toBe(false)
    expect((await lettersOf(elsewhere.userId)).length).toBe(0)
  })

  it('reports an address that an envelope cannot show before it is requested', async () => {
    const person = await withFile()
    // Accounts of the first release may have such an address.
    const address = { street: '', city: 'Pasadena', state: 'CA', postal: '91106' }
    await app.database.db.transaction(tx => updateProfile(tx, app.keyring, person.userId, { address }))
    const { mailedCode } = await stateOf(person)
    expect([mailedCode?.canAsk, mailedCode?.message]).toEqual([
      false,
      'No letter can be mailed to you: your street is not complete. Change your address under Contact details.',
    ])
    expect(outcomeOf(await requestLetter(person))).toEqual([409, 'conflict'])
  })

  it('counts only for the address that it was mailed to', async () => {
    const person = await withFile()
    await requestLetter(person)
    const code = await codeFor(person.userId)
    const moved = { street: '12 Oak Street', city: 'Pasadena', state: 'CA', postal: '91106' }
    await app.database.db.transaction(async tx => {
      await updateProfile(tx, app.keyring, person.userId, { address: moved })
    })
    const refused = await enter(person, code)
    expect(outcomeOf(refused)).toEqual([409, 'conflict'])
    expect(messageOf(refused)).toContain('changed since the letter')
    expect(await isConfirmed(person)).toBe(false)
  })

  it('is void after five wrong attempts, even for the right code', async () => {
    const person = await withFile()
    await requestLetter(person)
    const code = await codeFor(person.userId)
    for (let left = 4; left > 0; left -= 1) {
      expect(outcomeOf(await enter(person, wrongFor(code)))).toEqual([401, 'wrong_code'])
      expect((await stateOf(person)).mailedCode?.letter?.triesLeft).toBe(left)
    }
    expect(outcomeOf(await enter(person, wrongFor(code)))).toEqual([429, 'too_many_tries'])
    expect(outcomeOf(await enter(person, code))).toEqual([429, 'too_many_tries'])
    expect(await isConfirmed(person)).toBe(false)
    const next = await requestLetter(person)
    expect(outcomeOf(next)).toEqual([429, 'too_many_tries'])
    expect(messageOf(next)).toMatch(/^The next letter can be asked for on /)
  })

  it('is valid for ten days and replaced by the next letter', async () => {
    let person = await withFile()
    await requestLetter(person)
    const first = await codeFor(person.userId)
    app.pass(5 * DAY + 1)
    person = await again(person)
    expect(outcomeOf(await requestLetter(person))).toEqual([200, 'ok'])
    const second = await codeFor(person.userId)
    expect(second).not.toBe(first)
    expect(outcomeOf(await enter(person, first))).toEqual([401, 'wrong_code'])
    app.pass(10 * DAY)
    person = await again(person)
    expect(outcomeOf(await enter(person, second))).toEqual([200, 'ok'])
    let late = await withFile()
    await requestLetter(late)
    const code = await codeFor(late.userId)
    app.pass(10 * DAY + 1)
    late = await again(late)
    expect(outcomeOf(await enter(late, code))).toEqual([409, 'conflict'])
    expect(await isConfirmed(late)).toBe(false)
  })

  it('is stored only as a MAC, and the printed letter is deleted once it is mailed', async () => {
    const person = await withFile()
    await requestLetter(person)
    const code = await codeFor(person.userId)
    await cleanUpCodeLetters(app.database.db, app.now())
    expect((await lettersOf(person.userId)).map(({ pdf }) => pdf)).toEqual([null])
    const [stored, logged] = [await storedText(app), app.logged()]
    for (const text of [code, code.replace('-', '')]) {
      expect(stored).not.toContain(text)
      expect(logged).not.toContain(text)
    }
    const exported = await app.database.db.select().from(mailedCodes)
    expect(exported.every(({ codeMac }) => codeMac.length === 32)).toBe(true)
  })
})

describe('documents reviewed by staff', () => {
  const ask = (as: Tokens) => app.send('POST', '/user/verification/review', { as })
  const decide = (as: Tokens, decision: string, reason = 'Your ID and your bill show the same person.') =>
    app.send('POST', '/user/verification/decision', { as, body: { decision, reason } })
  const withDocuments = async (kinds = ['government_id', 'proof_of_address']) => {
    const person = await app.register({ ...home })
    const picture = await plainPicture()
    for (const kind of kinds) {
      const uploaded = await uploadDocument(app, kind, picture, { as: person, kind })
      if (uploaded.statusCode !== 201) throw new Error(uploaded.body)
    }
    return person
  }
  const queue = async (as: Tokens) =>
    (await app.send('GET', '/manager/identity-reviews', { as })).json<{ data: { userId: string }[] }>().data
  const waitsIn = async (as: Tokens, userId: string) => (await queue(as)).some(one => one.userId === userId)

  it('require both documents, wait in the work queue, and confirm the identity, recording who decided', async () => {
    const auditor = await newManager(app, 'auditor')
    const half = await withDocuments(['government_id'])
    const refused = await ask(half)
    expect([...outcomeOf(refused), messageOf(refused)]).toEqual([
      409,
      'conflict',
      'Upload a proof of address first.',
    ])
    const person = await withDocuments()
    expect((await ask(person)).json<Verification>().documents?.review?.state).toBe('waiting')
    expect(outcomeOf(await ask(person))).toEqual([200, 'ok'])
    expect((await queue(auditor)).filter(({ userId }) => userId === person.userId).length).toBe(1)
    const manager = await startImpersonation(app, person.userId, 'The client asked for a review.')
    expect((await decide(manager, 'confirmed')).json()).toEqual({ success: true, message: null })
    expect(await isConfirmed(person)).toBe(true)
    expect(await waitsIn(auditor, person.userId)).toBe(false)
    expect((await app.send('GET', '/user/identity', { as: person })).json()).toMatchObject({
      source: 'documents',
      confirmedBy: 'Nora Vale',
    })
    expect((await stateOf(person)).documents?.review).toMatchObject({
      state: 'confirmed',
      reason: 'Your ID and your bill show the same person.',
      decidedBy: 'Nora Vale',
    })
    expect(outcomeOf(await decide(manager, 'refused'))).toEqual([409, 'conflict'])
  })

  it('can be decided by staff only in the opened account and with a reason', async () => {
    const person = await withDocuments()
    await ask(person)
    expect(outcomeOf(await decide(person, 'confirmed'))).toEqual([403, 'not_allowed'])
    const reader = await startImpersonation(app, person.userId, null)
    expect((await decide(reader, 'confirmed')).statusCode).toBe(403)
    const assistant = await startImpersonation(app, person.userId, 'A review.')
    expect(outcomeOf(await decide(assistant, 'confirmed', ' '))).toEqual([400, 'invalid_request'])
    expect(await isConfirmed(person)).toBe(false)
  })

  it('that are insufficient are refused with what to upload, and can be reviewed again', async () => {
    const person = await withDocuments()
    await ask(person)
    const manager = await startImpersonation(app, person.userId, 'A review.')
    const why = 'The bill is older than three months. Upload a newer one.'
    expect((await decide(manager, 'refused', why)).statusCode).toBe(200)
    expect(await isConfirmed(person)).toBe(false)
    expect((await stateOf(person)).documents?.review).toMatchObject({ state: 'refused', reason: why })
    await ask(person)
    expect((await stateOf(person)).documents?.review).toMatchObject({ state: 'waiting', reason: null })
    expect((await decide(manager, 'confirmed')).statusCode).toBe(200)
    expect(await isConfirmed(person)).toBe(true)
  })

  it('can confirm only the address, and a mailed code then confirms the identity', async () => {
    const person = await withDocuments()
    await ask(person)
    const manager = await startImpersonation(app, person.userId, 'A review.')
    await decide(manager, 'address', 'The bill is right, the ID cannot be read.')
    expect(await isConfirmed(person)).toBe(false)
    expect(outcomeOf(await requestLetter(person))).toEqual([200, 'ok'])
    expect(outcomeOf(await enter(person, await codeFor(person.userId)))).toEqual([200, 'ok'])
    expect(await isConfirmed(person)).toBe(true)
  })
})

describe('a confirmation that staff revoke', () => {
  const takeBack = (as: Tokens, reason = 'The documents were somebody else’s.') =>
    app.send('POST', '/user/verification/take-back', { as, body: { reason } })
  const identityOf = async (as: Tokens) =>
    (await app.send('GET', '/user/identity', { as })).json<IdentityState>()
  const analyticsOf = async (as: Tokens) => (await app.send('GET', '/credit/analytics', { as })).body

  it('hides pulled reports, stops further pulls and shows the user why', async () => {
    const person = await app.register({ ...home, consents: { reportAccess: true } })
    await confirmUser(app, person.userId)
    await app.work()
    expect(await analyticsOf(person)).toContain('"origin":"sandbox"')
    const manager = await startImpersonation(app, person.userId, 'A wrong ticket.')
    expect(outcomeOf(await takeBack(manager, ' '))).toEqual([400, 'invalid_request'])
    expect(outcomeOf(await takeBack(manager))).toEqual([200, 'ok'])
    expect(await isConfirmed(person)).toBe(false)
    expect(await identityOf(person)).toMatchObject({
      confirmed: false,
      takenBack: { reason: 'The documents were somebody else’s.', by: 'Nora Vale' },
    })
    expect(JSON.parse(await analyticsOf(person))).toMatchObject({ fullReport: null })
    const admin = await newManager(app, 'admin')
    const response = await app.send('POST', `/admin/refresh-reports/${person.userId}`, { as: admin })
    expect(outcomeOf(response)).toEqual([403, 'not_verified'])
    const { db } = app.database
    const mailed = await db.select().from(emails).where(eq(emails.userId, person.userId))
    expect(mailed.map(({ kind }) => kind)).toContain('identity-taken-back')
    const noted = await db.select().from(auditEvents).where(eq(auditEvents.userId, person.userId))
    const acts = noted.map(({ act }) => act)
    expect(acts).toEqual(expect.arrayContaining(['identity_taken_back', 'identity_withdrawn']))
    expect(await storedText(app)).not.toContain('somebody else’s')

    // Once is enough; the same ticket does not confirm again, another one does.
    expect(outcomeOf(await takeBack(manager))).toEqual([409, 'conflict'])
    await confirmUser(app, person.userId)
    expect(await isConfirmed(person)).toBe(false)
    await confirmUser(app, person.userId, 'T-2')
    expect(await identityOf(person)).toMatchObject({ confirmed: true, takenBack: null })
    expect(await analyticsOf(person)).toContain('"origin":"sandbox"')
  })

  it('by documents no longer counts as a source of the address for a mailed code', async () => {
    const person = await app.register({ ...home })
    const picture = await plainPicture()
    for (const kind of ['government_id', 'proof_of_address'])
      await uploadDocument(app, kind, picture, { as: person, kind })
    await app.send('POST', '/user/verification/review', { as: person })
    const manager = await startImpersonation(app, person.userId, 'A review.')
    const body = { decision: 'confirmed', reason: 'Both are right.' }
    await app.send('POST', '/user/verification/decision', { as: manager, body })
    expect(await isConfirmed(person)).toBe(true)
    expect(outcomeOf(await takeBack(manager))).toEqual([200, 'ok'])
    expect(outcomeOf(await requestLetter(person))).toEqual([409, 'conflict'])
    const response = await app.send('POST', '/user/verification/review', { as: person })
    expect(response.json<Verification>().documents?.review?.state).toBe('waiting')
  })

  it('can be revoked only by staff, with a reason, in the opened account', async () => {
    const staffs = await app.register({ ...home })
    await confirmUser(app, staffs.userId)
    expect(outcomeOf(await takeBack(staffs))).toEqual([403, 'not_allowed'])
    expect((await takeBack(await startImpersonation(app, staffs.userId, null))).statusCode).toBe(403)
    expect(await isConfirmed(staffs)).toBe(true)

    const checked = await app.register({ consents: { reportAccess: true } })
    await app.work()
    expect(await identityOf(checked)).toMatchObject({ confirmed: true, source: 'sandbox' })
    const manager = await startImpersonation(app, checked.userId, 'A wrong ticket.')
    expect(outcomeOf(await takeBack(manager))).toEqual([409, 'conflict'])
    expect(await isConfirmed(checked)).toBe(true)
  })
})

describe('with four eyes', () => {
  it('two managers must confirm, and one can refuse', async () => {
    const strict = await openApp({ env: { IDENTITY_FOUR_EYES: 'true', IDENTITY_CHECKS: 'documents' } })
    try {
      const person = await strict.register({ ...home })
      const picture = await plainPicture()
      for (const kind of ['government_id', 'proof_of_address'])
        await uploadDocument(strict, kind, picture, { as: person, kind })
      await strict.send('POST', '/user/verification/review', { as: person })
      const body = { decision: 'confirmed', reason: 'Both documents are right.' }
      const decide = (as: Tokens) => strict.send('POST', '/user/verification/decision', { as, body })
      const [one, other] = [
        await startImpersonation(strict, person.userId, 'A review.'),
        await startImpersonation(strict, person.userId, 'A second look.'),
      ]
      const first = await decide(one)
      expect(messageOf(first)).toBe('Recorded. Another member of staff has to confirm it too.')
      expect(outcomeOf(await decide(one))).toEqual([409, 'conflict'])
      const info = async () => (await strict.send('GET', '/user/info', { as: person })).json<UserInfo>()
      expect((await info()).skippedVerification).toBe(true)
      expect(outcomeOf(await decide(other))).toEqual([200, 'ok'])
      expect((await info()).skippedVerification).toBe(false)
      expect(outcomeOf(await strict.send('POST', '/user/verification/letter', { as: person }))).toEqual([
        503,
        'unavailable',
      ])
    } finally {
      await strict.close()
    }
  })
})
