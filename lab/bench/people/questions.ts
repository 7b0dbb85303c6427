import { backgroundJobs, cleanupTasks } from '#app/features.ts'
import { findUserIdByPhone } from '#features/identity/server/store.ts'
import { createMailJobRepository, listDueMailJobs } from '#features/mailing/server/mail-job-repository.ts'
import { listOperatorQueue, readMailStatus } from '#features/mailing/server/operator.ts'
import { defaultMailTimes as times } from '#features/mailing/times.ts'
import { hasHeldPull } from '#features/reports/server/held-pulls.ts'
import { createRateLimits, productionRateLimits } from '#platform/http/rate-limits.ts'
import { mayaPhone } from '../product.ts'
import { commonName, emailOf, phoneOf } from './identities.ts'
import type { Product, Tokens } from './product.ts'

/**
 * What the product asks its database, each by the product's own way: most as a request of the API with all that belongs to
 * it, the rest as the job or the function that does it.
 */

/**
 * A `point` is about one person or one letter, and may not become slower with the crowd. A `page` shows some of all people,
 * and a `sweep` is done by the clock: each has a second, and no table that grows is read from end to end.
 */
export type Kind = 'point' | 'page' | 'sweep'

export type Question = {
  name: string
  kind: Kind
  /** What must be so before each time, and is not measured. */
  ready?: () => Promise<unknown>
  ask: () => Promise<unknown>
  /** How often it can be asked at most. */
  most?: number
}

export type Asked = {
  product: Product
  maya: { id: string; tokens: Tokens }
  manager: Tokens
  /** The crowd has the numbers from 0 up to this one. */
  people: number
  /** Numbers that something was done with. */
  used: Set<number>
}

/** Numbers of the crowd far apart, each once: whom a code was texted a moment ago gets no other. */
const walking = (people: number, used: Set<number>) => {
  let at = 0
  return (): number => {
    for (;;) {
      at += 1
      const n = (at * 7_919) % people
      // The sandbox's carrier takes no message for numbers that end so; every fiftieth has copies that open for nobody.
      if (used.has(n) || n % 10_000 === 199 || n % 50 === 0) continue
      used.add(n)
      return n
    }
  }
}

/** What one person asks, or is asked about. */
const points = (asked: Asked): Question[] => {
  const { product, maya, manager, people } = asked
  const { database, keyring, clock, send, signIn } = product
  const { db, pool } = database
  const next = walking(people, asked.used)
  const as = maya.tokens
  const get = (name: string, place: string): Question => ({
    name,
    kind: 'point',
    ask: () => send('GET', place, { as }),
  })
  const limits = createRateLimits(productionRateLimits, pool)
  let pair = maya.tokens
  const alarm = () => undefined
  const { timeZone, mailDailyCap: cap } = product.config
  const post = { name: 'sandbox', trackingUrl: () => null }
  const books = createMailJobRepository({ db, keyring, times, timeZone, clock, cap, alarm, post })
  let due = ''
  return [
    { name: 'person by phone', kind: 'point', ask: () => findUserIdByPhone(db, keyring, phoneOf(next())) },
    get('who is signed in', '/user/info'),
    {
      name: 'send a code',
      kind: 'point',
      ask: () => send('POST', '/auth/sms/send', { body: { phoneNumber: phoneOf(next()) } }),
    },
    { name: 'sign in: code, outbox, session', kind: 'point', ask: () => signIn(phoneOf(next())) },
    {
      name: 'next pair of tokens',
      kind: 'point',
      ask: async () => {
        const { refreshToken } = pair
        const given = await send('POST', '/auth/refresh', { body: { refreshToken } })
        pair = product.tokensIn(given)
      },
    },
    get('sessions', '/user/sessions'),
    get('consents', '/user/consents'),
    get('access log', '/user/access-log'),
    get('analytics', '/credit/analytics'),
    get('history', '/credit/history'),
    get('findings', '/credit/findings'),
    get('alerts', '/alerts'),
    get('disputes', '/dispute'),
    get('documents', '/documents'),
    get('tradelines on offer', '/tradelines/inventory'),
    get('tradelines requested', '/tradelines/requested'),
    {
      name: 'a limit that is kept',
      kind: 'point',
      ask: () => limits.consume('tradelineRequest', { person: phoneOf(next()) + next() }),
    },
    {
      name: 'open a client and close',
      kind: 'point',
      ask: async () => {
        const body = { phoneNumber: phoneOf(next()), reason: 'Asked for help by phone' }
        await send('POST', '/manager/user-login-as-manager', { as: manager, body })
        await send('POST', '/manager/end-client-session', { as: manager })
      },
    },
    {
      name: 'claim a letter to mail',
      kind: 'point',
      ready: async () => {
        const { rows } = await pool.query<{ id: string }>(
          `update mail_jobs set phase = 'requested', due_at = now(), lease_until = null, provider_id = null
            where id = (select id from mail_jobs where phase = 'submitted' order by submitted_at limit 1) returning id`,
        )
        due = rows[0]?.id ?? ''
      },
      ask: () => books.claim(due),
      most: 10,
    },
    { name: 'is any pull held', kind: 'point', ask: () => hasHeldPull(db) },
  ]
}

/** What staff see of all people. */
const pages = ({ product: { send }, manager, people }: Asked): Question[] => {
  const list = (name: string, query: Record<string, string>): Question => ({
    name: `clients: ${name}`,
    kind: 'page',
    ask: () => send('GET', `/manager/clients?${new URLSearchParams(query).toString()}`, { as: manager }),
  })
  const { firstName, lastName } = commonName
  const middle = Math.min(Math.floor(people / 2), 1_000_000)
  return [
    list('first page', {}),
    list('page in the middle', { offset: String(middle) }),
    list('last page', { offset: String(people - 25) }),
    list('by phone', { query: mayaPhone }),
    list('by e-mail', { query: emailOf(Math.floor(people / 3)) }),
    list('by the commonest first name', { query: firstName }),
    list('by the two commonest names', { query: `${firstName} ${lastName}` }),
    list('by a name that few have', { query: 'Brooks' }),
    { name: 'staff', kind: 'page', ask: () => send('GET', '/manager/staff', { as: manager }) },
    { name: 'sandbox outbox', kind: 'page', ask: () => send('GET', '/sandbox/outbox') },
  ]
}

/** What is done by the clock, when there is nothing to do or little. */
const sweeps = ({ product: { database, clock, app, parts }, used }: Asked): Question[] => {
  const { db, pool } = database
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const jobs = backgroundJobs(parts)
  const job = (name: string): Question => ({
    name: `job ${name}`,
    kind: 'sweep',
    ask: async () => jobs.find(one => one.name === name)?.run({}, { now: clock(), log }),
  })
  const [server, identity, outbox, tickets, letters, mailing, guards, erasure, documents] =
    cleanupTasks(parts)
  const tidies = { server, identity, outbox, tickets, letters, mailing, guards, erasure, documents }
  return [
    {
      name: 'letters due',
      kind: 'sweep',
      ask: () => listDueMailJobs(db, clock(), { most: 200, paused: false }),
    },
    { name: 'how mailing stands', kind: 'sweep', ask: () => readMailStatus(db, clock()) },
    { name: 'letters for an operator', kind: 'sweep', ask: () => listOperatorQueue(db, clock()) },
    { name: 'jobs due', kind: 'sweep', ask: () => app.jobs.drainQueue() },
    { name: 'jobs waiting', kind: 'sweep', ask: () => app.jobs.queueDepths() },
    job('mail.reconcile'),
    job('mail.ask'),
    job('email.give-up'),
    job('staff.opening-notices'),
    job('reports.resume'),
    job('reports.refresh-due'),
    job('disputes.reminders'),
    {
      name: 'erase a person',
      kind: 'sweep',
      ready: async () => {
        let n = 100
        while (used.has(n)) n += 100
        used.add(n)
        await pool.query(
          `update users set deletion_asked_at = now() - interval '8 days' where id = (select id from crowd where n = $1)`,
          [n],
        )
      },
      ask: async () => erasure?.(db, clock()),
      most: 3,
    },
    ...Object.entries(tidies).map(([name, tidy]) => ({
      name: `tidy ${name}`,
      kind: 'sweep' as const,
      ask: async () => tidy?.(db, clock()),
    })),
  ]
}

export const questionsOf = (asked: Asked): Question[] => [...points(asked), ...pages(asked), ...sweeps(asked)]
