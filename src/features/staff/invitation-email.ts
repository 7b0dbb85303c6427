/** How long an invitation's link is good for, in hours. */
export const INVITATION_HOURS = 24

type Invited = { firstName: string; inviter: string; link: string }

/** The e-mail with the link by which a manager joins, or sets password and authenticator app anew. */
export const invitationEmail = ({
  firstName,
  inviter,
  link,
}: Invited): { subject: string; text: string } => ({
  subject: 'Your invitation to Fairfile',
  text: [
    `Hello ${firstName},`,
    '',
    `${inviter} invites you to work at Fairfile as a manager. Open this link to set your password and your authenticator app:`,
    '',
    link,
    '',
    `The link works once, within ${INVITATION_HOURS} hours. If you did not expect it, do nothing: nothing changes until it is used.`,
  ].join('\n'),
})
