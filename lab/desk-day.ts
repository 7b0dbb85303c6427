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
import { dayIn } from '#values/dates.ts'
import { launchChromium } from '../e2e/chromium.ts'
import { enterManager, morgan, signIn } from '../e2e/people.ts'
import { chooseGoal, fillAddress } from '../e2e/register.ts'
import { settled, visit } from '../e2e/settled.ts'
import { embeddedDatabase } from './harness/databases.ts'
import { startServer } from './harness/server.ts'
import type { Scenario } from './scenario.ts'

/**
 * A day at the desk in a browser: an agent, a lead and an auditor with forty clients, where agents serve their own clients and a
 * lead approves their rounds. What each did must stand in the audit log and, where it concerns a client's account, in the
 * client's access log. `--pictures <folder>` keeps a picture of each screen at two widths, light and dark.
 */

const PASSWORD = 'otter lantern gravel piano'
const CLIENTS = 40
/** Of no meaning but that nothing hangs. */
const PATIENCE_MS = 120_000
/** Clients with an answer that a round follows up. */
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

const Tokens = z.object({ accessToken: z.string() })
const SignedUp = Tokens.extend({ user: z.object({ id: z.string() }) })
const Outbox = z.object({ items: z.array(z.object({ to: z.string(), body: z.string() })) })
const List = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      event: z.string(),
      managerName: z.string().nullable(),
      clientId: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
})
const AccessLog = z.object({
  data: z.array(
    z.object({
      managerName: z.string(),
      scope: z.string().nullable(),
      emergency: z.boolean(),
      reason: z.string().nullable(),
      acts: z.array(z.object({ title: z.string() })),
    }),
  ),
})
const Found = z.object({ data: z.array(z.object({ id: z.string() })) })
const Round = z.object({ states: z.record(z.string(), z.number()) })

type Client = { id: string; name: string; phoneNumber: string; token: string }

const nameOf = (n: number) => ({
  firstName: first[n % 10] ?? 'Ada',
  lastName: last[Math.floor(n / 10)] ?? 'Abbott',
})
const phoneOf = (n: number) => `+121355501${String(n).padStart(2, '0')}`

const looks = [
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const

export const deskDay: Scenario = {
  what: 'three managers of different roles serve forty clients for a day in a browser; every act is in the logs',
  options: { pictures: '' },
  run: async ({ word, later }, { did, must, figure }) => {
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

    // The staff: an admin is there already and invites the others.
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
    const ana = await join('agent', 'Ana', 'Ruiz')
    const lea = await join('lead', 'Lea', 'Stone')
    const otto = await join('auditor', 'Otto', 'Lang')
    did('an agent, a lead and an auditor have signed in')

    // The clients: one is invited, the others register by themselves.
    const clients: Client[] = []
    const today = dayIn('America/New_York', new Date())
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
    const answered = clients.slice(0, ANSWERED)
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
    const [returned, leas] = [clients[19], clients[10]]
    if (!returned || !leas) throw new Error('there are too few clients')
    const sent: { id: string; event: string }[] = []
    for (const { token } of [returned, ...clients.slice(12, 16)]) {
      const freeze = { action: 'place', bureaus: ['TransUnion'], attested: true }
      const { id, letters } = await call(Dispute, 'POST', '/dispute/freeze', token, freeze)
      await call(z.unknown(), 'POST', `/dispute/${id}/send-physical`, token, {})
      sent.push({ id: letters[0]?.id ?? '', event: token === returned.token ? 'returned' : 'delivered' })
    }
    did(`${clients.length} clients have registered, ${ANSWERED} with an answer on record`)

    // The sandbox post office moves a letter once it was handed over.
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
      throw new Error('a letter was not handed over')
    }
    for (const { id, event } of sent) {
      await move(id, 'mailed')
      await move(id, event)
    }

    // Intake: staff type name and contacts, the client the rest.
    const ida = { name: 'Ida Brandt', phoneNumber: phoneOf(0), email: 'ida.brandt@mail.example' }
    await ana.page.getByRole('link', { name: 'Invitations' }).click()
    await ana.page.getByLabel('First name').fill('Ida')
    await ana.page.getByLabel('Last name').fill('Brandt')
    await ana.page.getByLabel('Mobile number').fill('213 555 0100')
    await ana.page.getByLabel('Email').fill(ida.email)
    await ana.page.getByRole('button', { name: 'Send the invitation' }).click()
    await ana.page.getByText('Ida Brandt is invited.').waitFor()
    await shoot(ana.page, 'intake')
    const visitor = await open()
    await visitor.goto(await outbox(ida.email, /\/invitation#\S+/))
    await visitor.getByText('Ana Ruiz typed this about you.').waitFor()
    await visitor.getByRole('button', { name: 'Create my account' }).click()
    await visitor.getByRole('button', { name: 'Text me a code' }).click()
    await visitor.getByText('SMS code sent successfully!').waitFor()
    await visitor.getByLabel('6-digit code').fill(await readNewestCode(url, ida.phoneNumber))
    await visitor.getByRole('button', { name: 'Continue' }).click()
    await visitor.getByLabel('Month').fill('02')
    await visitor.getByLabel('Day').fill('11')
    await visitor.getByLabel('Year').fill('1984')
    await visitor.getByLabel('Social Security number').fill('512-34-5600')
    await visitor.getByRole('button', { name: 'Continue' }).click()
    await fillAddress(visitor)
    await visitor.getByRole('button', { name: 'Continue' }).click()
    await chooseGoal(visitor)
    await visitor.getByRole('button', { name: 'Create my account' }).click()
    await visitor.waitForURL('**/analytics/overview')
    await visitor.close()
    did('a client was invited and has registered')

    // Assignment: the lead gives clients to the agent and takes one; the agent takes one of nobody's.
    await visit(lea.page, '/manager')
    await shoot(lea.page, 'clients')
    const assign = async (client: Client, to: string) => {
      await visit(lea.page, `/manager/clients/${client.id}`)
      await lea.page.getByLabel('Assign to').selectOption({ label: to })
      await lea.page.getByRole('button', { name: 'Assign', exact: true }).click()
      await lea.page
        .getByRole('button', { name: 'Assign', exact: true })
        .and(lea.page.locator(':disabled'))
        .waitFor()
    }
    for (const client of answered.slice(0, 4)) await assign(client, 'Ana Ruiz, Agent')
    await assign(leas, 'Lea Stone, Lead')
    const taken = answered[4]
    if (!taken) throw new Error('there are too few clients')
    await visit(ana.page, `/manager/clients/${taken.id}`)
    await shoot(ana.page, 'client-of-nobody')
    await ana.page.getByRole('button', { name: 'Take this client' }).click()
    await ana.page.getByRole('heading', { name: 'Notes' }).waitFor()
    const foreign = await fetch(`${url}/api/v1/manager/clients/${leas.id}/notes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Called', shared: false }),
    })
    const refusedText = await foreign.text()
    must(
      'a note on a client of another is refused with a sentence that names whom to ask',
      foreign.status === 403 && refusedText.includes('Lea Stone is responsible for this client.'),
      foreign.status,
    )

    // Notes and tasks.
    const note = 'Sent the ID on Monday.'
    await ana.page.getByLabel('New note').fill(note)
    await ana.page.getByRole('checkbox', { name: 'The client reads this' }).last().check()
    await ana.page.getByRole('button', { name: 'Add note' }).click()
    await ana.page.getByText(note).waitFor()
    await ana.page.getByRole('button', { name: /^Edit the note of/ }).click()
    await ana.page.getByLabel('Text of the note').fill('Sent the ID on Tuesday.')
    await ana.page.getByRole('button', { name: 'Save note' }).click()
    await ana.page.getByText(', edited').waitFor()
    await ana.page.getByText(/^What the note of/).click()
    await ana.page.getByText(note).waitFor()
    await ana.page.getByText('New task').click()
    await ana.page.getByLabel('What is to be done').fill('Read the answer of Experian')
    await ana.page.getByLabel('Due').fill(today)
    await ana.page.getByLabel('Who does it').selectOption({ label: 'Lea Stone' })
    await ana.page.getByRole('button', { name: 'Add task' }).click()
    await ana.page.getByRole('button', { name: 'Done: Read the answer of Experian' }).waitFor()
    await shoot(ana.page, 'client')
    await visit(lea.page, '/manager/work')
    await lea.page.getByText('Read the answer of Experian').waitFor()
    await lea.page.getByRole('row', { name: /Letters not delivered/ }).waitFor()
    await shoot(lea.page, 'work-of-lead')
    await lea.page.getByLabel('Whose').selectOption({ label: 'Mine' })
    await lea.page.getByText('Read the answer of Experian').waitFor()
    await visit(lea.page, `/manager/clients/${taken.id}`)
    await lea.page.getByRole('button', { name: 'Done: Read the answer of Experian' }).click()
    await lea.page.getByText('Done (last 1)').waitFor()
    await visit(ana.page, '/manager/work')
    await shoot(ana.page, 'work-of-agent')
    did('work was assigned, notes and tasks were written, changed and done')

    // Break-glass.
    await visit(ana.page, '/manager')
    const reason = 'The client is on the phone and Lea is ill'
    await ana.page.getByLabel('Client Phone Number').fill(leas.phoneNumber.slice(2))
    await ana.page.getByLabel(/^Reason/).fill(reason)
    await ana.page.getByRole('button', { name: 'Access Client Account' }).click()
    await ana.page.getByRole('button', { name: 'Open as an emergency' }).waitFor()
    await shoot(ana.page, 'break-glass')
    await ana.page.getByRole('button', { name: 'Open as an emergency' }).click()
    await ana.page.waitForURL('**/analytics/overview')
    const bar = ana.page.getByRole('complementary', { name: 'Opened client account' })
    await bar.getByRole('button').click()
    await ana.page.waitForURL('**/manager')
    must(
      'the lead is notified of the emergency',
      (await outbox('lea@harborcredit.us', /opened, as an emergency/)).length > 0,
      'e-mail',
    )

    // A round: the agent chooses, the lead approves, each client confirms, the lead mails.
    await visit(ana.page, '/manager/rounds')
    await ana.page.getByRole('button', { name: 'Choose all shown' }).click()
    await shoot(ana.page, 'round-candidates')
    await ana.page.getByRole('button', { name: /^Prepare for/ }).click()
    await ana.page.getByText('A lead has to approve this round.').waitFor()
    const roundId = ana.page.url().split('/').at(-1) ?? ''
    await visit(lea.page, '/manager/rounds')
    await lea.page.getByText('Waits for approval').waitFor()
    await shoot(lea.page, 'rounds')
    await visit(lea.page, `/manager/rounds/${roundId}`)
    await shoot(lea.page, 'round-to-approve')
    const roundAt = () => call(Round, 'GET', `/manager/rounds/${roundId}`, lea.token)
    must(
      'nothing is prepared before a lead approves',
      (await roundAt()).states.prepared === undefined,
      JSON.stringify((await roundAt()).states),
    )
    await lea.page.getByRole('button', { name: 'Approve' }).click()
    await lea.page.getByText('Approved by Lea Stone.').waitFor()
    const until = async (state: string, clientCount: number) => {
      for (let tries = 0; tries < 600; tries += 1) {
        if ((await roundAt()).states[state] === clientCount) return
        await delay(200)
      }
      throw new Error(`the round did not come to ${clientCount} ${state}`)
    }
    await until('prepared', 5)
    const [confirming, ...others] = answered.slice(0, 5)
    if (!confirming) throw new Error('nobody is in the round')
    const page = await open()
    await signIn(page, confirming)
    await page.goto('/disputes/confirm')
    await page
      .getByRole('link', { name: /^Read and confirm/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Confirm the letters' }).waitFor()
    await shoot(page, 'client-confirms')
    await page.getByRole('checkbox', { name: /^What I say in these letters is true/ }).check()
    await page.getByRole('button', { name: 'Confirm the letters' }).click()
    await page.getByText('Your letter is ready').waitFor()
    await page.close()
    for (const { token } of others.slice(0, 3)) {
      const waiting = await call(z.array(Dispute), 'GET', '/dispute', token)
      for (const { id } of waiting.filter(({ awaitingAttestation }) => awaitingAttestation))
        await call(z.unknown(), 'POST', `/dispute/${id}/attest`, token, { attested: true })
    }
    await visit(lea.page, `/manager/rounds/${roundId}`)
    await lea.page.getByText('4 letters of 4 clients are confirmed and can be mailed.').waitFor()
    await shoot(lea.page, 'round-confirmed')
    await lea.page.getByRole('button', { name: 'Mail confirmed letters' }).click()
    const dialog = lea.page.getByRole('dialog', { name: 'Mail 4 letters of 4 clients?' })
    await dialog.getByText('$3.80 for the first page of each').waitFor()
    await shoot(lea.page, 'round-mailing')
    await dialog.getByRole('button', { name: 'Mail', exact: true }).click()
    await until('mailed', 4)
    const afterwards = (await roundAt()).states
    must(
      'four clients’ letters are mailed, and the fifth’s, who did not confirm, are not',
      afterwards.mailed === 4 && afterwards.prepared === 1,
      JSON.stringify(afterwards),
    )
    await visit(lea.page, `/manager/rounds/${roundId}`)
    await shoot(lea.page, 'round-mailed')
    did('a round was chosen, approved, confirmed and mailed')

    // Costs, and the operator's own systems.
    await visit(lea.page, '/manager/costs')
    await shoot(lea.page, 'costs')
    const [costs] = await Promise.all([
      lea.page.waitForEvent('download'),
      lea.page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const costLines = (await textOf(costs)).split('\r\n').filter(line => line.includes('letter'))
    must('the cost book has the letters', costLines.length >= 4, `${costLines.length} lines`)
    const boss = await open()
    await enterManager(boss, morgan)
    await boss.getByRole('navigation', { name: 'Staff' }).waitFor()
    await visit(boss, '/manager/integrations')
    await boss.getByRole('textbox', { name: 'Name' }).fill('CRM')
    await boss.getByRole('checkbox', { name: /^Read the list of clients/ }).check()
    await boss.getByRole('checkbox', { name: /^Read where a client’s letters are/ }).check()
    await boss.getByRole('button', { name: 'Make the key' }).click()
    const key = (await boss.getByText(/^cak_[\w-]{43}$/).textContent()) ?? ''
    await shoot(boss, 'api-key')
    const bySystem = await call(
      Found,
      'GET',
      `/manager/clients?query=${encodeURIComponent(confirming.phoneNumber)}`,
      key,
    )
    await call(z.unknown(), 'GET', `/manager/clients/${confirming.id}/letters`, key)
    must('a system finds a client with its key', bySystem.data[0]?.id === confirming.id, bySystem.data.length)
    const denied = await fetch(`${url}/api/v1/manager/costs`, { headers: { authorization: `Bearer ${key}` } })
    must('and is refused what its scopes do not have', denied.status === 403, denied.status)

    // The audit log, as the auditor reads and exports it.
    await visit(otto.page, '/manager/audit-log')
    await shoot(otto.page, 'audit-log')
    await otto.page.getByLabel('Who').selectOption({ label: ana.name })
    await otto.page.getByRole('button', { name: 'Show', exact: true }).click()
    await otto.page.getByRole('cell', { name: ana.name }).first().waitFor()
    await settled(otto.page)
    const [csv] = await Promise.all([
      otto.page.waitForEvent('download'),
      otto.page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const lines = (await textOf(csv)).split('\r\n').slice(1).filter(Boolean)
    figure('entries of the agent in the export', lines.length)
    const eventsIn = async (query: string) => {
      const events: string[] = []
      for (let before: string | null = ''; before !== null; ) {
        const at: string = `/manager/audit-log?${query}${before === '' ? '' : `&before=${before}`}`
        const one: z.output<typeof List> = await call(List, 'GET', at, otto.token)
        events.push(...one.data.map(({ event }) => event))
        before = one.next
      }
      return events
    }
    const colleagues = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })
    const known = (await call(colleagues, 'GET', '/manager/colleagues', lea.token)).data
    const idOf = (name: string) => known.find(one => one.name === name)?.id ?? ''
    const mustHave = async (who: string, expected: readonly string[]) => {
      const events = await eventsIn(`managerId=${idOf(who)}`)
      const missing = expected.filter(event => !events.includes(event))
      must(
        `the audit log has what ${who} did`,
        missing.length === 0,
        missing.join(', ') || `${events.length} entries`,
      )
    }
    await mustHave(ana.name, [
      'manager_signed_in',
      'client_invited',
      'client_assigned',
      'client_note_added',
      'client_note_changed',
      'client_task_added',
      'client_opened_in_emergency',
      'client_closed',
      'round_begun',
      'dispute_created',
      'denied',
      'clients_listed',
    ])
    await mustHave(lea.name, [
      'client_assigned',
      'client_task_changed',
      'round_approved',
      'round_mailed',
      'letters_mailed',
      'costs_read',
      'costs_exported',
      'client_page_read',
    ])
    const all = await eventsIn('')
    for (const event of [
      'audit_log_read',
      'audit_log_exported',
      'api_key_added',
      'api_key_used',
      'client_letters_read',
    ])
      must(`the audit log has ${event}`, all.includes(event), all.filter(one => one === event).length)

    const logOf = async (client: Client) => {
      await post(url, '/auth/sms/send', { phoneNumber: client.phoneNumber })
      const code = await readNewestCode(url, client.phoneNumber)
      const { accessToken } = Tokens.parse(
        await post(url, '/auth/login', { phoneNumber: client.phoneNumber, code }),
      )
      return (await call(AccessLog, 'GET', '/user/access-log', accessToken)).data
    }
    const ofLeas = await logOf(leas)
    must(
      'the client whose account was opened as an emergency reads who and why',
      ofLeas.some(one => one.emergency && one.managerName === ana.name && one.reason === reason),
      `${ofLeas.length} entries`,
    )
    const ofConfirming = await logOf(confirming)
    must(
      'a client of the round reads who prepared letters, and that a system asked for them',
      ofConfirming.some(one => one.scope === 'round' && one.managerName === ana.name) &&
        ofConfirming.some(one => one.managerName === 'An automated system of ours'),
      `${ofConfirming.length} entries`,
    )
    const ofTaken = await logOf(taken)
    const acts = ofTaken.flatMap(one => one.acts.map(({ title }) => title))
    const expected = [
      'Added a note on the client',
      'Changed a note on the client',
      'Added a task for the client',
    ]
    must(
      'a client reads that notes and tasks were written',
      expected.every(title => acts.includes(title)),
      `${acts.length} acts`,
    )
    await otto.page.close()
  },
}
