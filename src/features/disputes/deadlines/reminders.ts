import { addDays } from '#values/business-days.ts'
import type { Dispute } from '../dispute-contract.ts'
import { hasUnrecordedAnswer } from './answer-due.ts'
import type { DeadlineKind } from './deadlines.ts'

/** When users are emailed because a recipient's deadline has passed, and the text. */

/** A deadline that a user is reminded of. The same letter mailed again has new deadlines. */
export type Reminder = { letterId: string; kind: string; dueOn: string }

/** The deadlines after which the user can act: the others precede one of these. */
const reminded: readonly DeadlineKind[] = [
  'result_notice',
  'block',
  'method_of_verification',
  'freeze_placed',
  'freeze_lifted',
  'freeze_removed',
  'direct_result',
]

/** Deadlines that passed earlier are not reminded of, above all for users who agreed to emails only recently. */
export const FRESH_DAYS = 14

/**
 * The passed deadlines of a dispute, for letters that were certainly delivered and whose recipient has not answered on
 * every item.
 */
export const dueReminders = (
  { letters, items }: Pick<Dispute, 'letters' | 'items'>,
  today: string,
): Reminder[] =>
  letters
    .filter(({ mailState }) => mailState === 'delivered')
    .filter(letter => hasUnrecordedAnswer(letter, items))
    .flatMap(({ id, deadlines }) =>
      deadlines
        .filter(({ kind }) => reminded.some(one => one === kind))
        .filter(({ dueOn }) => dueOn < today && addDays(dueOn, FRESH_DAYS) >= today)
        .map(({ kind, dueOn }) => ({ letterId: id, kind, dueOn })),
    )

/** The email. Others may read it, so it names no bureau, no company and no dispute. */
export const reminderEmail = (about: {
  firstName: string
  disputes: string
  profile: string
  support: { name: string; email: string }
}): { subject: string; text: string } => ({
  subject: 'A date that you were waiting for has passed',
  text: [
    `Hello ${about.firstName},`,
    '',
    `The usual time for an answer to one of your letters is over. If an answer came, note it in ${about.support.name}. If none came, ${about.support.name} shows what you can do next.`,
    '',
    about.disputes,
    '',
    `You get this email because you agreed to notices by email. You can change that in your profile: ${about.profile}`,
    `Questions: ${about.support.email}`,
    '',
  ].join('\n'),
})
