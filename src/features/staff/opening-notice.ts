/** Tells a client that managers opened the account: who, when and why (16 CFR 314.4(c)(8): access by authorized users is watched). */

export type ImpersonationSummary = {
  managerName: string
  /** Null when the manager gave none; the account was then open to read only. */
  reason: string | null
  /** Only a verification link was made. */
  isLink: boolean
  startedAt: Date
  endedAt: Date
}

type Notice = {
  firstName: string
  openings: readonly ImpersonationSummary[]
  timeZone: string
  /** The page that lists every opening. */
  profile: string
  supportEmail: string
}

const lineOf = (
  { managerName, reason, isLink, startedAt, endedAt }: ImpersonationSummary,
  timeZone: string,
) => {
  const day = { timeZone, month: 'long', day: 'numeric', year: 'numeric' } as const
  const time = { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const show = (at: Date, parts: Intl.DateTimeFormatOptions) =>
    // Intl sets a narrow space before AM and PM, which not every mail program shows.
    new Intl.DateTimeFormat('en-US', parts).format(at).replaceAll('\u202f', ' ')
  const until = isLink ? '' : ` to ${show(endedAt, time)}`
  return [
    `${managerName}, ${show(startedAt, day)}, ${show(startedAt, time)}${until}`,
    ...(isLink ? ['Made a link by which you verify who you are, without opening your account.'] : []),
    reason === null ? 'To read only, no reason given.' : `Reason: ${reason.replaceAll(/\s+/g, ' ')}`,
    '',
  ]
}

/** The e-mail about openings that ended, in the order in which they began. */
export const impersonationNotice = ({
  firstName,
  openings,
  timeZone,
  profile,
  supportEmail,
}: Notice): { subject: string; text: string } => ({
  subject: openings.every(({ isLink }) => isLink)
    ? 'A manager made a verification link for you'
    : 'A manager opened your account',
  text: [
    `Hello ${firstName},`,
    '',
    openings.every(({ isLink }) => isLink)
      ? 'A manager of Fairfile made a verification link for your account:'
      : 'A manager of Fairfile opened your account:',
    '',
    ...openings.flatMap(opening => lineOf(opening, timeZone)),
    `Your profile lists every time this happens and what was done: ${profile}`,
    `If you did not expect it, write to ${supportEmail}.`,
  ].join('\n'),
})
