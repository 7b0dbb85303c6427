import type { LetterNews, OnLetter } from '#features/mailing/server/tracking-events.ts'
import type { OnReport } from '#features/reports/server/store.ts'
import { emitEvent } from './targets.ts'

/** What happens in features, as events for the operator's own systems. */

const ofStatus = {
  submitted: 'letter.mailed',
  delivered: 'letter.delivered',
  returned: 'letter.returned',
} as const

const isTold = (status: LetterNews['status']): status is keyof typeof ofStatus => status in ofStatus

/** No event is sent about a letter of an erased client. */
export const letterEvents: OnLetter = async (tx, { userId, letterId, status, at }) => {
  if (userId !== null && isTold(status))
    await emitEvent(tx, { type: ofStatus[status], clientId: userId, letterId, at })
}

export const reportEvents: OnReport = (tx, { id, userId, receivedAt }) =>
  emitEvent(tx, { type: 'report.imported', clientId: userId, reportId: id, at: receivedAt })
