import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Analytics } from '#features/credit/contract.ts'
import type { Dispute } from '#features/disputes/dispute-contract.ts'
import type { User } from '#features/identity/contract.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { uploadDocument } from '#test/support/files/uploads.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'

let app: TestApp
let maya: Tokens
let dispute: Dispute
let waiting: Dispute

const storedFiles = () =>
  readdirSync(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true }).flatMap(entry =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )
const get = (path: string, as: Tokens) => app.send('GET', path, { as })

beforeAll(async () => {
  app = await openApp({ demo: 'history' })
  maya = await app.signIn('+12025550143')
  const { id } = (await get('/user/info', maya)).json<User>()
  const { fullReport } = (await get('/credit/analytics', maya)).json<Analytics>()
  const account = fullReport?.accountInformation.find(row => row.isCollection)
  const items = [{ accountId: account?.id, bureaus: [account?.bureau], reason: 'not_mine' }]
  const body = { items, attested: true, repeat: true }
  dispute = (await app.send('POST', '/dispute/account', { as: maya, body })).json<Dispute>()
  const manager = await startImpersonation(app, id, 'She asked about a collection.')
  waiting = (await app.send('POST', '/dispute/account', { as: manager, body })).json<Dispute>()
  await app.send('POST', '/user/email/code', { as: maya })
})
afterAll(() => app.close())

const archive = async (as: Tokens) => {
  const answer = await get('/user/export', as)
  expect(answer.headers['content-type']).toBe('application/zip')
  const files = unzipSync(answer.rawPayload)
  const text = (path: string) => Buffer.from(files[path] ?? []).toString('utf8')
  return { answer, files, text }
}

it('contains everything about the person, and a page that explains it', async () => {
  const { answer, files, text } = await archive(maya)
  const day = app.now().toISOString().slice(0, 10)
  expect(answer.headers['content-disposition']).toMatch(/"fairfile-data-\d{4}-\d{2}-\d{2}\.zip"/)
  const reports = Object.keys(files).filter(path =>
    /^reports\/[\d-]{10}-[\da-f-]{36}\/report\.json$/.test(path),
  )
  expect(reports.length).toBeGreaterThan(0)
  expect(Object.keys(files)).toEqual([
    'README.txt',
    'access-log.json',
    'alerts.json',
    'audit.json',
    'browsers.json',
    'consents.json',
    'costs.json',
    `disputes/${day}-${dispute.id}/dispute.json`,
    `disputes/${day}-${dispute.id}/letter-${dispute.letters[0]?.bureau}-${dispute.letters[0]?.id}.pdf`,
    `disputes/${day}-${waiting.id}/dispute.json`,
    'documents/documents.json',
    'emails.json',
    'events-sent.json',
    'identity.json',
    'mailings.json',
    'notifications.json',
    'profile.json',
    ...reports,
    'reports/identity-steps.json',
    'reports/pulls.json',
    'sessions.json',
    'staff.json',
    'tradelines/requests.json',
    'verification.json',
  ])
  for (const path of Object.keys(files))
    if (path !== 'README.txt') expect(text('README.txt')).toContain(path.replace(/\/.*/, '/'))
  expect(JSON.parse(text('profile.json'))).toMatchObject({
    firstName: 'Maya',
    lastName: 'Brooks',
    phoneNumber: '+12025550143',
    birthDate: '1990-04-27',
    ssn: 'XXX-XX-4417',
    plan: 'max',
  })
  expect(JSON.parse(text('access-log.json'))).toMatchObject([{ managerName: 'Nora Vale', scope: 'assist' }])
  expect(text('audit.json')).toContain('"dispute_created"')
  for (const report of reports) expect(text(report)).toContain('accountInformation')
})

it('contains exactly the confirmed letters, byte for byte as downloaded', async () => {
  const { files } = await archive(maya)
  const [path = ''] = Object.keys(files).filter(name => name.endsWith('.pdf'))
  const download = await get(`/dispute/letter/${dispute.letters[0]?.id}/pdf`, maya)
  expect(Buffer.compare(Buffer.from(files[path] ?? []), download.rawPayload)).toBe(0)
})

it('contains no full number: only the last four digits of an SSN and eight characters of an account number', async () => {
  const person = await app.register()
  const joint = readFileSync('src/features/reports/fixtures/joint.mismo.xml')
  for (const file of [mayasDocument, joint]) {
    const parts = [
      { name: 'file', file, type: 'application/octet-stream' },
      { name: 'person', value: '0' },
    ]
    const { statusCode } = await app.sendForm('/credit/reports/import', parts, { as: person })
    expect(statusCode).toBe(201)
  }
  const { files, text } = await archive(person)
  const all = Object.keys(files).map(text).join('\n')
  expect(all).toContain('70012345****')
  expect(all).not.toContain('700123456')
  // The letters of an id may by chance leave such digits.
  expect(all).not.toMatch(/\b666-?\d{2}-?\d{4}\b/)
  expect(all).not.toContain(person.ssn)
})

it('lists emails without the codes in them, which would confirm an address that nobody reads', async () => {
  const { text } = await archive(maya)
  const code = { kind: 'verify-code', to: 'maya.brooks@mail.example', subject: 'Your Fairfile code' }
  expect(JSON.parse(text('emails.json'))).toContainEqual(expect.objectContaining(code))
  expect(text('emails.json')).not.toMatch(/code: \d{6}/)
})

it('contains nothing about anyone else', async () => {
  const daniel = await app.signIn('+12025550178')
  const { files } = await archive(daniel)
  const all = Object.values(files)
    .map(bytes => Buffer.from(bytes).toString('latin1'))
    .join('\n')
  expect(all).toContain('Ortiz')
  expect(all).not.toMatch(/Brooks|12025550143|[X*]-?4417/)
})

it('needs a sign-in of the last five minutes, and is refused to an impersonating manager', async () => {
  const person = await app.register()
  const manager = await startImpersonation(app, person.userId, 'She asked for a copy of it all.')
  expect((await get('/user/export', manager)).json()).toMatchObject({ code: 'not_allowed' })
  app.pass(5 * 60_000 + 1)
  expect((await get('/user/export', person)).json()).toMatchObject({ code: 'sign_in_again' })
})

it('that breaks off is never taken for a complete file, and is logged', async () => {
  const person = await app.register()
  await uploadDocument(app, 'Passport', await plainPicture(), { as: person })
  const first = storedFiles()
  app.pass(1_000)
  await uploadDocument(app, 'Lease', await plainPicture(), { as: person })
  for (const file of storedFiles()) if (!first.includes(file)) rmSync(file)
  const address = await app.app.http.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${person.accessToken}` }
  const answer = await fetch(`${address}/api/v1/user/export`, { headers })
  await expect(answer.blob()).rejects.toThrow('terminated')
  expect(app.logged()).toContain('an export broke off')
})
