import { z } from 'zod'
import type { App } from '#app/app.ts'
import type { MailJobRepository } from '#features/mailing/server/process-mail-job.ts'
import { defaultMailTimes, type MailTimes } from '#features/mailing/times.ts'
import type { OpenServer } from '#platform/boot.ts'
import { sandboxRateLimits } from '#platform/http/rate-limits.ts'
import type { MailProvider } from '#providers/letters/port.ts'
import { startServer } from '../server-process.ts'
import { type KillPoint, killPoints } from './chaos-servers.ts'

/** The same times, accelerated. */
const scaleMailTimes = (by: number, times: MailTimes = defaultMailTimes): MailTimes => ({
  lease: times.lease / by,
  call: times.call / by,
  settle: times.settle / by,
  settleLost: times.settleLost / by,
  keyLife: times.keyLife / by,
  lookupsApart: times.lookupsApart / by,
  firstWait: times.firstWait / by,
  longestWait: times.longestWait / by,
  firstLookupWait: times.firstLookupWait / by,
  longestLookupWait: times.longestLookupWait / by,
  patience: times.patience / by,
  ambiguousAttempts: times.ambiguousAttempts,
  hold: times.hold / by,
  probe: times.probe / by,
  watchful: times.watchful / by,
  restored: times.restored / by,
  compared: times.compared / by,
  silent: times.silent / by,
  asked: times.asked / by,
  look: times.look / by,
  callsApart: times.callsApart / by,
})

/**
 * The production server with accelerated mail times, a route that mails any letter (`POST /chaos/mail {letterId}`), and one
 * to kill itself with SIGKILL at a named point: after `POST /chaos/end {at: 'answered', times: 3}` at the third response
 * that is not recorded yet.
 */

let [point, left]: [KillPoint | null, number] = [null, 0]
const reached = (here: KillPoint) => {
  if (here !== point) return
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}

const faster = Number(process.env.FASTER ?? '60')
const mailTimes = scaleMailTimes(faster)

const watchedPost = (post: MailProvider): MailProvider => ({
  ...post,
  send: async (request, key) => {
    reached('before_send')
    const sending = post.send(request, key)
    setTimeout(() => reached('bytes_sent'), 4).unref()
    const sent = await sending
    reached('answered')
    return sent
  },
  find: async (id, since) => {
    const found = await post.find(id, since)
    if (found.length > 0) reached('found')
    return found
  },
  checkAddress: async address => {
    const checked = await post.checkAddress(address)
    // From here on the letters are rendered, which takes some hundred milliseconds.
    setTimeout(() => reached('printing'), 10).unref()
    return checked
  },
})
const known = new Set<string>()
const wrappedRepository = (repository: MailJobRepository): MailJobRepository => ({
  ...repository,
  claim: async id => {
    if (!known.has(id)) reached('requested')
    known.add(id)
    const claim = await repository.claim(id)
    if (claim) reached('claimed')
    return claim
  },
  record: async (id, token, outcome) => {
    const noted = await repository.record(id, token, outcome)
    reached('recorded')
    return noted
  },
})

const PERSON = '0192f0c1-0000-7000-8000-00000000c4a0'
const address = { name: 'Maya Brooks', line1: '2210 Mission Oak Drive', line2: null, city: 'Pasadena' }
const from = { ...address, state: 'CA', zip: '91106' }
const to = { ...from, name: 'A Bureau' }
const Asked = z.object({ letterId: z.uuid() })

const Order = z.object({ at: z.enum(killPoints), times: z.int().positive() })
const end = async (request: { body: unknown }) => {
  const { at, times } = Order.parse(request.body)
  point = at
  left = times
  return { success: true }
}

const addChaos = async ({ http, mailer }: App, { database, keyring, clock }: OpenServer): Promise<void> => {
  const { db, pool } = database
  const hasKey = () =>
    keyring.cipherForUser(db, PERSON).then(
      () => true,
      () => false,
    )
  // Another server may create it at the same moment.
  while (!(await hasKey())) await keyring.createUserCipher(db, PERSON).catch(() => undefined)

  const mail = async (request: { body: unknown }) => {
    const { letterId } = Asked.parse(request.body)
    const pdf = Buffer.from(`%PDF-1.7 letter ${letterId}`)
    const mailing = {
      letterId,
      userId: PERSON,
      generation: 1,
      to,
      from,
      pdf,
      certified: false,
      returnReceipt: false,
      reason: null,
    }
    const id = await db.transaction(tx => mailer.request(tx, mailing, clock()))
    if (id !== null) await mailer.begin([id])
    return { success: true }
  }

  const repository = async () => {
    const { rows } = await pool.query(`
      select letter_id as "letterId", id as "mailJobId", phase, whereabouts as "deliveryStatus", provider_id as "providerId",
        unclear_ends as "ambiguousAttempts", extract(epoch from submitted_at - first_attempt_at)::float8 as seconds
      from mail_jobs`)
    return { rows }
  }

  http.route({ method: 'POST', url: '/chaos/mail', handler: mail })
  http.route({ method: 'POST', url: '/chaos/end', handler: end })
  http.route({ method: 'GET', url: '/chaos/jobs', handler: repository })

  http.addHook('onRequest', async request => {
    if (request.url.endsWith('/webhooks/lob')) reached('notice_came')
  })
  http.addHook('onSend', async request => {
    if (request.url.endsWith('/webhooks/lob')) reached('notice_kept')
  })

  /** The minute's job, accelerated. */
  let turning: Promise<void> | null = null
  setInterval(() => {
    turning ??= mailer
      .reconcile()
      .catch((error: unknown) => console.error('the letters were not reconciled', error))
      .finally(() => {
        turning = null
      })
  }, 60_000 / faster).unref()
}

startServer({
  mailTimes,
  lobTimeouts: { sendTimeoutMs: mailTimes.call, timeoutMs: mailTimes.call },
  rateLimitProfile: { ...sandboxRateLimits, any: {}, notice: {}, mail: {}, dispute: {}, pdf: {}, read: {} },
  wrapMailProvider: watchedPost,
  wrapMailJobs: wrappedRepository,
  onAssembled: addChaos,
})
