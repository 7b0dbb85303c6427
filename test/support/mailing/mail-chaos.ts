import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { sha256 } from '#platform/crypto/macs.ts'
import { fakeLobKey } from '../../fakes/fake-lob.ts'
import { fakeLobSecret } from '../../fakes/fake-lob-letters.ts'
import { chanceOf } from '../chance.ts'
import { post, readNewestCode, registrationBody } from '../people/new-user.ts'
import { runServer } from '../run-server.ts'
import { chaosServers, type Kill } from './chaos-servers.ts'
import { judgeLedger, Ledger, MailJobList, type Verdict } from './chaos-verdict.ts'

/** What the chaos run mails: letters of a few bytes, and disputes created through the real routes. */

/** A mailing request, its letters, and the hash of the PDF that each must be printed with. */
export type Mailing = {
  path: string
  init: RequestInit
  letters: ReadonlyMap<string, string>
}

const json = { 'content-type': 'application/json' }

/** A letter of a few bytes that skips rendering. */
export const smallMailing = (): Mailing => {
  const letterId = randomUUID()
  return {
    path: '/chaos/mail',
    init: { method: 'POST', headers: json, body: JSON.stringify({ letterId }) },
    letters: new Map([[letterId, sha256(`%PDF-1.7 letter ${letterId}`).toString('hex')]]),
  }
}

const SignedUp = z.object({ accessToken: z.string() })
const Made = z.object({ id: z.string(), letters: z.array(z.object({ id: z.string() })) })

/** Not one of the demo people, and without a report, so that the letters have no sandbox mark. */
const PHONE = '+13125550177'
const SSN = '512-34-0003'

/** Disputes of a new user, three letters each, ready to send, with the hash of each downloaded PDF. */
export const disputesToMail = async (url: string, count: number): Promise<Mailing[]> => {
  if (count === 0) return []
  await post(url, '/auth/sms/send', { phoneNumber: PHONE })
  const smsCode = await readNewestCode(url, PHONE)
  const person = { ...registrationBody(PHONE, SSN), smsCode }
  const { accessToken } = SignedUp.parse(await post(url, '/auth/register', person))
  const authorization = `Bearer ${accessToken}`
  const shaOf = async (letterId: string) => {
    const pdf = await fetch(`${url}/api/v1/dispute/letter/${letterId}/pdf`, { headers: { authorization } })
    if (!pdf.ok) throw new Error(`a letter was not printed: ${await pdf.text()}`)
    return sha256(new Uint8Array(await pdf.arrayBuffer())).toString('hex')
  }
  const disputes: Mailing[] = []
  for (let made = 0; made < count; made += 1) {
    const bureaus = ['TransUnion', 'Experian', 'Equifax']
    const body = { action: 'place', bureaus, attested: true, repeat: true }
    const { id, letters } = Made.parse(await post(url, '/dispute/freeze', body, accessToken))
    const shas = new Map<string, string>()
    for (const letter of letters) shas.set(letter.id, await shaOf(letter.id))
    disputes.push({
      path: `/api/v1/dispute/${id}/send-physical`,
      init: { method: 'POST', headers: { ...json, authorization }, body: '{}' },
      letters: shas,
    })
  }
  return disputes
}

/** The same requests after the user signed in again. */
export const signInAgain = async (url: string, disputes: readonly Mailing[]): Promise<Mailing[]> => {
  await post(url, '/auth/sms/send', { phoneNumber: PHONE })
  const signedIn = await post(url, '/auth/login', {
    phoneNumber: PHONE,
    code: await readNewestCode(url, PHONE),
  })
  const { accessToken } = SignedUp.parse(signedIn)
  const headers = { ...json, authorization: `Bearer ${accessToken}` }
  return disputes.map(dispute => ({ ...dispute, init: { ...dispute.init, headers } }))
}

/**
 * Requests letters while servers are killed and the provider fails, then compares the provider's ledger with what was
 * acknowledged. One seed drives faults and kills, and repeats a run.
 */

type ChaosPlan = {
  /** At least this many letters, and more until every kill has happened. */
  sends: number
  /** How many of the requests are disputes with three rendered letters each. */
  disputes: number
  kills: readonly Kill[]
  /** No kill starts after this. */
  killForMs: number
  seed: number
  /** Several with PostgreSQL, one with the embedded database. */
  servers: number
  /** Additional servers that are never killed. */
  kept?: number
  settings: Record<string, string>
  /** Settings of the server in one slot. */
  own?: (place: number) => Record<string, string>
  faster: number
  atOnce: number
  /** How long everything may take to settle once all letters are requested. */
  patienceMs: number
  say: (line: string) => void
}

const Calls = z.array(z.object({ payload: z.string(), headers: z.record(z.string(), z.string()) }))

const Count = z.object({ letters: z.number() })

const MAX_NOTICES = 20
const NOTICE_MS = 300
/** Letters beyond `sends` only keep kill points busy. */
const PACE_MS = 200

export const runMailChaos = async (plan: ChaosPlan): Promise<Verdict> => {
  const { sends, seed, faster, say, settings } = plan
  const chance = chanceOf(seed)
  const rest = { SEED: String(seed), FASTER: String(faster) }
  const provider = await runServer(rest, ['test/fakes/fake-lob-process.ts'])
  const ask = async <T>(path: string, shape: z.ZodType<T>, method = 'GET') =>
    shape.parse(await (await fetch(`${provider.url}${path}`, { method })).json())
  const environment = {
    LOG_LEVEL: 'error',
    NODE_ENV: 'test',
    ...settings,
    ...rest,
    LOB_API_KEY: fakeLobKey,
    LOB_WEBHOOK_SECRET: fakeLobSecret,
    LOB_BASE_URL: (await ask('/ledger', Ledger)).url,
    MAIL_DAILY_CAP: '999999,999999',
  }
  const began = Date.now()
  const seconds = () => `${((Date.now() - began) / 1_000).toFixed(0)} s`

  // Disputes are created without faults: only their mailing is under test.
  const maker = await runServer(environment, ['test/support/mailing/mail-server.ts'])
  const disputes = await disputesToMail(maker.url, plan.disputes)
  await maker.end('SIGKILL')
  const servers = await chaosServers({
    environment,
    own: plan.own ?? (() => ({})),
    places: plan.servers,
    kept: plan.kept ?? 0,
    wanted: plan.kills,
    until: Date.now() + plan.killForMs,
    chance,
  })
  const { insist } = servers
  const over = { kills: false, letters: false }
  const killing = servers.allKilled.then(() => {
    over.kills = true
    say(`the kills are over after ${seconds()}`)
  })

  const expected = new Map<string, string>()
  const acknowledged: string[] = []
  const mail = async ({ path, init, letters }: Mailing, leadsTo?: 'printing') => {
    for (const [letterId, sha] of letters) expected.set(letterId, sha)
    await insist(path, init, leadsTo)
    // Some users click twice.
    if (chance.is(0.2)) await insist(path, init, leadsTo)
    const before = acknowledged.length
    acknowledged.push(...letters.keys())
    if (Math.floor(before / 500) < Math.floor(acknowledged.length / 500))
      say(`${acknowledged.length} acknowledged`)
  }
  /** Saves disputes for servers armed to end while rendering; otherwise mixes one in now and then. */
  const mailOn = async () => {
    while (!over.kills || expected.size < sends) {
      const share = { now: 0.5, later: 0, never: 0.2 }[servers.awaits('printing')]
      const dispute = chance.is(share) ? disputes.shift() : undefined
      await (dispute ? mail(dispute, 'printing') : mail(smallMailing()))
      if (expected.size >= sends) await delay(PACE_MS)
    }
    for (let dispute = disputes.shift(); dispute; dispute = disputes.shift()) await mail(dispute)
  }
  const sentCounts = { mailed: 0, delivered: 0 }
  const notify = async (type: keyof typeof sentCounts) => {
    const { letters } = await ask('/count', Count)
    const from = sentCounts[type]
    sentCounts[type] = Math.min(from + MAX_NOTICES, letters)
    const calls = await ask(`/move?type=${type}&from=${from}&most=${MAX_NOTICES}`, Calls, 'POST')
    for (const { payload, headers } of calls)
      await insist('/api/v1/webhooks/lob', { method: 'POST', headers, body: payload })
    return letters > sentCounts[type]
  }
  const tellOn = async () => {
    while (!over.letters || !over.kills) {
      await notify('mailed')
      await delay(NOTICE_MS)
    }
  }
  const telling = tellOn()
  await Promise.race([
    Promise.all([killing, ...Array.from({ length: plan.atOnce }, mailOn)]),
    telling.then(() => new Promise<never>(() => undefined)),
  ])
  over.letters = true
  await telling
  say(`all ${acknowledged.length} letters acknowledged after ${seconds()}`)

  const readJobs = async () => MailJobList.parse(await (await insist('/chaos/jobs')).json()).rows
  const until = Date.now() + plan.patienceMs
  let rows = await readJobs()
  const open = () => rows.filter(({ phase }) => !['submitted', 'rejected', 'needs_operator'].includes(phase))
  while ((rows.length < expected.size || open().length > 0) && Date.now() < until) {
    await delay(500)
    rows = await readJobs()
  }
  say(`all mailings have ended after ${seconds()}`)
  while ((await notify('delivered')) && sentCounts.delivered < 1_000);
  rows = await readJobs()
  const ledger = await ask('/ledger', Ledger)
  await servers.close()
  await provider.end('SIGTERM')
  const { kills, missed } = servers
  return {
    ...judgeLedger({ ledger, rows, acknowledged, expected, faster }),
    kills,
    missed,
  }
}
