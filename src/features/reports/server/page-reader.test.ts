import { afterAll, expect, it } from 'vitest'
import { knownOwner, knownReport } from '#test/support/reports/known-report.ts'
import { printIdentityIq } from '#test/support/reports/printed/identityiq.ts'
import { asMhtml, messageOf } from '#test/support/reports/printed/mhtml.ts'
import { createPageReader } from './page-reader.ts'
import { readDocument as readHere } from './read-document.ts'
import { readDocument } from './receive.ts'

/** Less CPU time than the server's limit, so that the most expensive page ends sooner. */
const pages = createPageReader({ processorSeconds: 2, timeoutMs: 120_000 })
afterAll(() => pages.close())

const permitted = { accounts: 1_000, inquiries: 1_000, publicRecords: 1_000 }
const task = (text: string, encoding: BufferEncoding = 'utf8') => ({
  bytes: Buffer.from(text, encoding),
  person: knownOwner,
  permitted,
})

const page = printIdentityIq(knownReport(3, { accounts: 4 }))

it('reads a page in a process like in a thread', async () => {
  const one = task(asMhtml(page), 'latin1')
  const read = await pages.read(one)
  expect(read).toEqual(readHere(one))
  expect(read).toMatchObject({ kind: 'report', partial: [], source: { format: 'identityiq-html' } })
  expect(await pages.read(task('<html></html>'))).toMatchObject({ kind: 'unreadable' })
})

it('ends a page that is too expensive, and reads the next one', async () => {
  const body = '=C3=A9'.repeat(2_500_000)
  const costly = messageOf([{ type: 'text/html', encoding: 'quoted-printable', body }])
  expect(await pages.read(task(costly, 'latin1'))).toBeNull()
  expect(await pages.read(task(page))).toMatchObject({ kind: 'report' })
})

it('never reads a page in a thread, in any encoding', async () => {
  expect(await readDocument(task(`\ufeff${page}`, 'utf16le'))).toMatchObject({ kind: 'report' })
  const hidden = Buffer.concat([Buffer.from('\u2003'), Buffer.from(page)])
  const read = await readDocument({ ...task(''), bytes: hidden })
  expect(read.kind === 'unreadable' && read.message).toMatch('unusual encoding')
})
