import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reports } from '#features/reports/server/tables.ts'
import type { Tokens } from '#test/support/app.ts'
import { mailTo } from '#test/support/mailbox.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { beforeTheft, type Listed, type Theft, type Victim } from '#test/support/reports/theft.ts'
import { theftDocument } from '#test/support/reports/theft-documents.ts'
import { saveAlerts } from './store.ts'
import { alerts as alertRows } from './tables.ts'

let theft: Theft
let app: Theft['app']
beforeAll(async () => {
  theft = await beforeTheft()
  ;({ app } = theft)
})
afterAll(() => app.close())

const listAs = async (as: Tokens) => (await app.send('GET', '/alerts', { as })).json<Listed>()
const listOf = (person: Victim) => theft.alertsTo(person)
const noticesTo = (person: Victim) => theft.noticesTo(person)
const summary = ({ data }: Listed) =>
  data.map(({ kind, items }) => [kind, ...items.map(({ bureau }) => bureau)].join(' ')).toSorted()

describe('a refresh', () => {
  let agreed: Victim
  let silent: Victim
  let free: Victim
  beforeAll(async () => {
    agreed = await theft.victim({ emails: true })
    silent = await theft.victim({ emails: false })
    free = await theft.victim({ emails: true, plan: 'free' })
  })

  it('that stores the first report yields no alert', async () => {
    for (const person of [agreed, silent, free]) expect(await listOf(person)).toEqual({ data: [], unread: 0 })
    expect(await noticesTo(agreed)).toEqual([])
  })

  it('with accounts, inquiries and an address yields one alert each for all bureaus', async () => {
    theft.happens()
    for (const person of [agreed, silent, free]) await theft.refresh(person)
    const list = await listOf(agreed)
    const three = ['TransUnion', 'Experian', 'Equifax'].join(' ')
    expect(summary(list)).toEqual([
      `account TransUnion Experian`,
      `account ${three}`,
      `address TransUnion Experian`,
      ...Array.from({ length: 5 }, () => `inquiry ${three}`),
      `score ${three}`,
    ])
    expect(list.unread).toBe(9)
    const inquiry = list.data.find(({ items }) => items[0]?.text.includes('06/03/2026'))
    expect(inquiry).toMatchObject({
      title: 'New inquiry',
      items: [{ text: 'QUARRY STREET BK, 06/03/2026.' }, {}, {}],
    })
    expect(inquiry?.items.every(({ inquiryId }) => inquiryId !== undefined)).toBe(true)
    expect(summary(await listOf(silent))).toEqual(summary(list))
  })

  it('shows a free plan its bureau only, and the rest once the plan includes it', async () => {
    expect(summary(await listOf(free))).toEqual([
      'account TransUnion',
      'account TransUnion',
      'address TransUnion',
      ...Array.from({ length: 5 }, () => 'inquiry TransUnion'),
      'score TransUnion',
    ])
    const as = await app.signIn(free.phoneNumber)
    await app.send('POST', '/user/max-plan', { as, body: { enabled: true } })
    expect(summary(await listAs(as))).toEqual(summary(await listOf(agreed)))
  })

  it('is emailed once, with consent, with kinds and counts and nothing else', async () => {
    const [notice, ...others] = await noticesTo(agreed)
    expect(others).toEqual([])
    expect(notice?.body).toContain('- 2 new accounts\n- 5 new inquiries\n- 1 new address\n- 3 lower scores\n')
    expect(notice?.body).toContain('Sign in to see it: http://127.0.0.1:3000/alerts')
    expect(notice?.body).not.toMatch(/quarry|juniper|terminal|invented|transunion|experian|equifax/i)
    expect(await noticesTo(silent)).toEqual([])
    expect(await noticesTo(free)).toHaveLength(1)
  })

  it('repeated in the same month yields no more alerts', async () => {
    const first = await listOf(agreed)
    await theft.refresh(agreed)
    expect(await listOf(agreed)).toEqual(first)
    expect(await noticesTo(agreed)).toHaveLength(1)
  })

  it('leaves nothing of an alert readable in the database', async () => {
    const rows = await app.database.db.select({ content: alertRows.content }).from(alertRows)
    expect(rows.length).toBeGreaterThan(20)
    for (const { content } of rows) expect(content.toString('latin1')).not.toMatch(/QUARRY|inquiry/)
  })
})

describe('reading', () => {
  it('is recorded for one alert, once, by its owner only', async () => {
    const owner = await theft.victim({ emails: false })
    theft.happens()
    await theft.refresh(owner)
    const as = await app.signIn(owner.phoneNumber)
    const { data, unread } = await listAs(as)
    const id = data[0]?.id
    expect(unread).toBe(data.length)
    const stranger = await app.register()
    const manager = await startImpersonation(app, owner.userId, 'Asked for help with the file')
    expect((await listAs(manager)).data).toEqual(data)
    expect((await app.send('POST', `/alerts/${id}/read`, { as: stranger })).statusCode).toBe(404)
    expect((await app.send('POST', `/alerts/${id}/read`, { as: manager })).json()).toMatchObject({
      code: 'not_allowed',
    })
    expect((await listAs(as)).unread).toBe(unread)
    for (let times = 0; times < 2; times += 1)
      expect((await app.send('POST', `/alerts/${id}/read`, { as })).json()).toEqual({ success: true })
    const after = await listAs(as)
    expect([after.unread, after.data.filter(({ read }) => read).map(one => one.id)]).toEqual([
      unread - 1,
      [id],
    ])
  })

  it('does not find an alert about bureaus outside the plan', async () => {
    const person = await theft.victim({ emails: false })
    const { db } = app.database
    const [report] = await db.select().from(reports).where(eq(reports.userId, person.userId))
    const items = [{ bureau: 'Equifax', text: 'JUNIPER, opened 06/24/2026.' }] as const
    const about = { userId: person.userId, reportId: report?.id ?? '', at: app.now(), readAt: null }
    const alert = { kind: 'account', title: 'New account', items } as const
    for (let times = 0; times < 2; times += 1) await saveAlerts(db, app.keyring, about, [alert])
    const as = await app.signIn(person.phoneNumber)
    const { data } = await listAs(as)
    expect(data).toHaveLength(1)
    await app.send('POST', '/user/max-plan', { as, body: { enabled: false } })
    expect(await listAs(as)).toEqual({ data: [], unread: 0 })
    expect((await app.send('POST', `/alerts/${data[0]?.id}/read`, { as })).statusCode).toBe(404)
  })
})

describe('an imported file', () => {
  it('yields alerts for what is new, emails nobody, and is refused if it is older', async () => {
    const person = await app.register({ email: 'importer@example.com' })
    const as = person
    await app.send('POST', '/user/consents', { as, body: { kind: 'email', given: true } })
    await app.send('POST', '/user/max-plan', { as, body: { enabled: true } })
    const subject = { lastName: 'Person', ssn: '214990024' }
    for (const [day, status, alertsThen] of [
      ['2026-06-10', 201, 0],
      ['2026-08-10', 201, 9],
      ['2026-05-10', 422, 9],
    ] as const) {
      app.pass(1_000)
      const imported = await app.upload('/credit/reports/import', await theftDocument(subject, day), { as })
      expect(imported.statusCode).toBe(status)
      expect((await listAs(as)).data).toHaveLength(alertsThen)
    }
    expect(await mailTo(app, 'importer@example.com')).toEqual([])
  })
})
