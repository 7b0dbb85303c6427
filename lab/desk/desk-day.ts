import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { Dispute } from '#features/disputes/dispute-contract.ts'
import { readNewestCode } from '#test/support/people/new-user.ts'
import { dayIn } from '#values/dates.ts'
import { enterManager, morgan, signIn } from '../../e2e/people.ts'
import { chooseGoal, fillAddress } from '../../e2e/register.ts'
import { visit } from '../../e2e/settled.ts'
import type { Scenario } from '../scenario.ts'
import { checkLogs } from './logs.ts'
import { type Client, hireStaff, openOffice, phoneOf, takeClients } from './office.ts'

/**
 * A day at the desk in a browser: an agent, a lead and an auditor with forty clients, where agents serve their own clients and a
 * lead approves their rounds. Everything they do must be in the audit log and, where it concerns a client's account, in the
 * client's access log. `--pictures <folder>` saves a picture of each screen at two widths, light and dark.
 */

const Found = z.object({ data: z.array(z.object({ id: z.string() })) })
const Round = z.object({ states: z.record(z.string(), z.number()) })

export const deskDay: Scenario = {
  what: 'three managers of different roles serve forty clients for a day in a browser; every action is in the logs',
  options: { pictures: '' },
  run: async (options, report) => {
    const { did, must } = report
    const office = await openOffice(options)
    const { url, call, outbox, open, shoot, textOf } = office
    const { ana, lea, otto } = await hireStaff(office)
    did('an agent, a lead and an auditor have signed in')
    const today = dayIn('America/New_York', new Date())
    const { clients, answered, leas } = await takeClients(office, today)
    did(`${clients.length} clients have registered, ${answered.length} with a recorded answer`)

    // Intake: staff enter name and contact details, the client everything else.
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

    // Assignment: the lead assigns clients to the agent and takes one; the agent takes one without a responsible manager.
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
      "a note on another manager's client is refused with a sentence that names whom to ask",
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
    await ana.page.getByLabel('What to do').fill('Read the answer of Experian')
    await ana.page.getByLabel('Due').fill(today)
    await ana.page.getByLabel('Assigned to').selectOption({ label: 'Lea Stone' })
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
      'email',
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
    must('the cost book contains the letters', costLines.length >= 4, `${costLines.length} lines`)
    const boss = await open()
    await enterManager(boss, morgan)
    await boss.getByRole('navigation', { name: 'Staff' }).waitFor()
    await visit(boss, '/manager/integrations')
    await boss.getByRole('textbox', { name: 'Name' }).fill('CRM')
    await boss.getByRole('checkbox', { name: /^Read the list of clients/ }).check()
    await boss.getByRole('checkbox', { name: /^Read where a client’s letters are/ }).check()
    await boss.getByRole('button', { name: 'Create the key' }).click()
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
    must('and is refused what its scopes do not include', denied.status === 403, denied.status)

    await checkLogs(office, { ana, lea, otto, leas, confirming, taken, reason }, report)
    await otto.page.close()
  },
}
