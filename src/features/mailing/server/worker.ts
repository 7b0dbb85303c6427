import { ProviderFailure } from '#providers/failure.ts'
import type { Found, LetterPost, LetterRequest, Sent } from '#providers/letters/port.ts'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import type { Mailing } from '../standing.ts'
import { answered, givenUp, keyOf, type LookedUp, lookedUp, lookUpFailed } from '../state.ts'
import type { MailTimes } from '../times.ts'

/**
 * Does the next step of a mailing, once: what is about to be done is written down and committed before a byte goes out,
 * and what came of it after, by nobody but the one whose lease still holds.
 */

/** A call that this worker alone may make now. */
export type Claim = { act: 'send' | 'look_up'; token: string; mailing: Mailing; since: Date }

/** What came of a call, to be written down with it. */
export type Outcome = {
  mailing: Mailing
  /** The letter that is ours from now on. */
  adopted?: Pick<Found, 'providerId' | 'expectedDelivery' | 'trackingNumber'> & Partial<Pick<Found, 'events'>>
  at: Date
}

/** The books. Each function is one transaction that is committed when it resolves. */
export type MailBooks = {
  /** Decides the next step and writes down that it is begun; null when there is nothing to do now. */
  claim: (id: string, now: Date) => Promise<Claim | null>
  /** The letter as it was frozen; null when what is kept is not what was frozen. */
  requestOf: (id: string) => Promise<LetterRequest | null>
  /** Letters that the provider, calling us, named as this mailing's. */
  toldOf: (id: string) => Promise<string[]>
  /** Notes what came of a call; false when the lease was lost, and then nothing is noted. */
  record: (id: string, token: string, outcome: Outcome) => Promise<boolean>
  /** Nothing goes out until then. */
  hold: (until: Date) => Promise<void>
}

export type WorkerDeps = {
  books: MailBooks
  post: Pick<LetterPost, 'send' | 'find' | 'get' | 'cancel'>
  times: MailTimes
  clock: Clock
  /** A number from 0 up to 1, for waits that do not fall together. */
  chance: () => number
  log: Log
  /** Told of what an operator must look at. */
  alarm: (what: MailAlarm) => void
}

export type MailAlarm = 'needs_operator' | 'hold' | 'second_letter' | 'orphan'

const send = async (id: string, { mailing, token }: Claim, deps: WorkerDeps): Promise<boolean> => {
  const { books, post, times, clock, chance, log, alarm } = deps
  const request = await books.requestOf(id)
  if (request === null) {
    alarm('needs_operator')
    return books.record(id, token, { mailing: givenUp(mailing, 'content_changed'), at: clock() })
  }
  // A worker that was held up between its claim and here has too little left of its lease to learn how the call ends.
  const left = (mailing.leaseUntil?.getTime() ?? 0) - clock().getTime()
  const sent: Sent =
    left < times.call
      ? { answer: 'not_sent', code: 'too_late' }
      : await post.send(request, keyOf(id, mailing))
  const at = clock()
  const outcome: Outcome = { mailing: answered(mailing, sent, at, times, chance()), at }
  if (sent.answer === 'accepted') outcome.adopted = sent
  if (sent.answer === 'hold') {
    log.error('the mail provider takes nothing from us', { code: sent.code })
    alarm('hold')
    await books.hold(new Date(at.getTime() + times.hold))
  }
  return books.record(id, token, outcome)
}

/** Takes back letters that are one too many. What can no longer be taken back is for an operator. */
const takeBack = async ({ extra }: LookedUp, { post, log, alarm }: WorkerDeps) => {
  for (const { providerId } of extra) {
    alarm('second_letter')
    const came = await post.cancel(providerId)
    log.error('a second letter was found', { code: came })
  }
}

/** What the provider has of a mailing: by its list, and where that shows nothing, by what it told us itself. */
const foundOf = async (id: string, since: Date, { books, post }: WorkerDeps): Promise<readonly Found[]> => {
  const listed = await post.find(id, since)
  if (listed.length > 0) return listed
  const told = await Promise.all((await books.toldOf(id)).map(providerId => post.get(providerId)))
  return told.filter(letter => letter !== null)
}

const lookUp = async (id: string, { mailing, token, since }: Claim, deps: WorkerDeps): Promise<boolean> => {
  const { books, times, clock, chance } = deps
  try {
    const seen = lookedUp(mailing, await foundOf(id, since, deps), clock(), times)
    await takeBack(seen, deps)
    const { ours } = seen
    const outcome: Outcome = { mailing: seen.mailing, at: clock(), ...(ours ? { adopted: ours } : {}) }
    return await books.record(id, token, outcome)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const at = clock()
    return books.record(id, token, { mailing: lookUpFailed(mailing, at, times, chance()), at })
  }
}

/** Takes a mailing as far as it goes now. Safe to be called by anybody at any time. */
export const advanceWith =
  (deps: WorkerDeps) =>
  async (id: string): Promise<void> => {
    for (;;) {
      const claim = await deps.books.claim(id, deps.clock())
      if (claim === null) return
      const noted = claim.act === 'send' ? await send(id, claim, deps) : await lookUp(id, claim, deps)
      // Somebody else has it now.
      if (!noted) return
    }
  }
