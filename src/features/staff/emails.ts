/** How long an invitation's link is valid, in hours. */
export const INVITATION_HOURS = 24

type Invited = { firstName: string; inviter: string; link: string; name: string }

/** The email with the link by which a manager joins, or resets password and authenticator app. */
export const invitationEmail = ({
  firstName,
  inviter,
  link,
  name,
}: Invited): { subject: string; text: string } => ({
  subject: `Your invitation to ${name}`,
  text: [
    `Hello ${firstName},`,
    '',
    `${inviter} invites you to work at ${name} as a manager. Open this link to set your password and your authenticator app:`,
    '',
    link,
    '',
    `The link works once, within ${INVITATION_HOURS} hours. If you did not expect it, do nothing: nothing changes until it is used.`,
  ].join('\n'),
})

/** How long a client's invitation is valid, in days. */
export const CLIENT_INVITATION_DAYS = 7

/** The email with the link to become a client; without an inviter if one of the operator's systems sent it. */
export const clientInvitationEmail = ({
  firstName,
  inviter,
  link,
  name,
}: Omit<Invited, 'inviter'> & { inviter: string | null }): { subject: string; text: string } => ({
  subject: `Your invitation to ${name}`,
  text: [
    `Hello ${firstName},`,
    '',
    `${inviter === null ? name : `${inviter} of ${name}`} invites you to create your account. Open this link, confirm your phone and add the rest yourself:`,
    '',
    link,
    '',
    `The link works once, within ${CLIENT_INVITATION_DAYS} days. If you did not ask for it, do nothing: no account is created without you.`,
  ].join('\n'),
})

/** The same as a text message, for a person who requested it (47 CFR 64.1200(a)(1)). */
export const clientInvitationText = ({ link, sender }: { link: string; sender: string }): string =>
  `${sender}: create your account within ${CLIENT_INVITATION_DAYS} days: ${link} Reply STOP to end texts.`

/** A manager's access to a client's account (16 CFR 314.4(c)(8): access by authorized users is monitored). */

type ImpersonationSummary = {
  managerName: string
  /** Null without a reason; the account was then opened read-only. */
  reason: string | null
  /** Only a verification link was created. */
  isLink: boolean
  /** Another manager was responsible for the client. */
  emergency: boolean
  startedAt: Date
  endedAt: Date
}

type Notice = {
  firstName: string
  openings: readonly ImpersonationSummary[]
  timeZone: string
  /** The page that lists every impersonation. */
  profile: string
  support: { name: string; email: string }
}

const lineOf = (
  { managerName, reason, isLink, emergency, startedAt, endedAt }: ImpersonationSummary,
  timeZone: string,
) => {
  const day = { timeZone, month: 'long', day: 'numeric', year: 'numeric' } as const
  const time = { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const show = (at: Date, parts: Intl.DateTimeFormatOptions) =>
    // Intl puts a narrow space before AM and PM, which some mail programs do not show.
    new Intl.DateTimeFormat('en-US', parts).format(at).replaceAll('\u202f', ' ')
  const until = isLink ? '' : ` to ${show(endedAt, time)}`
  return [
    `${managerName}, ${show(startedAt, day)}, ${show(startedAt, time)}${until}`,
    ...(isLink ? ['Made a link by which you verify who you are, without opening your account.'] : []),
    ...(emergency ? ['As an emergency: another manager is responsible for you.'] : []),
    reason === null ? 'To read only, no reason given.' : `Reason: ${reason.replaceAll(/\s+/g, ' ')}`,
    '',
  ]
}

/** The email about ended impersonations, in the order in which they began. */
export const impersonationNotice = ({
  firstName,
  openings,
  timeZone,
  profile,
  support,
}: Notice): { subject: string; text: string } => ({
  subject: openings.every(({ isLink }) => isLink)
    ? 'A manager made a verification link for you'
    : 'A manager opened your account',
  text: [
    `Hello ${firstName},`,
    '',
    openings.every(({ isLink }) => isLink)
      ? `A manager of ${support.name} made a verification link for your account:`
      : `A manager of ${support.name} opened your account:`,
    '',
    ...openings.flatMap(opening => lineOf(opening, timeZone)),
    `Your profile lists every time this happens and what was done: ${profile}`,
    `If you did not expect it, write to ${support.email}.`,
  ].join('\n'),
})

/** The number of different clients within an hour at which, and at each multiple, leads and admins are alerted. */
export const UNUSUAL_CLIENT_COUNT = 10

export type UnusualAccess =
  | { kind: 'opened'; clients: number; withoutReason: number }
  | { kind: 'listed' }
  | { kind: 'emergency'; clientId: string }

const describeAccess = (access: UnusualAccess): string => {
  if (access.kind === 'emergency')
    return 'opened, as an emergency, the account of a client for whom another manager is responsible'
  if (access.kind === 'listed') return 'read on in the list of clients until it was refused'
  const { clients, withoutReason } = access
  return `opened the accounts of ${clients} clients within an hour, ${withoutReason === 0 ? 'each with a reason' : `${withoutReason} of them without a reason`}`
}

/** Warns leads and admins of a manager who accesses unusually many clients, or another's client. Names no client. */
export const unusualAccessAlert = (
  managerName: string,
  access: UnusualAccess,
  origin: string,
): { subject: string; text: string } => ({
  subject:
    access.kind === 'emergency'
      ? 'A manager opened an account as an emergency'
      : 'A manager reached many clients',
  text: [
    `${managerName} ${describeAccess(access)}.`,
    '',
    'The audit log names each access, and each client whose account was opened is notified.',
    ...(access.kind === 'emergency' ? [`The client: ${origin}/manager/clients/${access.clientId}`] : []),
    `If you did not expect it, ask. An admin ends every session of a manager by disabling them: ${origin}/manager/staff`,
  ].join('\n'),
})
