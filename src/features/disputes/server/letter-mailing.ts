import { AppError } from '#api/errors.ts'
import { letterStatuses, toLetterStatus } from '#features/mailing/letter-status.ts'
import { findLatestMailings, type LatestMailing } from '#features/mailing/server/mail-requests.ts'
import type { Database } from '#platform/db/database.ts'
import { type LetterMailing, mailFailureMessage, nextMailStep } from '../dispute-status.ts'

const toLetterMailing = (seen: LatestMailing): LetterMailing => {
  const mailState = toLetterStatus(seen)
  const { providerId, trackingUrl, expectedOn, submittedAt, refusalMessage, waitsForDay, news } = seen
  return {
    lobStatus: letterStatuses[mailState].lobStatus,
    lobErrorMessage: mailFailureMessage(mailState, refusalMessage),
    lobLetterId: providerId,
    lobTrackingUrl: trackingUrl,
    lobSentAt: submittedAt?.toISOString() ?? null,
    lobExpectedDeliveryDate: expectedOn,
    mailState,
    events: news.map(({ event, at }) => ({ event, at: at.toISOString() })),
    deadlines: [],
    next: nextMailStep(mailState, refusalMessage, waitsForDay),
  }
}

/** Letters that were never requested to be mailed are left out. */
export const findLetterMailings = async (
  db: Database,
  letterIds: readonly string[],
): Promise<ReadonlyMap<string, LetterMailing>> =>
  new Map([...(await findLatestMailings(db, letterIds))].map(([id, seen]) => [id, toLetterMailing(seen)]))

/** The latest mailing of a letter that did not arrive. Refuses `not_come_back` for any other letter. */
export const requireUndelivered = async (
  db: Database,
  letterId: string,
): Promise<Pick<LatestMailing, 'generation' | 'certified'>> => {
  const seen = (await findLatestMailings(db, [letterId])).get(letterId)
  if (!seen || !letterStatuses[toLetterStatus(seen)].canMailAgain) throw new AppError('not_come_back')
  return seen
}
