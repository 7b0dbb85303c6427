import { AppError } from '#api/errors.ts'
import type { BuiltDispute } from './build-dispute.ts'
import type { FraudAlertDispute } from './dispute-contract.ts'
import { alertWords, fraudAlertProblems } from './fraud-alert-rules.ts'
import { fraudAlertLetter } from './letters/fraud-alert.ts'
import type { LetterContext } from './letters/letter.ts'

/**
 * A request for a fraud alert, which needs no report. `phone` is the number of the user's account. Refuses
 * `document_needed` for an extended alert without an identity theft report, and `invalid_request`.
 */
export const buildFraudAlertDispute = (
  { alert, bureau, givePhone = false, askFile = false }: FraudAlertDispute,
  phone: string,
  context: LetterContext,
): BuiltDispute => {
  const { documentIds, ...problems } = fraudAlertProblems({ alert, askFile, enclosed: context.enclosed })
  if (documentIds !== undefined) throw new AppError('document_needed', { fields: { documentIds } })
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: { ...problems } })
  const request = { alert, bureau, phone: givePhone ? phone : null, asksFile: askFile }
  return {
    type: 'fraud-alert',
    title: alertWords[alert].title,
    items: [
      {
        type: 'fraud-alert',
        reason: alert,
        givesPhone: givePhone,
        asksFile: askFile,
        explanation: null,
        bureaus: [bureau],
      },
    ],
    letters: [fraudAlertLetter(request, context)],
    reportDates: [],
    topics: [],
  }
}
