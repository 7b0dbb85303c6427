type Notice = { origin: string; support: { name: string; email: string } }

/** The e-mail that letters wait for the client. It names nobody and nothing of the letters: who reads a mailbox may not be the client. */
export const confirmationNotice = ({ origin, support }: Notice): { subject: string; text: string } => ({
  subject: 'Letters wait for your confirmation',
  text: [
    'Hello,',
    '',
    `Staff of ${support.name} prepared letters for you. Nothing is mailed before you have read and confirmed them. Sign in to read them:`,
    `${origin}/disputes/confirm`,
    '',
    `If you did not expect this, write to ${support.email}.`,
    `You can end these notices in your profile: ${origin}/profile`,
  ].join('\n'),
})
