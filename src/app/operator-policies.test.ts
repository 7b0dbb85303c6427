import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dispute } from '#features/disputes/dispute-contract.ts'
import type { UserInfo } from '#features/identity/contract.ts'
import { agreementTextsOf, recordAgreementTexts } from '#features/identity/server/agreements.ts'
import type { LegalPage } from '#features/legal/contract.ts'
import { legalPagesOf } from '#features/legal/server/routes.ts'
import { readConfig } from '#platform/config/config.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { postDispute } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { newManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'
import { dayIn } from '#values/dates.ts'

/** An operator's policies and legal texts, tested at the endpoints. */

const folder = mkdtempSync(join(tmpdir(), 'fairfile-policies-'))
const settings = {
  preset: 'company',
  name: 'Harbor Credit Help',
  postalAddress: ['4 Quay Road', 'Portland, ME 04101'],
  support: { email: 'help@harborcredit.us' },
  features: { voice: false },
  policies: { maxPlan: 'staff', mailing: { who: 'staffApproved', certified: false } },
}
const termsFile = (version: string, lead: string) =>
  `---\nversion: ${version}\ntitle: Terms of {name}\n---\n${lead}\n\n## Cost\n\nNothing.\n`
const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

let app: TestApp
beforeAll(async () => {
  mkdirSync(join(folder, 'legal'))
  write('operator.json', JSON.stringify(settings))
  write('legal/terms.md', termsFile('2026-11-01', 'We help you with <b>your</b> file.'))
  app = await openApp({ env: { OPERATOR_DIR: folder } })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const me = async (as: Tokens) => (await app.send('GET', '/user/info', { as })).json<UserInfo>()
const agree = (as: Tokens, kind: string, given = true) =>
  app.send('POST', '/user/consents', { as, body: { kind, given } })
const maxPlan = (as: Tokens, enabled: boolean) =>
  app.send('POST', '/user/max-plan', { as, body: { enabled } })
const pullsOf = async ({ userId }: { userId: string }) =>
  (await app.database.db.execute(sql`select 1 from report_pulls where user_id = ${userId}`)).rows.length

const mailingsOf = async ({ userId }: { userId: string }) =>
  (
    await app.database.db.execute(
      sql`select certified, return_receipt from mail_jobs where user_id = ${userId} order by generation`,
    )
  ).rows

describe('terms that are required first', () => {
  it("are the operator's, as text, under its name", async () => {
    const page = (await app.send('GET', '/legal/terms')).json<LegalPage>()
    expect(page).toMatchObject({
      title: 'Terms of Harbor Credit Help',
      version: '2026-11-01',
      template: false,
      lead: 'We help you with <b>your</b> file.',
    })
    expect((await app.send('GET', '/legal/privacy')).json()).toMatchObject({ template: true })
    expect(refusal(await app.send('GET', '/legal/imprint'))).toEqual([404, 'not_found'])
    const { data } = (await app.send('GET', '/consent-texts')).json<{
      data: { kind: string; title: string }[]
    }>()
    expect(data.find(({ kind }) => kind === 'reportAccess')?.title).toBe(
      'Let Harbor Credit Help get my credit reports',
    )
  })

  it('must be accepted; until then no report is pulled and no request is sent', async () => {
    const person = await app.register({ consents: { reportAccess: true } })
    await app.work()
    expect((await me(person)).skippedVerification).toBe(false)
    expect(await me(person)).toMatchObject({
      terms: 'required',
      notOffered: { maxPlan: { code: 'terms_needed' } },
    })
    expect(await pullsOf(person)).toBe(0)
    expect(refusal(await app.send('POST', '/user/portal-link', { as: person }))).toEqual([
      403,
      'terms_needed',
    ])
    const body = { desiredAverageAge: 1, desiredExtraLimit: 0, sendToManager: true }
    expect(refusal(await app.send('POST', '/tradelines/advice', { as: person, body }))).toEqual([
      403,
      'terms_needed',
    ])
    const admin = await newManager(app, 'admin')
    const asked = await app.send('POST', `/admin/refresh-reports/${person.userId}`, { as: admin })
    expect(refusal(asked)).toEqual([403, 'terms_needed'])
    expect((await agree(person, 'terms')).statusCode).toBe(200)
    expect(await me(person)).toMatchObject({ terms: 'accepted' })
    expect(await pullsOf(person)).toBe(1)
    const { rows } = await app.database.db.execute(
      sql`select version, length(text_hash) as digits from consents where user_id = ${person.userId} and kind = 'terms'`,
    )
    expect(rows).toEqual([{ version: '2026-11-01', digits: 64 }])
  })

  it('must be accepted again after they change', async () => {
    const person = await app.register({ consents: { terms: true } })
    expect((await me(person)).terms).toBe('accepted')
    await app.database.db.execute(
      sql`update consents set text_hash = 'of an earlier text' where user_id = ${person.userId}`,
    )
    expect((await me(person)).terms).toBe('required')
    const { data } = (await app.send('GET', '/user/consents', { as: person })).json<{
      data: { kind: string; given: boolean; current: boolean }[]
    }>()
    expect(data.find(({ kind }) => kind === 'terms')).toMatchObject({ given: true, current: false })
  })

  it('may not change without a new version', async () => {
    const { db } = app.database
    const record = (version: string, lead: string) => {
      write('legal/terms.md', termsFile(version, lead))
      const { operator } = readConfig({ OPERATOR_DIR: folder })
      const { terms } = legalPagesOf(operator)
      return recordAgreementTexts(db, agreementTextsOf(operator, terms), terms, app.now())
    }
    await expect(record('2026-11-01', 'Another text.')).rejects.toThrow(
      'OPERATOR_DIR: the text of terms changed and is still version 2026-11-01; give legal/terms.md a new one',
    )
    await record('2026-11-02', 'Another text.')
    await record('2026-11-01', 'We help you with <b>your</b> file.')
  })
})

it('a disabled section has no endpoint', async () => {
  const person = await app.register()
  const body = { question: 'What are my scores?' }
  expect(refusal(await app.send('POST', '/credit/voice-helper', { as: person, body }))).toEqual([
    503,
    'unavailable',
  ])
})

describe('policies that leave it to staff', () => {
  it('let only a manager enable Max Plan; the user may always disable it', async () => {
    const person = await app.register({ consents: { terms: true } })
    expect((await me(person)).notOffered.maxPlan?.code).toBe('staff_switches_plan')
    expect(refusal(await maxPlan(person, true))).toEqual([403, 'staff_switches_plan'])
    expect((await maxPlan(person, false)).statusCode).toBe(200)
    const agent = await newManager(app, 'agent')
    const path = `/manager/toggle-max-plan/${person.userId}`
    expect((await app.send('POST', path, { as: agent, body: { enabled: true } })).statusCode).toBe(200)
    expect((await me(person)).subscription).toBe(true)
  })

  it('show that letters are mailed by staff, and that none is certified', async () => {
    const person = await app.register({ consents: { terms: true } })
    expect(await me(person)).toMatchObject({
      notOffered: { mailing: { code: 'staff_mails' } },
      certifiedMail: false,
    })
    await agree(person, 'staffMailing')
    const opened = await startImpersonation(app, person.userId, 'Asked to mail the letters.')
    expect((await me(opened)).notOffered.mailing).toBeNull()
  })

  it('list for staff the waiting letters of clients who let staff mail, the longest waiting first', async () => {
    const auditor = await newManager(app, 'auditor')
    type Waiting = { disputeId: string; bureaus: string[]; firstName: string; since: string }
    const page = async (after = '') => {
      const answer = await app.send('GET', `/manager/waiting-letters${after}`, { as: auditor })
      return answer.json<{ data: Waiting[]; next: string | null }>()
    }
    const waiting = async () => {
      const ids = (await page()).data.map(({ disputeId }) => disputeId)
      const queue = await app.send('GET', '/manager/work?kind=mailing&limit=100', { as: auditor })
      expect(queue.json<{ data: { id: string }[] }>().data.map(({ id }) => id)).toEqual(ids)
      return ids
    }
    const person = await app.register({ firstName: 'Wanda', consents: { terms: true } })
    const freezes = async (as: Tokens, action = 'place') =>
      (await postDispute(app, as, 'freeze', { action, bureaus: ['TransUnion', 'Experian'], repeat: true })).id
    const first = await freezes(person)
    expect(await waiting()).not.toContain(first)
    await agree(person, 'staffMailing')
    app.pass(1_000)
    const second = await freezes(person)
    expect((await waiting()).filter(id => [first, second].includes(id))).toEqual([first, second])
    const [row] = (await page()).data.filter(({ disputeId }) => disputeId === first)
    expect(row).toMatchObject({ firstName: 'Wanda', type: 'freeze', bureaus: ['TransUnion', 'Experian'] })

    const opened = await startImpersonation(app, person.userId, 'Letters wait.')
    const unconfirmed = await freezes(opened)
    expect(await waiting()).not.toContain(unconfirmed)
    await app.send('POST', `/dispute/${unconfirmed}/attest`, { as: person, body: { attested: true } })
    expect(await waiting()).toContain(unconfirmed)
    const mailed = await app.send('POST', `/dispute/${first}/send-physical`, { as: opened, body: {} })
    expect(mailed.statusCode).toBe(200)
    expect(await waiting()).not.toContain(first)

    // Mailed by the client, because a bureau answered.
    const listed = (await app.send('GET', `/dispute/${second}`, { as: person })).json<Dispute>()
    const outcome = {
      itemId: listed.items[0]?.id,
      bureau: 'Experian',
      outcome: 'corrected',
      on: dayIn('America/New_York', app.now()),
    }
    const noted = await app.send('PUT', `/dispute/${second}/outcome`, { as: person, body: outcome })
    expect(noted.statusCode).toBe(200)
    expect(await waiting()).not.toContain(second)

    const third = await freezes(person)
    const all = await waiting()
    const paged: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const { data, next } = await page(`?limit=1${after && `&after=${after}`}`)
      paged.push(...data.map(({ disputeId }) => disputeId))
      after = next
    }
    expect(paged).toEqual(all)
    expect(all).toEqual(expect.arrayContaining([unconfirmed, third]))

    await agree(person, 'staffMailing', false)
    expect(await waiting()).not.toContain(third)
  })

  it('let an impersonating manager mail what the user confirmed and may not mail', async () => {
    const person = await app.register({ consents: { terms: true } })
    const { id } = await postDispute(app, person, 'freeze', {
      action: 'place',
      bureaus: ['TransUnion'],
    })
    const mail = (as: Tokens, body = {}) => app.send('POST', `/dispute/${id}/send-physical`, { as, body })
    expect(refusal(await mail(person))).toEqual([403, 'staff_mails'])
    const opened = await startImpersonation(app, person.userId, 'Asked to mail the letters.')
    expect(refusal(await mail(opened))).toEqual([403, 'no_mailing_consent'])
    expect((await agree(person, 'staffMailing')).statusCode).toBe(200)
    expect(refusal(await mail(person))).toEqual([403, 'staff_mails'])
    expect(refusal(await mail(opened, { certified: true }))).toEqual([403, 'certified_not_offered'])
    expect((await mail(opened)).statusCode).toBe(200)
    expect(await mailingsOf(person)).toEqual([{ certified: false, return_receipt: false }])
  })

  it('remail a certified letter as regular mail if certified mail is no longer offered', async () => {
    const person = await app.register({ consents: { terms: true } })
    const { id, letters } = await postDispute(app, person, 'freeze', {
      action: 'place',
      bureaus: ['TransUnion'],
    })
    await agree(person, 'staffMailing')
    const opened = await startImpersonation(app, person.userId, 'Asked to mail the letters.')
    await app.send('POST', `/dispute/${id}/send-physical`, { as: opened, body: {} })
    await app.database.db.execute(
      sql`update mail_jobs set certified = true, return_receipt = true where user_id = ${person.userId}`,
    )
    const [sent] = (await app.send('GET', `/dispute/${id}`, { as: person })).json<Dispute>().letters
    const moved = `/sandbox/letters/${sent?.lobLetterId}/events`
    await app.send('POST', moved, { body: { event: 'returned' }, from: '127.0.0.1' })
    const again = (as: Tokens) =>
      app.send('POST', `/dispute/letter/${letters[0]?.id}/mail-again`, { as, body: { reason: 'Lost.' } })
    expect(refusal(await again(person))).toEqual([403, 'staff_mails'])
    expect((await again(opened)).statusCode).toBe(200)
    expect(await mailingsOf(person)).toEqual([
      { certified: true, return_receipt: true },
      { certified: false, return_receipt: false },
    ])
  })
})
