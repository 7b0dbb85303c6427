import { AppError, type ErrorCode } from '#api/errors.ts'
import type { RateLimits } from '#platform/http/rate-limits.ts'
import type { Background } from '#platform/jobs/background.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { type FailureReason, ProviderFailure } from '#providers/failure.ts'
import { CODE_LIFE_SECONDS, type SendRate } from '../codes.ts'
import { type ChallengeDeps, deleteChallenge, openChallenge } from './challenges.ts'
import { parsePhoneNumber, phoneExchange } from './phone-numbers.ts'
import { findUserIdByPhone } from './store.ts'
import { findCounterScope } from './trusted-devices.ts'

export type SendCodeDeps = ChallengeDeps & {
  limits: RateLimits
  log: Log
  background: Background
  sendRates: readonly SendRate[]
  /** Codes a business day may see before only numbers with an account are texted. */
  dailyCap: number
  timeZone: string
}

/** True for everybody, whether the number has an account or not. */
const overBudgetWords =
  'We have texted many codes today. If this number has an account, its code is on its way. To create an account, try again tomorrow.'

const refusals = {
  recipient: 'phone_not_textable',
  quota: 'too_many_tries',
  provider: 'unavailable',
} as const satisfies Record<FailureReason, ErrorCode>

/**
 * Texts a code and gives the answer. When the send surely failed the challenge is dropped and the reason refused; when
 * its outcome is not known the challenge stays, since the code may arrive, and the answer says so. Over the day's budget
 * only numbers with an account are texted, and nothing of the answer tells which those are: not its words, and not its
 * time, since the text goes out after it.
 */
export const sendCode = async (
  deps: SendCodeDeps,
  asked: { phoneNumber: string; browser: string | null; now: Date },
) => {
  const { db, vault, limits, log, background, sendRates: rates, dailyCap, timeZone } = deps
  const { browser, now } = asked
  const phone = parsePhoneNumber(asked.phoneNumber)
  // A stranger who spends an exchange's codes keeps nobody from a browser that the person signed in on before.
  const { trustedDevice } = await findCounterScope(db, vault.phoneIndex(phone), browser, now)
  if (trustedDevice === null) await limits.consume('codes', { exchange: phoneExchange(phone) })
  const budget = { cap: dailyCap, timeZone }
  const challenge = await openChallenge(deps, { phone, browser, rates, budget, now })
  const { id, send, resendInSeconds, overBudget, budgetEnds } = challenge
  if (budgetEnds) log.error('the cap of texts is reached: no new person can register today')
  const answer = { success: true, expiresInSeconds: CODE_LIFE_SECONDS, resendInSeconds } as const
  if (overBudget) {
    background.run('a code over the budget', async () => {
      if ((await findUserIdByPhone(db, vault, phone)) !== null) await send(phone)
    })
    return { ...answer, message: overBudgetWords }
  }
  try {
    await send(phone)
    return answer
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.warn('a code was not sent', { error })
    if (error.outcomeUnknown) return { ...answer, message: error.userMessage }
    await deleteChallenge(db, id)
    throw new AppError(refusals[error.reason], {
      message: `Failed to send SMS. ${error.userMessage}`,
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    })
  }
}
