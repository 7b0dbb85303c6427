import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointReply } from '#api/endpoint.ts'
import { auditEvents } from '#platform/db/tables.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { mayasDocument as mayas } from '#test/support/reports/demo-documents.ts'
import { printIdentityIq } from '#test/support/reports/printed/identityiq.ts'
import { accountOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import type { Bureau } from '#values/bureau.ts'
import type { reports } from '../contract.ts'
import { createPersonQuestion } from '../warnings.ts'
import { exportReport } from './computed.ts'
import { listPackedReports, listReportSummaries } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

type Check = EndpointReply<typeof reports.checkFile>

const check = (as: Tokens, file: Uint8Array | string) => app.upload('/credit/reports/check', file, { as })

const listActs = async ({ userId }: { userId: string }) =>
  (await app.database.db.select().from(auditEvents).where(eq(auditEvents.userId, userId))).map(
    ({ act }) => act,
  )

it('counts the file’s content for each bureau of the plan, and stores nothing', async () => {
  const person = await app.register({ firstName: 'Maya', lastName: 'Brooks' })
  const answer = await check(person, mayas)
  expect([answer.statusCode, answer.json<Check>()]).toMatchObject([
    200,
    {
      reading: createHash('sha256').update(mayas).digest('hex'),
      format: 'truelink-json',
      formatName: 'TrueLink JSON',
      isNew: false,
      reportDate: '2026-11-14',
      verdict: 'complete',
      bureaus: [{ bureau: 'TransUnion', stated: { accounts: null }, doubts: [] }],
      warnings: [],
    },
  ])
  expect(answer.json<Check>().bureaus[0]?.read.accounts).toBeGreaterThan(5)
  expect(await listReportSummaries(app.database.db, app.keyring, person.userId)).toEqual([])
  expect(await listActs(person)).toContain('report_checked')

  await app.send('POST', '/user/max-plan', { as: person, body: { enabled: true } })
  expect((await check(person, mayas)).json<Check>().bureaus.map(({ bureau }) => bureau)).toEqual([
    'TransUnion',
    'Experian',
    'Equifax',
  ])
})

it('of another person’s file includes the question whether it is the user’s', async () => {
  expect((await check(await app.register(), mayas)).json<Check>().warnings).toMatchObject([
    { code: 'other_person' },
  ])
})

it('of a page without an SSN includes that question if the name differs slightly', async () => {
  const person = await app.register({ firstName: 'Maya', lastName: 'Brooks' })
  const nobody = printIdentityIq(
    reportOf({ accounts: [accountOf()], personal: [personOf({ name: 'M BROOKS' })] }),
  )
  const [asked] = (await check(person, nobody)).json<Check>().warnings
  expect([asked?.code, asked?.message]).toEqual(['other_person', createPersonQuestion().message])
})

describe('a page with an unreadable account', () => {
  const pageOf = (bureau: Bureau) => {
    const report = reportOf({
      accounts: Array.from({ length: 19 }, (_, index) =>
        accountOf({
          id: `account-${index}`,
          creditorName: `BANK ${index}`,
          accountNumber: `5178440${index}****`,
          bureau,
        }),
      ),
      personal: [personOf(), personOf({ bureau })],
    })
    return printIdentityIq(report).replace(/(Total Accounts:[^]*?>\s*)19(\s*<)/, '$120$2')
  }
  const page = pageOf('TransUnion')

  const bring = (as: Tokens, confirmed?: string, headers: Record<string, string> = {}, file = page) =>
    app.sendForm(
      '/credit/reports/import',
      [
        ...(confirmed === undefined ? [] : [{ name: 'confirmed', value: confirmed }]),
        { name: 'file', file: Buffer.from(file), type: 'text/html' },
      ],
      { as, headers },
    )

  it('needs no confirmation if the account is of a bureau outside the plan', async () => {
    const person = await app.register()
    const hidden = pageOf('Experian')
    expect((await check(person, hidden)).json<Check>()).toMatchObject({ verdict: 'complete' })
    expect((await bring(person, undefined, {}, hidden)).statusCode).toBe(201)
    await app.send('POST', '/user/max-plan', { as: person, body: { enabled: true } })
    expect((await check(person, hidden)).json<Check>()).toMatchObject({ verdict: 'partial' })
    expect((await bring(person, undefined, {}, hidden)).json()).toMatchObject({
      code: 'reading_not_confirmed',
    })
  })

  it('becomes the report only after that reading is confirmed', async () => {
    const person = await app.register()
    const key = { 'idempotency-key': 'partial' }
    const response = await bring(person, undefined, key)
    expect([response.statusCode, response.json()]).toMatchObject([422, { code: 'reading_not_confirmed' }])
    expect((await bring(person, 'a'.repeat(64))).json()).toMatchObject({ code: 'reading_not_confirmed' })
    expect((await bring(person, 'yes')).statusCode).toBe(400)
    expect(await listReportSummaries(app.database.db, app.keyring, person.userId)).toEqual([])

    const { reading, verdict, isNew, bureaus } = (await check(person, page)).json<Check>()
    expect({ verdict, isNew, bureaus }).toMatchObject({
      verdict: 'partial',
      isNew: true,
      bureaus: [
        { bureau: 'TransUnion', isComplete: false, stated: { accounts: 20 }, read: { accounts: 19 } },
      ],
    })
    const imported = await bring(person, reading, key)
    expect([imported.statusCode, imported.json()]).toMatchObject([201, { isNew: true, accounts: 19 }])
    const [stored] = await listPackedReports(app.database.db, app.keyring, person.userId)
    if (stored === undefined) throw new Error('nothing was stored')
    const meta = { id: stored.id, origin: stored.origin, receivedAt: stored.receivedAt.toISOString() }
    const exported: unknown = JSON.parse(
      Buffer.from(exportReport({ content: stored.content, meta })).toString(),
    )
    expect(exported).toMatchObject({
      parts: [{ coverage: { stated: { accounts: 20 }, read: { accounts: 19 } } }],
    })
    expect((await bring(person, reading, key)).json()).toEqual(imported.json())
    expect((await bring(person, undefined, key)).json()).toMatchObject({ code: 'idempotency_mismatch' })
  })
})

it('refuses what the import refuses', async () => {
  const person = await app.register({ firstName: 'Cara', lastName: 'Vale' })
  const joint = readFileSync(new URL('../fixtures/joint.mismo.xml', import.meta.url))
  expect((await check(person, '{}')).json()).toMatchObject({ code: 'unreadable_report' })
  expect((await check(person, joint)).json()).toMatchObject({
    code: 'which_person',
    fields: { 'person.0': 'ADA QUILL, born in 1984' },
  })
  expect(await listActs(person)).not.toContain('report_checked')
})
