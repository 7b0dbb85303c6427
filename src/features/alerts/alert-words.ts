import { type AlertKind, alertKinds } from './alerts.ts'

/** What an alert means and what one can do, in plain words. */

/** What it means and what to do, told beside an alert of the kind. */
export const alertAdvice: Readonly<Record<AlertKind, string>> = {
  // A freeze is free of charge: 15 USC 1681c-1(i).
  account: 'If you did not open it, dispute it and freeze your file at each bureau. A freeze is free.',
  inquiry:
    'A company asked for your file because of an application. If you did not apply, dispute the inquiry.',
  derogatory: 'Check that it is yours and that every date and amount is right. If not, start a dispute.',
  address:
    'Bureaus hear of addresses from lenders. If you never lived there, dispute it: a strange address can come with identity theft.',
  score:
    'Scores move with balances, payments and applications. History shows what else changed in the same month.',
}

const counted: Readonly<Record<AlertKind, readonly [one: string, many: string]>> = {
  account: ['new account', 'new accounts'],
  inquiry: ['new inquiry', 'new inquiries'],
  derogatory: ['new derogatory mark', 'new derogatory marks'],
  address: ['new address', 'new addresses'],
  score: ['lower score', 'lower scores'],
}

/**
 * How many of each kind, `1 new account`, in the order of the kinds: all that an e-mail says, for others may read it. Of a
 * score drop it is said that there is one and not how far.
 */
export const describeCounts = (kinds: readonly AlertKind[]): string[] =>
  alertKinds.flatMap(kind => {
    const count = kinds.filter(one => one === kind).length
    const [one, many] = counted[kind]
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })

/**
 * The e-mail about new alerts: that something changed, kinds and counts, and the way to the list. It names no person, no
 * company, no bureau and no amount, since e-mails are not private. The last lines are the way to stop it (15 USC 7704(a)(5)
 * asks that of advertising; here it is the person's consent that can be withdrawn as easily as it was given).
 */
export const renderAlertEmail = (
  kinds: readonly AlertKind[],
  links: { alerts: string; unsubscribe: string },
): { subject: string; text: string } => ({
  subject: 'Something changed in your credit file',
  text: [
    'Hello,',
    '',
    'Something changed in your credit file since your last report:',
    ...describeCounts(kinds).map(words => `- ${words}`),
    '',
    `Sign in to see it: ${links.alerts}`,
    '',
    'You get this email because you agreed to notices about your reports.',
    `To stop them: ${links.unsubscribe}`,
  ].join('\n'),
})
