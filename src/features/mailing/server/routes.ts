import { AppError } from '#api/errors.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { ParseLetterWebhook } from '#providers/letters/port.ts'
import type { mailing } from '../contract.ts'
import type { Mailer } from './mailer.ts'

export type MailingRouteDeps = { readNotice: ParseLetterWebhook; mailer: Pick<Mailer, 'takeNotice'> }

/**
 * Unauthenticated webhooks are not parsed. Authentic ones that mean nothing to us are acknowledged, because the
 * provider would repeat them otherwise.
 */
export const mailingRoutes = ({ readNotice, mailer }: MailingRouteDeps): Handlers<typeof mailing> => ({
  takeNotice: async ({ rawBody, now, http }) => {
    const signed = {
      signature: http.requestHeader('lob-signature'),
      timestamp: http.requestHeader('lob-signature-timestamp'),
    }
    const notice = readNotice(rawBody, signed, now)
    if (notice === 'not_set_up') throw new AppError('unavailable')
    if (notice === 'not_proven') throw new AppError('not_allowed')
    if (notice !== 'unreadable') await mailer.takeNotice(notice)
    return { success: true }
  },
})
