import type { ErrorCode } from '#api/errors.ts'
import { addBusinessDays } from '#values/business-days.ts'
import { dayIn } from '#values/dates.ts'
import { endOfDay, stateTimeZones } from '#values/us-time-zones.ts'

/**
 * The agreement between a client and an operator that is a credit repair organization, as a state machine over what was
 * signed. Credit Repair Organizations Act: the statement comes before the contract (15 U.S.C. 1679c(a), (b)); no service
 * is performed before the contract is signed and three business days have passed (1679d(a)), during which the client may
 * cancel without a reason (1679e(a)).
 */

/** `disclosed`: the statement is signed and the contract is not. `cooling_off`: signed, and the client may still cancel. */
export const agreementStates = ['none', 'disclosed', 'cooling_off', 'in_force', 'cancelled'] as const
export type AgreementState = (typeof agreementStates)[number]

type SignedDisclosure = { id: string; textHash: string }

export type SignedContract = {
  disclosureId: string
  textHash: string
  /** The last day for canceling, `YYYY-MM-DD`, and the instant at which that day ends for the client. */
  cancelDay: string
  cancelUntil: Date
  signedOn: string
  cancelledAt: Date | null
}

/** What a client signed last, and the hashes of the texts in force; null if the operator requires no agreement. */
export type AgreementFacts = {
  disclosure: SignedDisclosure | null
  contract: SignedContract | null
  texts: { disclosure: string; contract: string } | null
}

/** Whether the newest statement was signed after the newest contract. */
const isPending = ({ disclosure, contract }: AgreementFacts): boolean =>
  disclosure !== null && disclosure.id !== contract?.disclosureId

export const agreementState = (facts: AgreementFacts, now: Date): AgreementState => {
  const { contract } = facts
  if (contract !== null && contract.cancelledAt === null)
    return now < contract.cancelUntil ? 'cooling_off' : 'in_force'
  if (isPending(facts)) return 'disclosed'
  return contract === null ? 'none' : 'cancelled'
}

/** Whether the signed contract has been replaced by another text: it stays in force until the new one is signed. */
export const hasChanged = ({ contract, texts }: AgreementFacts): boolean =>
  texts !== null && contract?.cancelledAt === null && contract.textHash !== texts.contract

/** What the client may sign now: the statement first, then the contract. */
export const nextToSign = (facts: AgreementFacts): 'disclosure' | 'contract' | null => {
  const { disclosure, contract, texts } = facts
  if (texts === null) return null
  if (contract !== null && contract.cancelledAt === null && !hasChanged(facts)) return null
  return isPending(facts) && disclosure?.textHash === texts.disclosure ? 'contract' : 'disclosure'
}

/** Whether the client may cancel by pressing a button. */
export const mayCancel = (facts: AgreementFacts, now: Date): boolean =>
  agreementState(facts, now) === 'cooling_off'

/**
 * Whether a paper notice, mailed or delivered on a day, cancels the contract. That day counts, so the notice may arrive
 * after the contract has come into force (1679e(b)).
 */
export const cancelsOnPaper = ({ contract }: AgreementFacts, sentOn: string): boolean =>
  contract !== null &&
  contract.cancelledAt === null &&
  sentOn >= contract.signedOn &&
  sentOn <= contract.cancelDay

/**
 * Why staff do nothing for a client and no letter is mailed at the operator's expense; null if nothing prevents it. What
 * clients do themselves with the software, free of charge, is not a service that someone performs for them (1679d(a)).
 */
export const workRefusal = (facts: AgreementFacts, now: Date): ErrorCode | null => {
  if (facts.texts === null) return null
  switch (agreementState(facts, now)) {
    case 'in_force':
      return null
    case 'cooling_off':
      return 'agreement_waiting'
    case 'cancelled':
      return 'agreement_cancelled'
    case 'none':
    case 'disclosed':
      return 'agreement_needed'
  }
}

const BUSINESS_DAYS = 3

/**
 * Until when a contract signed now can be canceled; work may begin after that. 1679d(a)(2) counts three business days
 * from the day of signing, 1679e(a) from the day after it; the later applies to both. The day of signing is the latest
 * calendar day anywhere in the client's state, and the last day ends where it ends last, so that no time zone shortens
 * the right.
 */
export const cancellationPeriod = (
  signedAt: Date,
  state: string,
): Pick<SignedContract, 'signedOn' | 'cancelDay' | 'cancelUntil'> => {
  const [easternmost, westernmost] = stateTimeZones(state)
  const signedOn = dayIn(easternmost, signedAt)
  const cancelDay = addBusinessDays(signedOn, BUSINESS_DAYS)
  return { signedOn, cancelDay, cancelUntil: endOfDay(westernmost, cancelDay) }
}

const letters = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** Whether a typed signature contains the account's first and last name. */
export const isOwnName = (
  typed: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): boolean => letters(typed).includes(letters(firstName)) && letters(typed).includes(letters(lastName))
