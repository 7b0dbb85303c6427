import { AppError } from '#api/errors.ts'
import { checkCode } from '#features/identity/server/code-check.ts'
import { hasConsent } from '#features/identity/server/consents.ts'
import { sendEmailCode } from '#features/identity/server/email-codes.ts'
import { deleteFailureCounter, lockPhones } from '#features/identity/server/lock-out.ts'
import { parsePhoneNumber } from '#features/identity/server/phone-numbers.ts'
import { type ChallengeDeps, consumeCode } from '#features/identity/server/send-code.ts'
import { endSessions } from '#features/identity/server/session-store.ts'
import { requireUser, toUser, updateProfile } from '#features/identity/server/store.ts'
import { userDevices } from '#features/identity/server/trusted-devices.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { cookieNames } from '#platform/http/http-context.ts'
import type { Background } from '#platform/jobs/loop.ts'
import type { Sms } from '#providers/sms/port.ts'
import {
  changedContactKinds,
  contactChangedNotice,
  phoneChangedText,
  requireChange,
} from '../contact-change.ts'
import type { account } from '../contract.ts'

export type ContactChangeDeps = ChallengeDeps & {
  queueEmail: QueueEmail
  background: Background
  /** Null if the provider texts only codes. */
  sms: Sms | null
  support: { name: string; email: string }
  operator: { senderName: string }
}

/**
 * Changes contact details. A new phone must be proven by the code texted to it; it ends every other session and forgets
 * every other browser. A new email address is mailed a confirmation code. Every change is announced to the previous email
 * address, and a new phone also by text to the previous number if the user agreed to texts.
 */
export const contactChangeRoute =
  (deps: ContactChangeDeps): Handlers<typeof account>['change'] =>
  async ({ principal: { userId, sessionId }, body, http, audit, now }) => {
    const { db, keyring, queueEmail, background, sms, support, operator } = deps
    requireChange(body)
    const { email, address, smsCode } = body
    const phoneNumber = body.phoneNumber === undefined ? undefined : parsePhoneNumber(body.phoneNumber)
    const browser = http.cookie(cookieNames.browser)
    const codeId =
      phoneNumber === undefined || smsCode === undefined
        ? null
        : await checkCode(deps, { phone: phoneNumber, code: smsCode, browser, now })
    const change = {
      ...(email === undefined ? {} : { email }),
      ...(phoneNumber === undefined ? {} : { phoneNumber }),
      ...(address === undefined ? {} : { address }),
    }
    const phones =
      phoneNumber === undefined
        ? []
        : [phoneNumber, (await requireUser(db, keyring, userId)).profile.phoneNumber]
    const oldPhone = await db.transaction(async tx => {
      await lockPhones(tx, phones.map(keyring.phoneIndex))
      if (codeId !== null && !(await consumeCode(tx, codeId, now))) throw new AppError('wrong_code')
      const before = await updateProfile(tx, keyring, userId, change)
      const changed = changedContactKinds(before, change)
      const newPhone = changed.includes('phoneNumber')
      if (newPhone) {
        await endSessions(tx, { userId, except: sessionId }, 'phone_changed', now)
        await userDevices.forget(tx, userId, browser)
        await deleteFailureCounter(tx, keyring.phoneIndex(before.phoneNumber))
      }
      if (email !== undefined && changed.includes('email'))
        await sendEmailCode(tx, deps, { userId, purpose: 'verify', address: email, now })
      const notice = contactChangedNotice(changed, support)
      await queueEmail(tx, { userId, to: before.email, kind: 'contact-notice', ...notice })
      await audit(tx)
      return newPhone && (await hasConsent(tx, userId, 'sms')) ? before.phoneNumber : null
    })
    if (sms !== null && oldPhone !== null) {
      const text = { to: oldPhone, body: phoneChangedText(operator.senderName, support), userId }
      background.run('a text to the phone number before', () => sms.send(text))
    }
    return { success: true, user: toUser(await requireUser(db, keyring, userId)) }
  }
