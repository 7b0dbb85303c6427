import { type AlertKind, alertKinds } from './alerts.ts'

/** Shown next to each alert of the kind. */
export const alertAdvice: Readonly<Record<AlertKind, string>> = {
  // A freeze is free: 15 USC 1681c-1(i).
  account: 'If you did not open it, dispute it and freeze your file at each bureau. A freeze is free.',
  inquiry:
    'A company asked for your file because of an application. If you did not apply, dispute the inquiry.',
  derogatory: 'Check that it is yours and that every date and amount is right. If not, start a dispute.',
  address:
    'Lenders report addresses to bureaus. If you never lived there, dispute it: an unknown address can be a sign of identity theft.',
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
 * `1 new account`, in the order of the kinds. The email states no more than this, because email is not private; not even
 * how far a score dropped.
 */
export const describeCounts = (kinds: readonly AlertKind[]): string[] =>
  alertKinds.flatMap(kind => {
    const count = kinds.filter(one => one === kind).length
    const [one, many] = counted[kind]
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })

/** A score is computed from a file, and not in it. */
const whatChanged = (kinds: readonly AlertKind[]): string => {
  if (!kinds.includes('score')) return 'credit file'
  return kinds.every(kind => kind === 'score') ? 'credit scores' : 'credit file and scores'
}

/**
 * The email about new alerts. It names no person, company, bureau or amount, because email is not private. The
 * unsubscribe link makes withdrawing consent as easy as giving it; 15 USC 7704(a)(5) requires one only for advertising.
 */
export const renderAlertEmail = (
  kinds: readonly AlertKind[],
  links: { alerts: string; unsubscribe: string },
  { weekly }: { weekly: boolean },
): { subject: string; text: string } => ({
  subject: weekly
    ? `Your week: something changed in your ${whatChanged(kinds)}`
    : `Something changed in your ${whatChanged(kinds)}`,
  text: [
    'Hello,',
    '',
    `Something changed in your ${whatChanged(kinds)}${weekly ? '' : ' since your last report'}:`,
    ...describeCounts(kinds).map(words => `- ${words}`),
    '',
    `Sign in to see it: ${links.alerts}`,
    '',
    `You get this email ${weekly ? 'once a week ' : ''}because you agreed to notices about your reports.`,
    `To stop them: ${links.unsubscribe}`,
  ].join('\n'),
})
