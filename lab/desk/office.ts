import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Download, Page } from '@playwright/test'
import { z } from 'zod'
import { Dispute } from '#features/disputes/dispute-contract.ts'
import { ShownFindings } from '#features/findings/contract.ts'
import { post, readNewestCode, registrationBody } from '#test/support/people/new-user.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'
import { launchChromium } from '../../e2e/chromium.ts'
import { enterManager, morgan } from '../../e2e/people.ts'
import { settled } from '../../e2e/settled.ts'
import { embeddedDatabase } from '../harness/databases.ts'
import { startServer } from '../harness/server.ts'
import type { Options } from '../scenario.ts'

/** The office of the day at the desk: its server, its staff and its clients. */

const PASSWORD = 'otter lantern gravel piano'
const CLIENTS = 40
/** Only a safeguard against hanging. */
const PATIENCE_MS = 120_000
/** Clients with a recorded answer, for a round. */
const ANSWERED = 6

const first = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana', 'Igor', 'June']
const last = ['Abbott', 'Brandt', 'Castro', 'Dietz']

const operator = {
  preset: 'household',
  name: 'Harbor Credit Help',
  postalAddress: ['4 Quay Road', 'Portland, ME 04101'],
  support: { email: 'help@harborcredit.us' },
  policies: { agentsServe: 'own', roundApproval: 'lead' },
  costs: { prices: { pull: 450, letter: 95, certifiedLetter: 780, extraPage: 12, text: 0.79 } },
}

export const Tokens = z.object({ accessToken: z.string() })
const SignedUp = Tokens.extend({ user: z.object({ id: z.string() }) })
const Outbox = z.object({ items: z.array(z.object({ to: z.string(), body: z.string() })) })
export type Client = { id: string; name: string; phoneNumber: string; token: string }

const nameOf = (n: number) => ({
  firstName: first[n % 10] ?? 'Ada',
  lastName: last[Math.floor(n / 10)] ?? 'Abbott',
})
export const phoneOf = (n: number) => `+121355501${String(n).padStart(2, '0')}`

const looks = [
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const

/** The operator's server, a browser, and helpers for both. Pictures are saved if a folder is passed. */
export const openOffice = async ({ word, later }: Pick<Options, 'word' | 'later'>) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairfile-desk-'))
  later(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'operator.json'), JSON.stringify(operator))
  const database = embeddedDatabase()
  later(database.close)
  const server = await startServer({ ...database.settings, OPERATOR_DIR: folder, NODE_ENV: 'development' })
  later(server.end)
  const { url } = server
  const browser = await launchChromium()
  later(() => browser.close())

  const call = async <S extends z.ZodType>(
    shape: S,
    method: string,
    at: string,
    token: string,
    body?: object,
  ) => {
    const answer = await fetch(`${url}/api/v1${at}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const said = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${at} answered ${answer.status}: ${said}`)
    return shape.parse(JSON.parse(said))
  }
  const outbox = async (to: string, part: RegExp): Promise<string> => {
    for (let tries = 0; tries < 100; tries += 1) {
      const { items } = Outbox.parse(await (await fetch(`${url}/sandbox/outbox`)).json())
      const found = items.flatMap(item => (item.to === to ? (part.exec(item.body) ?? []) : []))[0]
      if (found !== undefined) return found
      await delay(100)
    }
    throw new Error(`nothing like ${part} was sent to ${to}`)
  }

  const open = async (): Promise<Page> => {
    const page = await browser.newPage({
      baseURL: url,
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
      acceptDownloads: true,
    })
    page.setDefaultTimeout(PATIENCE_MS)
    return page
  }
  const pictures = word('pictures')
  if (pictures !== '') mkdirSync(pictures, { recursive: true })
  const shoot = async (page: Page, name: string): Promise<void> => {
    if (pictures === '') return
    for (const [colorScheme, width] of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      await page.screenshot({
        path: path.join(pictures, `${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      })
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8')

  return { url, call, outbox, open, shoot, textOf }
}

export type Office = Awaited<ReturnType<typeof openOffice>>

/** The agent, the lead and the auditor, signed in after an admin invited them. */
export const hireStaff = async ({ url, outbox, open }: Office) => {
  const admin = Tokens.parse(
    await post(url, '/manager/login', { email: morgan.email, password: morgan.password }),
  )
  const join = async (role: 'agent' | 'lead' | 'auditor', firstName: string, lastName: string) => {
    const email = `${firstName.toLowerCase()}@harborcredit.us`
    await post(url, '/manager/staff', { email, firstName, lastName, role }, admin.accessToken)
    const link = await outbox(email, /\/manager\/join#(\S+)/)
    await post(url, '/manager/join', { token: link.split('#')[1], password: PASSWORD })
    const { accessToken } = Tokens.parse(await post(url, '/manager/login', { email, password: PASSWORD }))
    const page = await open()
    await enterManager(page, { email, password: PASSWORD })
    await page.getByRole('navigation', { name: 'Staff' }).waitFor()
    return { name: `${firstName} ${lastName}`, token: accessToken, page }
  }
  return {
    ana: await join('agent', 'Ana', 'Ruiz'),
    lea: await join('lead', 'Lea', 'Stone'),
    otto: await join('auditor', 'Otto', 'Lang'),
  }
}

/** All clients except the invited one register on their own. */
const registerClients = async (url: string): Promise<Client[]> => {
  const clients: Client[] = []
  for (let n = 1; n < CLIENTS; n += 1) {
    const [phoneNumber, names] = [phoneOf(n), nameOf(n)]
    await post(url, '/auth/sms/send', { phoneNumber })
    const body = {
      ...registrationBody(phoneNumber, `512-34-56${String(n).padStart(2, '0')}`),
      ...names,
      email: `${names.firstName}.${names.lastName}.${n}@mail.example`.toLowerCase(),
      ...(n === 20 && { streetAddress: '1 Returned Road' }),
      smsCode: await readNewestCode(url, phoneNumber),
    }
    const { accessToken, user } = SignedUp.parse(await post(url, '/auth/register', body))
    clients.push({
      id: user.id,
      name: `${names.firstName} ${names.lastName}`,
      phoneNumber,
      token: accessToken,
    })
  }
  return clients
}

/** Imports a report for each of them and records an answer to one of their disputes. */
const recordAnswers = async ({ url, call }: Office, answered: readonly Client[], today: string) => {
  for (const { token } of answered) {
    const form = new FormData()
    form.append('file', new File([mayasDocument], 'report.json', { type: 'application/json' }))
    const headers = { authorization: `Bearer ${token}` }
    const imported = await fetch(`${url}/api/v1/credit/reports/import`, {
      method: 'POST',
      headers,
      body: form,
    })
    if (imported.status !== 201) throw new Error(`the import answered ${imported.status}`)
    await post(url, '/user/max-plan', { enabled: true }, token)
    for (const kind of ['staffMailing', 'email'])
      await call(z.unknown(), 'POST', '/user/consents', token, { kind, given: true })
    const { items } = await call(ShownFindings, 'GET', '/credit/findings', token)
    const found = items.find(
      ({ accountId, bureaus }) => accountId !== undefined && bureaus.includes('Experian'),
    )
    const dispute = await call(Dispute, 'POST', '/dispute/account', token, {
      items: [{ accountId: found?.accountId, bureaus: ['Experian'], reason: 'not_mine' }],
      attested: true,
    })
    await call(z.unknown(), 'PUT', `/dispute/${dispute.id}/outcome`, token, {
      itemId: dispute.items[0]?.id,
      bureau: 'Experian',
      outcome: 'verified',
      on: today,
    })
  }
}

/** The clients, those with a recorded answer, one whose letter comes back, and one for the lead. */
export const takeClients = async (office: Office, today: string) => {
  const { url, call } = office
  const clients = await registerClients(url)
  const answered = clients.slice(0, ANSWERED)
  await recordAnswers(office, answered, today)
  const [returned, leas] = [clients[19], clients[10]]
  if (!returned || !leas) throw new Error('there are too few clients')
  const sent: { id: string; event: string }[] = []
  for (const { token } of [returned, ...clients.slice(12, 16)]) {
    const freeze = { action: 'place', bureaus: ['TransUnion'], attested: true }
    const { id, letters } = await call(Dispute, 'POST', '/dispute/freeze', token, freeze)
    await call(z.unknown(), 'POST', `/dispute/${id}/send-physical`, token, {})
    sent.push({ id: letters[0]?.id ?? '', event: token === returned.token ? 'returned' : 'delivered' })
  }

  // The sandbox post office delivers a letter after it was sent to it.
  const move = async (at: string, event: string) => {
    for (let tries = 0; tries < 100; tries += 1) {
      const body = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ event }),
      }
      if ((await fetch(`${url}/sandbox/letters/${at}/events`, body)).ok) return
      await delay(200)
    }
    throw new Error('a letter was not sent to the provider')
  }
  for (const { id, event } of sent) {
    await move(id, 'mailed')
    await move(id, event)
  }
  return { clients, answered, leas }
}
