import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { mailJobs } from '#features/mailing/server/tables.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { pdfLines } from '#test/support/files/pdf-text.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'
import { findCollection, oldAddress, postDispute, readRefusal } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'
import { dayIn } from '#values/dates.ts'
import type { CaseRecord, ManifestFile } from '../../case-file/case-record.ts'
import type { Dispute } from '../../dispute-contract.ts'

const DAY = 86_400_000

let app: TestApp
let folder: string
let maya: Tokens
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairfile-case-'))
  app = await openApp({ demo: 'history' })
  maya = await app.signIn('+12025550143')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await app.close()
})

const read = async (as: Tokens, id: string) =>
  (await app.send('GET', `/dispute/${id}`, { as })).json<Dispute>()
const download = (as: Tokens, id: string) => app.send('GET', `/dispute/${id}/case-file`, { as })
const atRoot = (url: string) => app.app.http.inject({ method: 'GET', url })

const upload = async (as: Tokens, name: string, seed: number) =>
  parseUploadedDocument(await uploadDocument(app, name, await plainPicture({ seed }), { as })).id

const open = (archive: Buffer) => {
  const files = unzipSync(archive)
  const bytes = (path: string) => Buffer.from(files[path] ?? [])
  return {
    paths: Object.keys(files),
    bytes,
    index: bytes('index.html').toString(),
    record: z.custom<CaseRecord>().parse(JSON.parse(bytes('case.json').toString())),
    manifest: z.custom<{ files: ManifestFile[] }>().parse(JSON.parse(bytes('manifest.json').toString())),
  }
}

/** The output of the published script for an archive, given the published keys. */
const check = async (archive: Buffer): Promise<string> => {
  writeFileSync(join(folder, 'keys.json'), (await atRoot('/.well-known/fairfile-case-file-keys.json')).body)
  writeFileSync(join(folder, 'check.mjs'), (await atRoot('/check-case-file.mjs')).body)
  writeFileSync(join(folder, 'case.zip'), archive)
  const run = promisify(execFile)(process.execPath, ['check.mjs', 'keys.json', 'case.zip'], { cwd: folder })
  return run.then(
    ({ stdout }) => stdout,
    (failure: { stdout: string }) => failure.stdout,
  )
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const mailAndDeliver = async (as: Tokens, { id }: Dispute) => {
  await app.send('POST', `/dispute/${id}/send-physical`, { as, body: { certified: true } })
  for (const letter of (await read(as, id)).letters)
    await app.send('POST', `/sandbox/letters/${letter.id}/events`, {
      body: { event: 'delivered' },
      from: '127.0.0.1',
    })
}

/** A dispute of Maya's with letters, a follow-up, an enclosure and a reply. */
const finishedDispute = async () => {
  const item = await findCollection(app, maya)
  const [bureau] = item.bureaus
  const [license, reply] = [await upload(maya, 'License', 1), await upload(maya, 'Reply of the bureau', 2)]
  const body = { items: [item], documentIds: [license], repeat: true }
  const dispute = await postDispute(app, maya, 'account', body)
  await mailAndDeliver(maya, dispute)
  app.pass(DAY)
  maya = await app.signIn('+12025550143')
  const on = dayIn('America/New_York', app.now())
  const itemId = dispute.items[0]?.id
  const outcome = { itemId, bureau, outcome: 'verified', on, documentId: reply }
  await app.send('PUT', `/dispute/${dispute.id}/outcome`, { as: maya, body: outcome })
  return { dispute, item, reply, on, itemId, bureau }
}

it('of a finished dispute contains everything and is sealed, and one changed byte breaks the seal', async () => {
  const { dispute, item, reply, on, itemId, bureau } = await finishedDispute()
  const follow = { itemId, kind: 'method_of_verification', bureaus: [bureau], attested: true }
  const followed = await app.send('POST', `/dispute/${dispute.id}/follow-up`, { as: maya, body: follow })
  const followUp = followed.json<Dispute>()
  const answer = await download(maya, dispute.id)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  expect(answer.headers['content-disposition']).toContain(`case-file-`)
  const archive = answer.rawPayload

  expect(await check(archive)).toContain('case.zip: SEALED. By the key ')
  const changed = Buffer.from(archive)
  const middle = Math.floor(archive.length / 2)
  changed[middle] = (changed[middle] ?? 0) ^ 1
  expect(await check(changed)).toContain('case.zip: NOT SEALED. ')

  const { paths, bytes, record, manifest, index } = open(archive)
  const letters = item.bureaus.map(name => `letters/1-${name.toLowerCase()}.pdf`)
  const followLetter = `letters/2-${String(bureau).toLowerCase()}.pdf`
  expect(paths).toEqual([
    ...letters,
    followLetter,
    'answers/reply-of-the-bureau.jpg',
    'case.json',
    'index.html',
    'check-case-file.mjs',
    'manifest.json',
  ])
  expect(manifest.files.map(({ path }) => path)).toEqual(paths.slice(0, -1))
  for (const one of manifest.files)
    expect([one.bytes, one.sha256]).toEqual([bytes(one.path).length, sha256(bytes(one.path))])

  const [first, second] = record.disputes
  expect(record.disputes.map(({ id, follows }) => [id, follows])).toEqual([
    [dispute.id, null],
    [followUp.id, 1],
  ])
  for (const letter of first?.letters ?? []) {
    const [mailing] = letter.mailings
    const own = await app.send('GET', `/dispute/letter/${letter.id}/pdf`, { as: maya })
    expect(bytes(letter.files[0] ?? '').equals(own.rawPayload)).toBe(true)
    const [job] = await app.database.db.select().from(mailJobs).where(eq(mailJobs.letterId, letter.id))
    expect(mailing).toMatchObject({
      id: job?.id,
      service: 'certified',
      provider: 'sandbox',
      providerId: job?.providerId,
      handedOverAt: job?.submittedAt?.toISOString(),
      pdfSha256: job?.pdfSha?.toString('hex'),
      sameBytes: true,
      state: 'delivered',
    })
    expect(mailing?.pdfSha256).toBe(sha256(bytes(mailing?.file ?? '')))
    expect(mailing?.events.map(({ event }) => event)).toContain('delivered')
  }
  expect(second?.letters[0]?.mailings).toEqual([])

  const picture = await app.send('GET', `/documents/${reply}/download`, { as: maya })
  expect(bytes('answers/reply-of-the-bureau.jpg').equals(picture.rawPayload)).toBe(true)
  expect(first?.items[0]?.answers).toMatchObject([
    { from: bureau, outcome: 'verified', on, file: 'answers/reply-of-the-bureau.jpg', replyDeleted: false },
  ])
  const shownAt = new Set(first?.items[0]?.shown.map(one => one.bureau))
  expect([...shownAt].toSorted()).toEqual(item.bureaus.toSorted())
  for (const { row } of first?.items[0]?.shown ?? []) expect(row).toMatchObject({ id: item.accountId })
  expect(record.acts.map(({ act, by }) => [act, by])).toEqual([
    ['dispute_created', 'Maya Brooks'],
    ['letters_mailed', 'Maya Brooks'],
    ['outcome_noted', 'Maya Brooks'],
    ['dispute_created', 'Maya Brooks'],
  ])
  for (const path of letters) expect(index).toContain(`href="${path}"`)
  expect(index).toContain('byte for byte')
  expect(index).toContain('Verified')

  const again = await download(maya, dispute.id)
  expect(again.rawPayload.equals(archive)).toBe(true)
  const ofFollowUp = open((await download(maya, followUp.id)).rawPayload)
  expect(ofFollowUp.record.disputes.map(({ id }) => id)).toEqual([dispute.id, followUp.id])
})

it('of an answered dispute with a company contains its letter, and is sealed like any other', async () => {
  const { accountId } = await findCollection(app, maya)
  const company = { name: 'Meridian Collections', street: '77 Foundry Street', city: 'Reno', state: 'NV' }
  const explanation = 'I never had an account there.'
  const dispute = await postDispute(app, maya, 'direct', {
    account: { accountId, bureau: 'TransUnion', reason: 'not_mine', explanation },
    company: { ...company, postal: '89501', confirmed: true },
  })
  await mailAndDeliver(maya, dispute)
  const on = dayIn('America/New_York', app.now())
  const outcome = { itemId: dispute.items[0]?.id, bureau: null, outcome: 'verified', on }
  await app.send('PUT', `/dispute/${dispute.id}/outcome`, { as: maya, body: outcome })
  const archive = (await download(maya, dispute.id)).rawPayload
  expect(await check(archive)).toContain('case.zip: SEALED. By the key ')
  const changed = Buffer.from(archive)
  changed[1000] = (changed[1000] ?? 0) ^ 1
  expect(await check(changed)).toContain('case.zip: NOT SEALED. ')

  const { bytes, record, index } = open(archive)
  const [letter] = record.disputes[0]?.letters ?? []
  expect([letter?.to, letter?.files]).toEqual([
    'Meridian Collections',
    ['letters/1-meridian-collections.pdf'],
  ])
  expect(letter?.mailings).toMatchObject([{ state: 'delivered', sameBytes: true }])
  expect(pdfLines(bytes('letters/1-meridian-collections.pdf')).flat().join(' ')).toContain(explanation)
  const [item] = record.disputes[0]?.items ?? []
  expect(item?.answers).toMatchObject([{ from: 'Meridian Collections', outcome: 'verified', on }])
  expect(item?.shown.map(one => one.bureau)).toContain('TransUnion')
  expect(index).toContain('Found right')
})

it('contains the letters as mailed even when the copy was deleted, and notes if they cannot be reproduced', async () => {
  const dispute = await postDispute(app, maya, 'personal-info', { items: [oldAddress], repeat: true })
  await mailAndDeliver(maya, dispute)
  app.pass(40 * DAY)
  maya = await app.signIn('+12025550143')
  for (const tidy of app.app.cleanupTasks) await tidy(app.database.db, app.now())
  const { rows } = await app.database.db.execute(
    sql`select id from mail_jobs where pdf is not null and letter_id = ${dispute.letters[0]?.id}`,
  )
  expect(rows).toEqual([])
  const kept = open((await download(maya, dispute.id)).rawPayload)
  const [mailing] = kept.record.disputes[0]?.letters[0]?.mailings ?? []
  expect(mailing).toMatchObject({ sameBytes: true, file: 'letters/1-experian.pdf' })
  const shown = kept.record.disputes[0]?.items[0]?.shown ?? []
  expect(shown.length).toBeGreaterThan(1)
  for (const { bureau, facts } of shown)
    expect([bureau, facts]).toEqual([
      'Experian',
      [{ label: 'Previous address', value: oldAddress.reportedValue }],
    ])
  const dates = shown.flatMap(({ reportDate }) => reportDate ?? [])
  expect(dates).toEqual([...new Set(dates)].toSorted())

  await app.database.db.execute(
    sql`update mail_jobs set pdf_sha = ${Buffer.alloc(32, 1)} where letter_id = ${dispute.letters[0]?.id}`,
  )
  const other = open((await download(maya, dispute.id)).rawPayload)
  expect(other.record.disputes[0]?.letters[0]?.mailings[0]).toMatchObject({
    sameBytes: false,
    pdfSha256: '01'.repeat(32),
  })
  expect(other.index).toContain('printed again from the stored text by a later release')
})

it('shows what the plan shows, and no full number', async () => {
  const person = await app.register()
  const parts = [{ name: 'file', file: mayasDocument, type: 'application/octet-stream' }]
  expect((await app.sendForm('/credit/reports/import', parts, { as: person })).statusCode).toBe(201)
  const setMax = (enabled: boolean) => app.send('POST', '/user/max-plan', { as: person, body: { enabled } })
  await setMax(true)
  const item = await findCollection(app, person)
  for (const title of [person.ssn, `SSN ${person.ssn.replace(/(...)(..)/, '$1-$2-')}`]) {
    const body = { items: [item], title, attested: true }
    const answer = await app.send('POST', '/dispute/account', { as: person, body })
    expect(readRefusal(answer)).toEqual([400, 'invalid_request', 'title'])
  }
  const dispute = await postDispute(app, person, 'account', { items: [item] })
  await mailAndDeliver(person, dispute)
  const { paths, bytes, record } = open((await download(person, dispute.id)).rawPayload)
  const texts = paths.map(path =>
    path.endsWith('.pdf') ? pdfLines(bytes(path)).flat().join('\n') : bytes(path).toString(),
  )
  expect(texts.join('\n')).toContain('letter')
  for (const text of texts) {
    expect(text).not.toContain(person.ssn)
    expect(text).not.toMatch(/(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])/)
  }
  const shownIn = ({ disputes }: CaseRecord) => [
    ...new Set(disputes.flatMap(({ items }) => items.flatMap(one => one.shown.map(({ bureau }) => bureau)))),
  ]
  expect(shownIn(record).toSorted()).toEqual(item.bureaus.toSorted())
  expect(item.bureaus.length).toBeGreaterThan(1)
  await setMax(false)
  const free = open((await download(person, dispute.id)).rawPayload)
  expect([free.record.bureaus, shownIn(free.record)]).toEqual([['TransUnion'], ['TransUnion']])
  expect(free.record.disputes[0]?.letters.map(({ to }) => to)).toEqual(item.bureaus)
})

it('is not available to others, nor for disputes that the client has not confirmed', async () => {
  const dispute = await postDispute(app, maya, 'freeze', { action: 'place', bureaus: ['Equifax'] })
  const other = await app.register()
  expect(readRefusal(await download(other, dispute.id))).toEqual([404, 'not_found'])
  const { id } = (await app.send('GET', '/user/info', { as: maya })).json<{ id: string }>()
  const manager = await startImpersonation(app, id, 'She asked for a freeze.')
  expect(readRefusal(await download(manager, dispute.id))).toEqual([403, 'not_allowed'])
  const made = await postDispute(app, manager, 'freeze', { action: 'place', bureaus: ['Experian'] })
  expect(readRefusal(await download(maya, made.id))).toEqual([409, 'attestation_needed'])
})

it('is recorded in the audit log, and a second one is identical', async () => {
  const dispute = await postDispute(app, maya, 'freeze', { action: 'place', bureaus: ['Equifax'] })
  const archive = (await download(maya, dispute.id)).rawPayload
  const { rows } = await app.database.db.execute<{ noted: number }>(
    sql`select count(*)::int as noted from audit_events where act = 'case_file_read' and object_id = ${dispute.id}`,
  )
  expect(rows[0]?.noted).toBe(1)
  expect((await download(maya, dispute.id)).rawPayload.equals(archive)).toBe(true)
  expect(open(archive).index).toContain('It was not mailed from the service.')
})

it('that breaks off is never taken for a complete file, and is logged', async () => {
  const person = await app.register()
  const filesOf = () =>
    readdirSync(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true }).flatMap(entry =>
      entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
    )
  const before = filesOf()
  const reply = await upload(person, 'Reply', 9)
  const dispute = await postDispute(app, person, 'freeze', { action: 'place', bureaus: ['Equifax'] })
  const on = dayIn('America/New_York', app.now())
  const outcome = {
    itemId: dispute.items[0]?.id,
    bureau: 'Equifax',
    outcome: 'corrected',
    on,
    documentId: reply,
  }
  await app.send('PUT', `/dispute/${dispute.id}/outcome`, { as: person, body: outcome })
  for (const file of filesOf()) if (!before.includes(file)) rmSync(file)
  const address = await app.app.http.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${person.accessToken}` }
  const answer = await fetch(`${address}/api/v1/dispute/${dispute.id}/case-file`, { headers })
  await expect(answer.blob()).rejects.toThrow('terminated')
  expect(app.logged()).toContain('a case file broke off')
})

it('has public keys and a public check script, the same at both addresses', async () => {
  for (const path of ['/.well-known/fairfile-case-file-keys.json', '/check-case-file.mjs']) {
    const [root, api] = [await atRoot(path), await app.send('GET', path)]
    expect([root.statusCode, root.body]).toEqual([200, api.body])
  }
  expect((await atRoot('/check-case-file.mjs')).body).toBe(
    readFileSync(join(import.meta.dirname, 'check-case-file.mjs'), 'utf8'),
  )
})
