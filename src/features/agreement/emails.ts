import { showLongDay } from '#values/dates.ts'

type Notice = { origin: string; support: { name: string; email: string } }
type Letter = { subject: string; text: string }

/** Told with or without consent to notices: the client's own contract, and how to cancel it. */
export const signedNotice = ({ origin, support }: Notice, cancelDay: string): Letter => ({
  subject: `You signed the agreement with ${support.name}`,
  text: [
    'Hello,',
    '',
    `You signed the agreement with ${support.name}. You can cancel it without a reason until midnight of ${showLongDay(cancelDay)}. Nothing is done before that.`,
    '',
    'The signed papers and the notice of cancellation are in your documents:',
    `${origin}/documents`,
    '',
    `If this was not you, write to ${support.email}.`,
  ].join('\n'),
})

export const cancelledNotice = ({ origin, support }: Notice): Letter => ({
  subject: `Your agreement with ${support.name} is cancelled`,
  text: [
    'Hello,',
    '',
    `Your agreement with ${support.name} is cancelled, without penalty or obligation. We do nothing more under it.`,
    '',
    'The signed papers stay in your documents:',
    `${origin}/documents`,
    '',
    `If this was not you, write to ${support.email}.`,
  ].join('\n'),
})
