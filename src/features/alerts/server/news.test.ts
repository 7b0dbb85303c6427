import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { savePushSubscription } from '#features/identity/server/push-subscriptions.ts'
import { pushSubscriptions, sessions } from '#features/identity/server/tables.ts'
import type { Enqueue } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { Push } from '#providers/push/port.ts'
import { beforeTheft, type Theft, type Victim } from '#test/support/reports/theft.ts'
import { newsJobs } from './news.ts'
import { weeklyEmailJob } from './weekly-email.ts'

/** Browser notifications and the weekly email about the alerts of an identity theft. */

let theft: Theft
let victim: Victim
let weekly: Victim
beforeAll(async () => {
  theft = await beforeTheft()
  victim = await theft.victim({ emails: false, plan: 'free' })
  weekly = await theft.victim({ emails: true })
  await theft.app.send('PUT', '/alerts/notices/weekly', {
    as: await theft.app.signIn(weekly.phoneNumber),
    body: { weekly: true },
  })
  await subscribe(victim)
  theft.happens()
  await theft.refresh(victim)
  await theft.refresh(weekly)
  theft.app.pass(60_000)
})
afterAll(() => theft.app.close())

const subscribe = async ({ userId }: Victim) => {
  const { database, keyring, now } = theft.app
  const [session] = await database.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt))
  const subscription = { endpoint: `https://push.example.com/${userId}`, p256dh: 'p', auth: 'a' }
  await savePushSubscription(
    database.db,
    keyring,
    { userId, sessionId: session?.id ?? '' },
    { subscription, isNew: true, now: now() },
  )
}

let sent: { endpoint: string; text: string }[]
let outcome: 'sent' | 'gone' | ProviderFailure
let queued: Record<string, string>[]
beforeEach(() => {
  ;[sent, queued, outcome] = [[], [], 'sent']
})
const push: Push = {
  publicKey: 'key',
  hosts: ['push.example.com'],
  send: async ({ endpoint }, text) => {
    sent.push({ endpoint, text })
    if (outcome instanceof ProviderFailure) throw outcome
    return outcome
  },
}
const enqueue: Enqueue = async (_tx, _task, payload) => void queued.push(payload)
const log = createLog('silent', { write: () => undefined })

const jobs = () => {
  const { database, keyring } = theft.app
  const [look, send] = newsJobs({
    db: database.db,
    keyring,
    enqueue,
    push,
    operator: { senderName: 'Harbor' },
  })
  const doing = { now: theft.app.now(), log }
  return {
    look: () => look?.run({}, doing),
    send: () => send?.run(queued[0], doing),
  }
}
const subscriptions = () => theft.app.database.db.$count(pushSubscriptions)

it('notifies a browser once, without content', async () => {
  const { look, send } = jobs()
  await look()
  await look()
  expect(queued).toHaveLength(1)
  await send()
  expect(sent).toEqual([
    {
      endpoint: `https://push.example.com/${victim.userId}`,
      text: 'Harbor\nThere is news in your account.',
    },
  ])
})

it('retries when a push service fails, and deletes an expired subscription', async () => {
  const again = async () => {
    await theft.app.database.db.update(pushSubscriptions).set({ toldUntil: new Date(0) })
    queued = []
    await jobs().look()
  }
  await again()
  outcome = new ProviderFailure('push', 'Not now.', true)
  await expect(jobs().send()).rejects.toThrow(ProviderFailure)
  outcome = new ProviderFailure('push', 'No.', false)
  await jobs().send()
  expect(await subscriptions()).toBe(1)
  outcome = 'gone'
  await jobs().send()
  expect(await subscriptions()).toBe(0)
  await jobs().send()
  expect(sent).toHaveLength(3)
})

it('emails those who chose it once a week instead of immediately, with kinds and counts only', async () => {
  const { app } = theft
  expect(await theft.noticesTo(weekly)).toEqual([])
  const { database, keyring, now } = app
  const queueEmail = async (_tx: unknown, { text, kind }: { text: string; kind: string }) => {
    mails.push({ text, kind })
    return ''
  }
  const mails: { text: string; kind: string }[] = []
  const job = weeklyEmailJob({
    db: database.db,
    keyring,
    queueEmail,
    publicUrl: new URL('https://fairfile.test'),
  })
  app.pass(60_000)
  await job.run({}, { now: now(), log })
  await job.run({}, { now: now(), log })
  expect(mails).toHaveLength(1)
  expect(mails[0]?.kind).toBe('weekly-alerts')
  expect(mails[0]?.text).toContain('new accounts')
  expect(mails[0]?.text).not.toMatch(/TransUnion|Experian|Equifax|\$/)
})
