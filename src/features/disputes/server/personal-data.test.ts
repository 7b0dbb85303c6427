import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import { pdfLines } from '#test/support/files/pdf-text.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'
import { postDispute } from '#test/support/people/disputing.ts'
import { Dispute } from '../dispute-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

it('the export contains answers, rewording, enclosures and drafts; erasure removes all of it', async () => {
  const as = await app.register()
  const upload = await uploadDocument(app, 'Passport', await plainPicture(), { as, kind: 'government_id' })
  const documentId = parseUploadedDocument(upload).id
  const body = { action: 'place', bureaus: ['Equifax'], documentIds: [documentId] }
  const { id, items, letters } = await postDispute(app, as, 'freeze', body)
  const [letter] = letters
  if (!letter) throw new Error('there is no letter')
  const reworded = letter.body.replace(letter.editable, 'Please freeze my file.')
  await app.send('PATCH', `/dispute/letter/${letter.id}`, { as, body: { body: reworded } })
  const on = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(app.now())
  const answer = { itemId: items[0]?.id, bureau: 'Equifax', outcome: 'no_answer', on }
  await app.send('PUT', `/dispute/${id}/outcome`, { as, body: answer })
  const draft = { step: 'items', items: [], documentIds: [] }
  await app.send('PUT', '/dispute/draft/inquiry', { as, body: draft })
  const picture = (await app.send('GET', `/documents/${documentId}/download`, { as })).rawPayload
  await app.send('DELETE', `/documents/${documentId}`, { as })

  const files = unzipSync((await app.send('GET', '/user/export', { as })).rawPayload)
  const paths = Object.keys(files).filter(path => path.startsWith('disputes/'))
  const folder = paths.find(path => path.endsWith('/dispute.json'))?.replace('/dispute.json', '') ?? ''
  expect(paths.toSorted()).toEqual(
    [
      `${folder}/dispute.json`,
      `${folder}/letter-Equifax-${letter.id}.pdf`,
      'disputes/drafts.json',
      `disputes/enclosures/${documentId}.jpg`,
    ].toSorted(),
  )
  const held = Dispute.parse(JSON.parse(Buffer.from(files[`${folder}/dispute.json`] ?? []).toString('utf8')))
  expect(held.items[0]?.outcomes).toEqual({ Equifax: 'no_answer' })
  const lines = pdfLines(files[`${folder}/letter-Equifax-${letter.id}.pdf`] ?? new Uint8Array()).flat()
  expect(lines).toContain('Please freeze my file.')
  expect(Buffer.compare(Buffer.from(files[`disputes/enclosures/${documentId}.jpg`] ?? []), picture)).toBe(0)

  await app.send('DELETE', '/user', { as })
  app.pass(8 * 24 * 60 * 60_000)
  for (const tidy of app.app.cleanupTasks) await tidy(app.database.db, app.now())
  for (const tidy of app.app.cleanupTasks) await tidy(app.database.db, app.now())
  const left = await app.database.db.execute<{ rows: number }>(sql`select (select count(*) from disputes)
    + (select count(*) from dispute_enclosures) + (select count(*) from dispute_outcomes)
    + (select count(*) from dispute_drafts) + (select count(*) from stored_files) as rows`)
  expect(Number(left.rows[0]?.rows)).toBe(0)
})
