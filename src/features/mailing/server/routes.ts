import { Refusal } from '#api/errors.ts'
import type { Answers } from '#platform/http/answer.ts'
import type { ReadLetterNotice } from '#providers/letters/port.ts'
import type { mailing } from '../contract.ts'
import type { Mailer } from './mailer.ts'

export type MailingRouteDeps = { readNotice: ReadLetterNotice; mailer: Pick<Mailer, 'takeNotice'> }

/**
 * The provider's calls. What is not proven is not read; what is proven and says nothing to us is taken all the same, else it
 * would be told again and again.
 */
export const mailingRoutes = ({ readNotice, mailer }: MailingRouteDeps): Answers<typeof mailing> => ({
  takeNotice: async ({ bytes, now, http }) => {
    const signed = { signature: http.sent('lob-signature'), timestamp: http.sent('lob-signature-timestamp') }
    const notice = readNotice(bytes, signed, now)
    if (notice === 'not_set_up') throw new Refusal('unavailable')
    if (notice === 'not_proven') throw new Refusal('not_allowed')
    if (notice !== 'unreadable') await mailer.takeNotice(notice)
    return { success: true }
  },
})
