import { z } from 'zod'
import { post, readNewestCode } from '#test/support/people/new-user.ts'
import { settled, visit } from '../../e2e/settled.ts'
import type { Report } from '../scenario.ts'
import { type Client, type hireStaff, type Office, Tokens } from './office.ts'

/** What the audit log and the clients' access logs must contain after the day at the desk. */

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
type Day = Awaited<ReturnType<typeof hireStaff>> & {
  leas: Client
  confirming: Client
  taken: Client
  /** Why the account of the lead's client was opened. */
  reason: string
}

/** Checks the audit log as the auditor reads and exports it, then the access logs of three clients. */
export const checkLogs = async (
  { url, call, shoot, textOf }: Office,
  { ana, lea, otto, leas, confirming, taken, reason }: Day,
  { must, figure }: Report,
): Promise<void> => {
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
      `the audit log contains what ${who} did`,
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
    'a client of the round reads who prepared letters, and that a system requested them',
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
}
