import { AppError } from '#api/errors.ts'
import { findLatestMailings, type LatestMailing } from '#features/mailing/server/mail-requests.ts'
import type { Database } from '#platform/db/database.ts'
import { disputeCan } from '../account-rules.ts'
import type { Letter } from '../dispute-contract.ts'
import type { MailState } from '../mail-states.ts'
import { mailFailureMessage, nextMailStep } from '../mail-words.ts'
import type { LetterMailing } from '../not-mailed.ts'

const stateOf = ({ phase, whereabouts }: LatestMailing): MailState => {
  if (phase === 'submitted') return whereabouts ?? 'submitted'
  if (phase === 'rejected' || phase === 'untraceable') return phase
  return phase === 'needs_operator' ? 'held' : 'requested'
}

const lobStatuses: Readonly<Record<MailState, Letter['lobStatus']>> = {
  not_mailed: null,
  requested: null,
  held: null,
  untraceable: null,
  submitted: null,
  processed: 'processed',
  sent: 'sent',
  delivered: 'delivered',
  returned: 'failed',
  rejected: 'failed',
  failed: 'failed',
}

const shown = (seen: LatestMailing): LetterMailing => {
  const mailState = stateOf(seen)
  const { providerId, trackingUrl, expectedOn, submittedAt, refusalWords, waitsForDay, news } = seen
  return {
    lobStatus: lobStatuses[mailState],
    lobErrorMessage: mailFailureMessage(mailState, refusalWords),
    lobLetterId: providerId,
    lobTrackingUrl: trackingUrl,
    lobSentAt: submittedAt?.toISOString() ?? null,
    lobExpectedDeliveryDate: expectedOn,
    mailState,
    events: news.map(({ event, at }) => ({ event, at: at.toISOString() })),
    deadlines: [],
    next: nextMailStep(mailState, refusalWords, waitsForDay),
  }
}

/** Letters that were never requested to be mailed are left out. */
export const findLetterMailings = async (
  db: Database,
  letterIds: readonly string[],
): Promise<ReadonlyMap<string, LetterMailing>> =>
  new Map([...(await findLatestMailings(db, letterIds))].map(([id, seen]) => [id, shown(seen)]))

/** The latest mailing of a letter that did not arrive. Refuses `not_come_back` for any other letter. */
export const requireUndelivered = async (
  db: Database,
  letterId: string,
): Promise<Pick<LatestMailing, 'generation' | 'certified'>> => {
  const seen = (await findLatestMailings(db, [letterId])).get(letterId)
  if (!seen || !disputeCan.mailAgain({ mailState: stateOf(seen) })) throw new AppError('not_come_back')
  return seen
}
