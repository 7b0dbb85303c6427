import { AppError } from '#api/errors.ts'
import { isIdentityConfirmed } from '#features/identity/assurance.ts'
import type { ConfirmIdentity } from '#features/identity/server/assurance.ts'
import type { IdentityWayPlug } from '#features/identity/server/identity-check.ts'
import { findIdentitySubject, findReportSubject, requireUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { Idempotency } from '#platform/http/idempotency.ts'
import type { CreditData, CreditDataRequest, StepAnswer, StepResult } from '#providers/credit-data/port.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { type ReportStep, reports } from '../contract.ts'
import { failureMessages } from '../refresh-rules.ts'
import { stepMessages } from '../step-rules.ts'
import type { Refresh } from './refresh.ts'
import {
  countTry,
  endStep,
  findOpenStep,
  findPassedStep,
  type OpenStep,
  openStep,
  returnTry,
  updateStep,
} from './steps.ts'
import { findNewest } from './store.ts'

/**
 * The identity step of the credit data source: started on request or required instead of a report, answered here, and
 * evidence of the identity when passed. Starting it is not a pull, so it is allowed before the identity is confirmed.
 */

export type StepDeps = {
  db: Database
  keyring: Keyring
  idempotency: Idempotency
  refresh: Refresh
  /** Null without a provider. */
  creditData: CreditData | null
  confirmIdentity: ConfirmIdentity
  identityWays: readonly IdentityWayPlug[]
}

/** The step as a method to confirm an identity. The user starts and answers it in Overview. */
export const vendorWay: IdentityWayPlug = {
  way: 'vendor',
  stateFor: async (_db, { enrolled }) =>
    enrolled ? { state: 'open', message: null } : { state: 'closed', message: stepMessages.noConsent },
}

const shown = ({ id, question, triesLeft, expiresAt }: OpenStep): ReportStep => ({
  id,
  question,
  triesLeft,
  expiresAt: expiresAt.toISOString(),
})

type StepReply = {
  state: 'asked' | 'again' | 'passed' | 'failed'
  message: string | null
  step: ReportStep | null
}

export const createStepHandlers = ({
  db,
  keyring,
  idempotency,
  refresh,
  creditData,
  confirmIdentity,
  identityWays,
}: StepDeps): Pick<Handlers<typeof reports>, 'reportStep' | 'answerReportStep'> => {
  const steps = creditData?.steps ?? null
  /** If not offered, a source may still require a step before a report, but it does not confirm the identity. */
  const provesIdentity = identityWays.includes(vendorWay)

  /** The request for the source. The SSN is sent only after consent. */
  const requestFor = async (userId: string, now: Date): Promise<CreditDataRequest> => {
    const { enrolled } = await requireUser(db, keyring, userId)
    if (!enrolled) throw new AppError('no_consent', { message: stepMessages.noConsent })
    const subject = await findIdentitySubject(db, keyring, userId)
    if (!subject) throw new AppError('not_found')
    const { birthDate } = subject.profile
    if (birthDate === null) throw new AppError('step_not_open', { message: failureMessages.noBirthDate })
    const passedStep = await findPassedStep(db, keyring, userId)
    return { userId, profile: { ...subject.profile, birthDate }, ssn: subject.ssn, passedStep, now }
  }

  /** Calls the source. A failure is the provider's and does not count as an attempt. */
  const ask = async (call: () => Promise<StepResult>): Promise<Exclude<StepResult, { kind: 'refused' }>> => {
    try {
      const result = await call()
      if (result.kind !== 'refused') return result
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      throw new AppError('unavailable', { message: error.userMessage })
    }
    throw new AppError('unavailable', { message: stepMessages.refused })
  }

  /** Whether a step may be started: a pull waits for one, or it is a method to confirm the identity. */
  const mayBegin = async (userId: string): Promise<boolean> => {
    const { pull } = await findNewest(db, userId)
    if (pull?.state === 'needs') return true
    return provesIdentity && !isIdentityConfirmed(await requireUser(db, keyring, userId))
  }

  const openNow = async (tx: Database, userId: string, now: Date): Promise<ReportStep | null> => {
    const step = await findOpenStep(tx, keyring, userId, now)
    return step && shown(step)
  }

  const passed = async (tx: Database, userId: string, evidenceId: string, now: Date): Promise<StepReply> => {
    if (provesIdentity) {
      const confirmation = await confirmIdentity(tx, { userId, source: 'vendor', evidenceId }, now)
      if (confirmation === 'conflict') return { state: 'failed', message: stepMessages.failed, step: null }
    }
    // The pull that required the step has ended, so this one is due regardless of the schedule.
    if ((await findReportSubject(tx, keyring, userId)) !== null) await refresh.start(tx, userId, now)
    return { state: 'passed', message: stepMessages.passed, step: null }
  }

  const begin = async (userId: string, now: Date) => {
    const request = await requestFor(userId, now)
    if (steps === null || !(await mayBegin(userId)))
      throw new AppError('step_not_open', { message: stepMessages.noSteps })
    const result = await ask(() => steps.begin(request))
    return async (tx: Database): Promise<StepReply> => {
      // Without a question nothing is proven: the source has none for this person.
      if (result.kind === 'confirmed') throw new AppError('step_not_open', { message: stepMessages.noSteps })
      if (result.kind === 'failed') return { state: 'failed', message: result.message, step: null }
      await openStep(tx, keyring, userId, result.step, now)
      return { state: 'asked', message: null, step: await openNow(tx, userId, now) }
    }
  }

  const judge = async (userId: string, { id, answer }: { id: string; answer: StepAnswer }, now: Date) => {
    const open = await findOpenStep(db, keyring, userId, now)
    const closed = new AppError('step_not_open', { message: stepMessages.closed })
    if (steps === null || open === null || open.id !== id || open.question.type !== answer.type) throw closed
    const request = await requestFor(userId, now)
    if (!(await countTry(db, id, now))) throw closed
    const result = await ask(() => steps.answer(request, open.ref, answer)).catch(async (error: unknown) => {
      await returnTry(db, id)
      throw error
    })
    return async (tx: Database): Promise<StepReply> => {
      const left = open.triesLeft - 1
      if (result.kind === 'confirmed') {
        if (!(await endStep(tx, keyring, userId, open, 'passed', now))) throw closed
        return passed(tx, userId, id, now)
      }
      if (result.kind === 'failed' || (result.step.ref === open.ref && left <= 0)) {
        await endStep(tx, keyring, userId, open, 'failed', now)
        const message = result.kind === 'failed' ? result.message : stepMessages.failed
        return { state: 'failed', message, step: null }
      }
      if (result.step.ref === open.ref) {
        await updateStep(tx, keyring, userId, id, result.step, now)
        const again = await openNow(tx, userId, now)
        return { state: 'again', message: stepMessages.again(left), step: again }
      }
      await openStep(tx, keyring, userId, result.step, now)
      return { state: 'asked', message: null, step: await openNow(tx, userId, now) }
    }
  }

  return {
    reportStep: async ({ principal: { userId }, now }) => ({
      offered: steps !== null && (await mayBegin(userId)),
      step: await openNow(db, userId, now),
    }),

    answerReportStep: async ({ principal: { userId }, body, now, idempotencyKey, audit }) => {
      const request = { scope: `report-step|${userId}`, key: idempotencyKey, body, owner: userId }
      const read = (value: unknown) => reports.answerReportStep.reply.parse(value)
      const earlier = await idempotency.findResponse(request, read)
      if (earlier) return earlier
      const settle = body.answered ? await judge(userId, body.answered, now) : await begin(userId, now)
      return idempotency.run(
        request,
        async tx => {
          const reply = await settle(tx)
          await audit(tx, body.answered ? { objectId: body.answered.id } : {})
          return reply
        },
        read,
      )
    },
  }
}
