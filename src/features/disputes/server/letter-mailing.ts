import { Refusal } from '#api/errors.ts'
import { type MailingSeen, mailingsSeen } from '#features/mailing/server/store.ts'
import type { Database } from '#platform/db/database.ts'
import type { Letter } from '../dispute-contract.ts'
import type { MailState } from '../mail-states.ts'
import { failureWords, nextForMail } from '../mail-words.ts'
import type { LetterMailing } from '../not-mailed.ts'
import { disputeCan } from '../rules.ts'

const stateOf = ({ phase, whereabouts }: MailingSeen): MailState => {
  if (phase === 'submitted') return whereabouts ?? 'submitted'
  if (phase === 'rejected' || phase === 'untraceable') return phase
  return phase === 'needs_operator' ? 'held' : 'requested'
}

/** The specification's mail status (section 4) of each state, as security-reliability D12.11 maps them. */
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

const shown = (seen: MailingSeen): LetterMailing => {
  const mailState = stateOf(seen)
  const { providerId, trackingUrl, expectedOn, submittedAt, refusalWords, waitsForDay, news } = seen
  return {
    lobStatus: lobStatuses[mailState],
    lobErrorMessage: failureWords(mailState, refusalWords),
    lobLetterId: providerId,
    lobTrackingUrl: trackingUrl,
    lobSentAt: submittedAt?.toISOString() ?? null,
    lobExpectedDeliveryDate: expectedOn,
    mailState,
    events: news.map(({ event, at }) => ({ event, at: at.toISOString() })),
    deadlines: [],
    next: nextForMail(mailState, refusalWords, waitsForDay),
  }
}

/** Where the mailing of letters stands, by their ids; one that was never asked for is left out. */
export const mailingsOf = async (
  db: Database,
  letterIds: readonly string[],
): Promise<ReadonlyMap<string, LetterMailing>> =>
  new Map([...(await mailingsSeen(db, letterIds))].map(([id, seen]) => [id, shown(seen)]))

/** The last mailing of a letter that did not arrive. Refuses `not_come_back` for every other letter. */
export const cameBack = async (
  db: Database,
  letterId: string,
): Promise<Pick<MailingSeen, 'generation' | 'certified'>> => {
  const seen = (await mailingsSeen(db, [letterId])).get(letterId)
  if (!seen || !disputeCan.mailAgain({ mailState: stateOf(seen) })) throw new Refusal('not_come_back')
  return seen
}
