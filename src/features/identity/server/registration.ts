import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import type { EmitEvent } from '#platform/http/handler.ts'
import type { Idempotency, IdempotentRequest } from '#platform/http/idempotency.ts'
import type { RateLimits } from '#platform/http/rate-limits.ts'
import { newId } from '#platform/ids.ts'
import { dayIn } from '#values/dates.ts'
import { smsCodePolicy } from '../codes.ts'
import type { Registration } from '../contract.ts'
import { parseRegistration } from '../registration-rules.ts'
import type { AgreementTexts } from './agreements.ts'
import { checkCode } from './code-check.ts'
import { type OnReportAccessGranted, saveConsents } from './consents.ts'
import { parsePhoneNumber } from './phone-numbers.ts'
import { type ChallengeDeps, consumeCode } from './send-code.ts'
import { createUser } from './store.ts'

export type RegistrationDeps = ChallengeDeps & {
  idempotency: Idempotency
  limits: RateLimits
  timeZone: string
  onReportAccess: OnReportAccessGranted
  emitEvent: EmitEvent
  agreementTexts: AgreementTexts
  /** Ends the invitation of a new user. Throws `link_used`. */
  acceptInvitation: (tx: Database, accepted: { token: string; userId: string; now: Date }) => Promise<void>
}

type Asked = { body: Registration; browser: string | null; idempotencyKey: string | null; now: Date }

/** The user of a registration, and when: its response is repeated only as long as its code would have been valid. */
const Registered = z.object({ userId: z.string(), at: z.number() })
const read = (value: unknown) => Registered.parse(value)

const kinds = ['reportAccess', 'sms', 'terms'] as const

/**
 * Creates the user whose phone the code proves, and returns id and phone; repeating the same request returns the same.
 * Throws `wrong_code`, `phone_taken`, `cannot_verify`, `link_used`, or the problems of the details.
 */
export const register = async (
  deps: RegistrationDeps,
  { body, browser, idempotencyKey, now }: Asked,
): Promise<{ userId: string; phone: string }> => {
  const {
    keyring,
    idempotency,
    limits,
    timeZone,
    onReportAccess,
    emitEvent,
    agreementTexts,
    acceptInvitation,
  } = deps
  const phone = parsePhoneNumber(body.phoneNumber)
  const { profile, ssn } = parseRegistration(body, phone, dayIn(timeZone, now))
  const phoneHex = keyring.phoneIndex(phone).toString('hex')
  const request: IdempotentRequest = { scope: `register|${phoneHex}`, key: idempotencyKey, body, owner: null }

  const checked = await checkCode(deps, { phone, code: body.smsCode, browser, now }, true).catch(
    async (refused: unknown) => {
      // The same request, sent before, has already used up the code.
      const earlier = await idempotency.findResponse(request, read)
      if (earlier && now.getTime() - earlier.at <= smsCodePolicy.lifeSeconds * 1_000) return earlier
      throw refused
    },
  )
  if (typeof checked !== 'string') return { userId: checked.userId, phone }

  // Someone with a proven phone could try one Social Security number after another.
  await limits.consume('registration', { phone: phoneHex })
  const { userId } = await idempotency.run(
    request,
    async tx => {
      if (!(await consumeCode(tx, checked, now))) throw new AppError('wrong_code')
      const id = newId()
      const agreed = body.consents ?? {}
      await createUser(tx, keyring, {
        id,
        profile,
        ssn,
        plan: 'free',
        enrolled: agreed.reportAccess ?? false,
        createdAt: now,
      })
      await emitEvent(tx, { type: 'client.registered', clientId: id, at: now })
      // A consent that was not asked for is stored neither as yes nor as no.
      const consents = kinds.flatMap(kind => {
        const given = agreed[kind]
        return given === undefined ? [] : [{ id: newId(), kind, given, at: now }]
      })
      await saveConsents(tx, agreementTexts, id, consents)
      if (body.invitation !== undefined)
        await acceptInvitation(tx, { token: body.invitation, userId: id, now })
      if (agreed.reportAccess) await onReportAccess(tx, id, now)
      return { userId: id, at: now.getTime() }
    },
    read,
  )
  return { userId, phone }
}
