import type { FreezeAction } from '../dispute-contract.ts'
import type { AddressedRecipient } from '../recipients.ts'
import { confirmFreeze, liftPeriod, whoAsks } from './freeze.ts'
import { composeLetter, type Letter, type LetterContent, type LetterContext } from './letter.ts'

/** What a specialty agency is asked to do; days, `YYYY-MM-DD`, only of a lift. */
export type AgencyFreezeRequest = { action: FreezeAction; from: string | null; until: string | null }

/**
 * On what the request rests: 15 USC 1681c-1(i) binds the bureaus described in 1681a(p) alone, (i)(1)(A). What binds an agency
 * depends on the state, so the letter names both grounds and claims neither.
 */
const ground =
  'I ask for this under the law of my state or under the freeze that you offer to consumers, whichever applies.'

const wordings: Readonly<
  Record<FreezeAction, (name: string, request: AgencyFreezeRequest) => Omit<LetterContent, 'items'>>
> = {
  place: name => ({
    subject: 'Request for a security freeze',
    opening: `Please place a security freeze on the file that ${name} keeps about me. ${ground}`,
    closing: [
      'Please send me, at the address above, your confirmation and what I need to lift or remove the freeze.',
    ],
  }),
  lift: (name, request) => ({
    subject: `Request to lift a security freeze ${request.until === null ? 'until further notice' : 'for a time'}`,
    opening: `There is a security freeze on the file that ${name} keeps about me. Please lift it ${liftPeriod(request)}. ${ground}`,
    closing: [confirmFreeze],
  }),
  remove: name => ({
    subject: 'Request to remove a security freeze',
    opening: `There is a security freeze on the file that ${name} keeps about me. Please remove it. ${ground}`,
    closing: [confirmFreeze],
  }),
}

/** The letter of a freeze request to a specialty agency. */
export const agencyFreezeLetter = (
  request: AgencyFreezeRequest,
  recipient: AddressedRecipient,
  context: LetterContext,
): Letter => {
  const { closing, ...content } = wordings[request.action](recipient.name, request)
  return composeLetter(recipient, { ...content, items: [], closing: [...closing, whoAsks(context)] }, context)
}
