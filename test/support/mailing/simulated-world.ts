import type { MailJobRepository } from '#features/mailing/server/process-mail-job.ts'
import {
  admitMailJob,
  beginCall,
  holdForOperator,
  type MailJob,
  type MailSwitch,
  nextStep,
} from '#features/mailing/state-machine.ts'
import type { MailTimes } from '#features/mailing/times.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { LetterRequest, MailProvider, ProviderLetter, SendResult } from '#providers/letters/port.ts'
import { createLetterLedger, type LedgerLetter } from '../../fakes/letter-ledger.ts'
import type { Chance } from '../chance.ts'

/**
 * A world with its own clock, and a provider in it that fails in every possible way. Mailing is judged by that
 * provider's letters.
 */

const SECOND = 1_000

/** Events that happen at their time, one after the other. */
type World = {
  now: () => Date
  at: (inMilliseconds: number, happens: () => void) => void
  sleep: (milliseconds: number) => Promise<void>
  /** Advances time to an instant. */
  runUntil: (end: Date) => Promise<void>
}

/** Lets pending promises settle before time advances. */
const settle = () => new Promise(resolve => setImmediate(resolve))

export const createWorld = (start: Date): World => {
  let now = start.getTime()
  let order = 0
  const coming: { at: number; order: number; happens: () => void }[] = []
  const at: World['at'] = (inMilliseconds, happens) => {
    const event = { at: now + inMilliseconds, order: order++, happens }
    const place = coming.findIndex(other => other.at > event.at)
    coming.splice(place < 0 ? coming.length : place, 0, event)
  }
  return {
    now: () => new Date(now),
    at,
    sleep: milliseconds => new Promise(resolve => at(milliseconds, resolve)),
    runUntil: async end => {
      await settle()
      for (let next = coming[0]; next && next.at <= end.getTime(); next = coming[0]) {
        coming.shift()
        now = next.at
        next.happens()
        await settle()
      }
      now = end.getTime()
    },
  }
}

type PostedContent = Omit<ProviderLetter, 'createdAt' | 'cancelled'> & { sha: string }
export type Posted = LedgerLetter<PostedContent>

/** The share of failing calls, and outages. */
type Trouble = { share: number; outages: readonly { from: number; to: number }[] }

const faults = [
  ['connect', 4],
  ['dropped', 4],
  ['500 after', 3],
  ['500 before', 3],
  ['busy', 2],
  ['slow', 2],
  ['garbage', 1],
  ['lag', 1],
] as const
type Fault = (typeof faults)[number][0] | 'outage'

/** A call that takes up to this many seconds still completes. */
export const SLOWEST = 90

/** The fault mix of the reliability runs at any strength, plus outages. */
export const createFaultyProvider = (
  world: World,
  chance: Chance,
  { share, outages }: Trouble,
  callLimit: number,
): { post: Pick<MailProvider, 'send' | 'find' | 'cancel'>; letters: Posted[] } => {
  const ledger = createLetterLedger<PostedContent>(world.now)
  const out = () =>
    outages.some(({ from, to }) => from <= world.now().getTime() && world.now().getTime() < to)
  const fault = (): Fault | null => {
    if (out()) return 'outage'
    if (!chance.is(share)) return null
    let drawn = chance.between(1, 20)
    for (const [name, weight] of faults) {
      drawn -= weight
      if (drawn <= 0) return name
    }
    return null
  }
  const create = ({ mailJobId, generation, env, pdf }: LetterRequest, key: string, lag: number): Posted =>
    ledger.create(key, lag, number => ({
      id: `ltr_${number}`,
      providerId: `ltr_${number}`,
      expectedDelivery: null,
      trackingNumber: null,
      mailJobId,
      generation,
      env,
      events: [],
      sha: Buffer.from(pdf).toString('hex'),
    }))
  const accepted = ({ providerId, expectedDelivery, trackingNumber }: Posted): SendResult => ({
    answer: 'accepted',
    providerId,
    expectedDelivery,
    trackingNumber,
  })

  const send = async (request: LetterRequest, key: string): Promise<SendResult> => {
    const wrong = fault()
    await world.sleep(chance.between(5, 400))
    if (wrong === 'outage') return chance.is(0.5) ? { answer: 'not_sent', code: 'refused' } : sent500()
    if (wrong === 'connect') {
      await world.sleep(10 * SECOND)
      return { answer: 'not_sent', code: 'connect' }
    }
    if (wrong === 'busy') return { answer: 'busy', retryAt: new Date(world.now().getTime() + 5 * SECOND) }
    if (wrong === '500 before') return sent500()
    // Two concurrent calls under one key create two letters: no provider promises otherwise.
    const earlier = ledger.findByKey(key, ({ cancelled }) => !cancelled)
    const made = (lag = 0) => earlier ?? create(request, key, lag)
    const lag = chance.is(0.1) ? 30 * SECOND : 0
    if (wrong === 'slow') {
      const takes = chance.between(30, SLOWEST) * SECOND
      if (takes < callLimit) {
        await world.sleep(takes)
        return accepted(made(lag))
      }
      world.at(takes, () => made(lag))
      await world.sleep(callLimit)
      return { answer: 'unknown', code: 'timeout' }
    }
    const letter = made(wrong === 'lag' ? 30 * SECOND : lag)
    if (wrong === 'dropped') return { answer: 'unknown', code: 'reset' }
    if (wrong === '500 after') return sent500()
    if (wrong === 'garbage') return { answer: 'unknown', code: 'garbage' }
    return accepted(letter)
  }
  const sent500 = (): SendResult => ({ answer: 'unknown', code: 'status_500' })

  const clear = async () => {
    const wrong = fault()
    await world.sleep(chance.between(5, 200))
    if (wrong !== null && wrong !== 'lag' && wrong !== 'slow')
      throw new ProviderFailure('post', 'No answer.', true)
  }

  return {
    letters: ledger.letters,
    post: {
      send,
      find: async (mailJobId, since) => {
        await clear()
        return ledger.listed().filter(letter => letter.mailJobId === mailJobId && letter.createdAt >= since)
      },
      cancel: async providerId => {
        await clear()
        return ledger.cancel(providerId)
      },
    },
  }
}

/** The in-memory job repository of the simulation. */

const DAY = 24 * 60 * 60_000

export type Row = { mailing: MailJob; token: string | null; providerId: string | null }

/** Shared state of all workers, and how long ambiguous letters took. */
export type Shared = { holdUntil: Date | null; probeAt: Date | null; tookMs: number[]; pauses: number }

/** The bytes that were approved. */
export const pdfOf = (id: string) => Buffer.from(`approved ${id}`)

const readRequest = (id: string): LetterRequest => {
  const address = { name: 'A', line1: '1 Way', line2: null, city: 'Pasadena', state: 'CA', zip: '91106' }
  const ours = { userId: 'person', letterId: id }
  const pdf = pdfOf(id)
  return {
    mailJobId: id,
    generation: 1,
    env: 'sim',
    to: address,
    from: address,
    pdf,
    certified: false,
    returnReceipt: false,
    ours,
  }
}

/** Each call either happens completely or not at all. */
export const createInMemoryRepository = (
  rows: Map<string, Row>,
  shared: Shared,
  isWatchful: () => boolean,
  times: MailTimes,
  tokenOf: () => string,
  clock: () => Date,
): MailJobRepository => {
  const claim: MailJobRepository['claim'] = async id => {
    const row = rows.get(id)
    if (!row) return null
    const now = clock()
    const { holdUntil, probeAt } = shared
    const mailSwitch: MailSwitch = { holdUntil, probeAt, watchful: isWatchful() }
    const step = nextStep(row.mailing, now, mailSwitch, times)
    if (step.do === 'admit') {
      row.mailing = admitMailJob(row.mailing, now)
      return claim(id)
    }
    if (step.do === 'give_up') row.mailing = holdForOperator(row.mailing, step.problem)
    if (step.do !== 'send' && step.do !== 'look_up') return null
    const probe = step.do === 'send' && step.probe
    if (probe) shared.probeAt = new Date(now.getTime() + times.probe)
    row.mailing = beginCall(row.mailing, step, now, times)
    row.token = tokenOf()
    const since = new Date(now.getTime() - 10 * DAY)
    return { act: step.do, probe, token: row.token, mailing: row.mailing, since }
  }
  return {
    now: async () => clock(),
    claim,
    readRequest: async id => readRequest(id),
    listReportedIds: async () => [],
    record: async (id, token, { mailing, adopted }) => {
      const row = rows.get(id)
      if (!row || row.token !== token) return false
      row.mailing = mailing
      row.token = null
      const { ambiguousAttempts, firstAttemptAt } = mailing
      if (adopted && ambiguousAttempts > 0 && firstAttemptAt !== null)
        shared.tookMs.push(clock().getTime() - firstAttemptAt.getTime())
      if (adopted) row.providerId = adopted.providerId
      return true
    },
    hold: async until => {
      shared.holdUntil = until
    },
    pause: async now => {
      if (shared.probeAt !== null) return false
      shared.probeAt = new Date(now.getTime() + times.probe)
      shared.pauses += 1
      return true
    },
    resume: async () => {
      shared.probeAt = null
    },
  }
}
