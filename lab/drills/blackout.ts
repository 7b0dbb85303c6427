import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { openFakeBridge } from '#test/fakes/fake-bridge.ts'
import { fakeLobKey } from '#test/fakes/fake-lob.ts'
import { fakeLobSecret } from '#test/fakes/fake-post-webhooks.ts'
import { openSmtpPeer } from '#test/fakes/smtp-peer.ts'
import { chanceOf } from '#test/support/chance.ts'
import { disputesToMail } from '#test/support/mailing/chaos-letters.ts'
import { Ledger } from '#test/support/mailing/chaos-verdict.ts'
import { runServer } from '#test/support/run-server.ts'
import { ledgerOf, mixed } from './acknowledged.ts'
import { ask } from './ask.ts'
import { postgresDatabase, type Rows } from './databases.ts'
import type { Drill } from './drill.ts'
import { type Gate, openGate } from './gate.ts'
import { failedOf, lineOf, openLoad, rateOrHalf } from './load.ts'
import { keepSignedIn, registerPeople } from './people.ts'
import { startServer } from './server.ts'
import { mustStayQuick } from './verdicts.ts'

/** Providers on loopback that keep what they took, each behind a gate. */
const openProviders = async (seed: number) => {
  const post = await runServer({ SEED: String(seed), FASTER: '60' }, ['test/fakes/post-process.ts'])
  await fetch(`${post.url}/calm`, { method: 'POST' })
  const ledger = async () => Ledger.parse(await (await fetch(`${post.url}/ledger`)).json())
  const mail = await openSmtpPeer()
  const bridge = await openFakeBridge()
  const gates: Record<'post' | 'mail' | 'bridge', Gate> = {
    post: await openGate(new URL((await ledger()).url)),
    mail: await openGate(new URL(mail.url)),
    bridge: await openGate(bridge.url),
  }
  return {
    ledger,
    set: (mode: Parameters<Gate['set']>[0]) => {
      for (const gate of Object.values(gates)) gate.set(mode)
    },
    settings: {
      LOB_API_KEY: fakeLobKey,
      LOB_WEBHOOK_SECRET: fakeLobSecret,
      LOB_BASE_URL: gates.post.url('http'),
      MAIL_DAILY_CAP: '999999,999999',
      SMTP_URL: gates.mail.url('smtp'),
      MAIL_FROM: 'no-reply@fairfile.test',
      MANAGER_INBOX: 'manager@fairfile.test',
      CREDIT_DATA_URL: `${gates.bridge.url('http')}/pull`,
      CREDIT_DATA_TOKEN: bridge.token,
    },
    close: async () => {
      for (const gate of Object.values(gates)) gate.close()
      await mail.close()
      await bridge.close()
      await post.end('SIGTERM')
    },
  }
}

/** What waits for a provider, by the product's own books. */
const waitingWork = `
  select (select count(*) from emails where state = 'queued')::int as emails,
    (select count(*) from mail_jobs where phase not in ('submitted', 'rejected', 'needs_operator'))::int as letters,
    (select count(*) from report_pulls where ended_at is null)::int as pulls`
const Waiting = z.object({ emails: z.number(), letters: z.number(), pulls: z.number() })

const waitingIn = (rows: Rows) => {
  const { emails, letters, pulls } = Waiting.parse(rows[0])
  return { all: emails + letters + pulls, words: `${emails} e-mails, ${letters} letters, ${pulls} pulls` }
}

const PEOPLE = 20
/** Before and during the outage together there is an invented person for each step of work. */
const MOST_WORK = 39
/** Below this an outage is too short to be measured against the waits between tries. */
const LEAST_DRAIN_MS = 15 * 60_000

/** Post, e-mail and credit data are away (security-reliability R19): half the time they hang, half they refuse. */
export const blackout: Drill = {
  what: 'post, e-mail and credit data hang, then refuse: other routes keep their p99, the queues drain afterwards',
  options: { minutes: '30', base: '300', rate: '0', work: '30' },
  run: async ({ seed, count, later }, report) => {
    const chance = chanceOf(seed)
    const database = await postgresDatabase()
    later(database.close)
    const providers = await openProviders(seed)
    later(providers.close)
    const server = await startServer({ ...database.settings, ...providers.settings })
    later(server.kill)
    const { url } = server
    const people = await registerPeople(url, PEOPLE)
    const signedIn = keepSignedIn(url, people)
    const work = Math.min(count('work'), MOST_WORK)
    const letters = await disputesToMail(url, 2 * work)
    const ledger = ledgerOf(url, people)
    const arrival = mixed(ledger, chance)
    const rate = await rateOrHalf(count('rate'), arrival)
    const half = count('minutes') * 30_000
    const acknowledged = { letters: 0, emails: 0, people: 0 }
    /** In even steps letters, e-mails and new people, whose reports are pulled, ask for providers; before as during the outage. */
    const askOn = async (from: number, lastingMs: number) => {
      for (let step = from; step < from + work; step += 1) {
        const began = Date.now()
        const dispute = letters[step]
        if (dispute) {
          const { ok } = await fetch(`${url}${dispute.path}`, dispute.init)
          if (ok) acknowledged.letters += dispute.letters.size
        }
        const token = people[step % people.length]?.token ?? ''
        const mailed = await ask(`${url}/api/v1/user/email/code`, { method: 'POST', token })
        if (mailed.status === 200) acknowledged.emails += 1
        const [person] = await registerPeople(url, 1, PEOPLE + step)
        const consent = { kind: 'reportAccess', given: true }
        await ask(`${url}/api/v1/user/consents`, {
          method: 'POST',
          token: person?.token ?? '',
          body: consent,
        })
        acknowledged.people += 1
        await delay(Math.max(0, lastingMs / work - (Date.now() - began)))
      }
    }
    const load = openLoad(rate, arrival)
    const before = askOn(0, count('base') * 1_000)
    await delay(count('base') * 1_000)
    await before
    const base = load.stretch()
    report.did(`before, ${rate}/s: ${lineOf(base)}`)

    const outage = Date.now()
    providers.set('hangs')
    const asking = askOn(work, 2 * half)
    await delay(half)
    const hung = load.stretch()
    report.did(`hanging: ${lineOf(hung)}`)
    providers.set('refuses')
    await delay(half)
    const refused = load.stretch()
    report.did(`refusing: ${lineOf(refused)}`)
    await asking
    const lasted = Date.now() - outage
    report.did(`waits at the end: ${waitingIn(await database.rows(waitingWork)).words}`)
    providers.set('open')
    const back = Date.now()
    const patience = Math.max(2 * lasted, LEAST_DRAIN_MS)
    let waiting = waitingIn(await database.rows(waitingWork))
    while (waiting.all > 0 && Date.now() - back < patience) {
      await delay(1_000)
      waiting = waitingIn(await database.rows(waitingWork))
    }
    const drained = (Date.now() - back) / 1_000
    report.did(`afterwards: ${lineOf(await load.stop())}`)
    await signedIn.stop()

    for (const [how, stretch] of [
      ['hang', hung],
      ['refuse', refused],
    ] as const) {
      mustStayQuick(report, `p99 of other routes while they ${how}, to before`, 1.2, [base, stretch])
      const failed = failedOf(stretch)
      report.must(`requests to other routes that failed while they ${how}`, failed === 0, failed)
    }
    report.must(
      `queues drained within ${(patience / 60_000).toFixed(0)} minutes`,
      waiting.all === 0,
      waiting.all === 0 ? `after ${drained.toFixed(0)} s` : `left: ${waiting.words}`,
    )
    const { letters: made } = await providers.ledger()
    const jobs = new Set(made.filter(({ deleted }) => !deleted).map(({ mailJobId }) => mailJobId))
    report.figure(
      'asked for, half of it meanwhile',
      `${acknowledged.letters} letters, ${acknowledged.emails} e-mails, ${acknowledged.people} people`,
    )
    report.must(
      'letters at the post, each once',
      jobs.size === made.length && jobs.size === acknowledged.letters,
      `${made.length} of ${acknowledged.letters}`,
    )
  },
}
