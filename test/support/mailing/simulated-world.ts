import { ProviderFailure } from '#providers/failure.ts'
import type { LetterRequest, MailProvider, ProviderLetter, SendResult } from '#providers/letters/port.ts'
import type { Chance } from '../chance.ts'

/**
 * A world with its own clock, and a provider in it that fails in every possible way. Mailing is judged by that
 * provider's letters.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Events that happen at their time, one after the other. */
export type World = {
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

export type Posted = ProviderLetter & { key: string; visibleAt: Date; sha: string; takenUnder: string }

/** The share of failing calls, and outages. */
export type Trouble = { share: number; outages: readonly { from: number; to: number }[] }

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

const KEY_LIFE = 24 * HOUR
const CANCELLABLE = 5 * MINUTE
/** A call that takes up to this many seconds still completes. */
export const SLOWEST = 90

/** The fault mix of the reliability runs at any strength, plus outages. */
export const createFaultyProvider = (
  world: World,
  chance: Chance,
  { share, outages }: Trouble,
  callLimit: number,
): { post: Pick<MailProvider, 'send' | 'find' | 'cancel'>; letters: Posted[] } => {
  const letters: Posted[] = []
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
  const create = ({ mailJobId, generation, env, pdf }: LetterRequest, key: string, lag: number): Posted => {
    const createdAt = world.now()
    const letter: Posted = {
      providerId: `ltr_${letters.length + 1}`,
      expectedDelivery: null,
      trackingNumber: null,
      mailJobId,
      generation,
      env,
      createdAt,
      cancelled: false,
      events: [],
      key,
      takenUnder: key,
      visibleAt: new Date(createdAt.getTime() + lag),
      sha: Buffer.from(pdf).toString('hex'),
    }
    letters.push(letter)
    return letter
  }
  /** Two concurrent calls under one key give two letters: no provider promises otherwise. */
  const byKey = (key: string) =>
    letters.find(
      letter =>
        letter.key === key &&
        world.now().getTime() - letter.createdAt.getTime() < KEY_LIFE &&
        !letter.cancelled,
    )
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
    const earlier = byKey(key)
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
    letters,
    post: {
      send,
      find: async (mailJobId, since) => {
        await clear()
        return letters.filter(
          letter =>
            letter.mailJobId === mailJobId && letter.createdAt >= since && letter.visibleAt <= world.now(),
        )
      },
      cancel: async providerId => {
        await clear()
        const letter = letters.find(one => one.providerId === providerId)
        if (!letter) return 'not_found'
        if (world.now().getTime() - letter.createdAt.getTime() > CANCELLABLE) return 'too_late'
        letter.cancelled = true
        return 'cancelled'
      },
    },
  }
}
