import { AppError } from '#api/errors.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { FreezeAction, FreezeDispute } from '../dispute-requests.ts'
import { freezeAddresses } from '../envelope.ts'
import { freezeDayProblems } from '../freeze-rules.ts'
import { type AddressedRecipient, bureauRecipient } from '../recipients.ts'
import { encloses } from './enclosures.ts'
import { composeLetter, type Letter, type LetterContent, type LetterContext } from './letter.ts'
import { longDate } from './words.ts'

/** A freeze request to bureaus; the days, `YYYY-MM-DD`, apply only to a lift. */
export type FreezeRequest = {
  action: FreezeAction
  bureaus: readonly Bureau[]
  from: string | null
  until: string | null
}

/**
 * A freeze request in the form its letters need; throws `invalid_request` if its days are impossible. A freeze needs no
 * report, no reason and no plan (15 USC 1681c-1(i)).
 */
export const createFreezeRequest = (
  asked: Pick<FreezeDispute, 'action' | 'bureaus' | 'from' | 'until'>,
  today: string,
): FreezeRequest => {
  const problems = freezeDayProblems(asked, today)
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: { ...problems } })
  return {
    action: asked.action,
    bureaus: sortBureaus(asked.bureaus),
    from: asked.from ?? null,
    until: asked.until ?? null,
  }
}

/** The period of a lift, "the period of time specified by the consumer" (15 USC 1681c-1(i)(3)(E)). */
const liftPeriod = ({ from, until }: Pick<FreezeRequest, 'from' | 'until'>): string => {
  if (until === null) {
    const begins = from === null ? 'when you receive this letter' : `on ${longDate(from)}`
    return `${begins} and keep it lifted until I ask you to place it again`
  }
  if (from === null) return `when you receive this letter and put it back in place after ${longDate(until)}`
  if (from === until) return `on ${longDate(from)}, for that day only`
  return `from ${longDate(from)} through ${longDate(until)} and keep it in place before and after`
}

const inPlace = (bureau: Bureau): string => `There is a security freeze on my ${bureau} file.`

/** The Act's deadlines for requests by mail (15 USC 1681c-1(i)(2)(A)(ii) and (3)(C)(ii)). */
const byMail = 'For a request by mail the Act gives three business days from the day you receive it.'

const confirmFreeze = 'Please confirm it in writing at the address above.'

const wordings: Readonly<
  Record<FreezeAction, (request: FreezeRequest, bureau: Bureau) => Omit<LetterContent, 'items'>>
> = {
  place: (_, bureau) => ({
    subject: 'Request for a security freeze',
    opening: `Please place a security freeze on my ${bureau} file, free of charge, under section 605A(i) of the Fair Credit Reporting Act, 15 U.S.C. 1681c-1(i)(2).`,
    closing: [
      `${byMail} Please send me, at the address above and within five business days of placing the freeze, your confirmation and what I need to lift or remove it.`,
    ],
  }),
  lift: (request, bureau) => ({
    subject: `Request to lift a security freeze ${request.until === null ? 'until further notice' : 'for a time'}`,
    opening: `${inPlace(bureau)} Please lift it ${liftPeriod(request)}, free of charge, under section 605A(i) of the Fair Credit Reporting Act, 15 U.S.C. 1681c-1(i)(3).`,
    closing: [`${byMail} ${confirmFreeze}`],
  }),
  remove: (_, bureau) => ({
    subject: 'Request to remove a security freeze',
    opening: `${inPlace(bureau)} Please remove it, free of charge, under section 605A(i) of the Fair Credit Reporting Act, 15 U.S.C. 1681c-1(i)(3).`,
    closing: [`${byMail} ${confirmFreeze}`],
  }),
}

/** Proof of identity is the condition of every request about a file (15 USC 1681c-1(a), (b), (c), (i)(1)(B), 1681h(a)(1)). */
export const identificationSentence = ({ enclosed }: LetterContext): string =>
  encloses(enclosed, 'government_id') || encloses(enclosed, 'proof_of_address')
    ? 'My details below and the enclosed copies identify me.'
    : 'My details below identify me.'

/** The letters of a freeze request: one per bureau, in display order. */
export const freezeLetters = (request: FreezeRequest, context: LetterContext): Letter[] =>
  request.bureaus.map(bureau => {
    const { subject, opening, closing } = wordings[request.action](request, bureau)
    return composeLetter(
      bureauRecipient(bureau, freezeAddresses[bureau]),
      { subject, opening, items: [], closing: [...closing, identificationSentence(context)] },
      context,
    )
  })

/** A request to a specialty agency; the days, `YYYY-MM-DD`, apply only to a lift. */
type AgencyFreezeRequest = { action: FreezeAction; from: string | null; until: string | null }

/**
 * The basis of the request: 15 USC 1681c-1(i) binds only the bureaus described in 1681a(p), (i)(1)(A). What binds an
 * agency depends on the state, so the letter names both possible grounds and asserts neither.
 */
const ground =
  'I ask for this under the law of my state or under the freeze that you offer to consumers, whichever applies.'

const agencyWordings: Readonly<
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
  const { closing, ...content } = agencyWordings[request.action](recipient.name, request)
  return composeLetter(
    recipient,
    { ...content, items: [], closing: [...closing, identificationSentence(context)] },
    context,
  )
}
