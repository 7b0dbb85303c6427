import { AppError, defaultMessage, type ErrorCode } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import { type Assurance, isIdentityConfirmed } from '../assurance.ts'
import type { AgreementState, Policies, PolicyFacts } from '../policies.ts'
import { termsRefusal } from '../policies.ts'
import { type AgreementTexts, agreementState, findTermsAnswer, type NewestAnswer } from './agreements.ts'
import { hasConsent } from './consents.ts'

/** How a client's agreement with a credit repair organization stands; injected, for a later feature has it. */
type ServiceAgreement = {
  /** Why nothing is done for the client; null where nothing is in the way. */
  refusal: ErrorCode | null
  /** What the client's screens say of it; null where the operator asks for none. */
  asks: 'sign' | 'changed' | 'cooling_off' | 'signed' | null
}
export type FindServiceAgreement = (db: Database, userId: string, now: Date) => Promise<ServiceAgreement>

export type PolicyDeps = {
  db: Database
  policies: Policies
  agreementTexts: AgreementTexts
  findServiceAgreement: FindServiceAgreement
}

type Known = { id: string; assurance: Assurance | null }

/** Whether a user has accepted the terms in force. */
export const hasAcceptedTerms = async (
  db: Database,
  userId: string,
  { terms }: AgreementTexts,
): Promise<boolean> => agreementState(await findTermsAnswer(db, userId), terms) === 'current'

/**
 * What the policies ask about a user, and the user's answers to the terms and to the agreement on services. `byStaff`: a
 * manager acts in the opened account. `termsAnswer` where it is known.
 */
export const loadPolicyFacts = async (
  { db, agreementTexts, findServiceAgreement }: Omit<PolicyDeps, 'policies'>,
  user: Known,
  { byStaff, now, termsAnswer }: { byStaff: boolean; now: Date; termsAnswer?: NewestAnswer | null },
): Promise<{ facts: PolicyFacts; terms: AgreementState; agreement: ServiceAgreement }> => {
  const answer = termsAnswer === undefined ? await findTermsAnswer(db, user.id) : termsAnswer
  const terms = agreementState(answer, agreementTexts.terms)
  const staff = byStaff ? { mayMail: await hasConsent(db, user.id, 'staffMailing') } : null
  const agreement = await findServiceAgreement(db, user.id, now)
  const facts = {
    confirmed: isIdentityConfirmed(user),
    termsAccepted: terms === 'current',
    workRefusal: agreement.refusal,
    staff,
  }
  return { facts, terms, agreement }
}

/** Throws the refusal of a policy. */
export const requireAllowed = (refusal: ErrorCode | null): void => {
  if (refusal !== null) throw new AppError(refusal)
}

/** Refuses `terms_needed` where the terms come first and the user has not accepted those in force. */
export const requireTerms = async (
  { db, policies, agreementTexts }: Omit<PolicyDeps, 'findServiceAgreement'>,
  userId: string,
): Promise<void> => {
  if (!policies.termsFirst) return
  const termsAccepted = await hasAcceptedTerms(db, userId, agreementTexts)
  requireAllowed(termsRefusal(policies, { termsAccepted }))
}

/** A refusal as screens show it. */
export const toRefusal = (code: ErrorCode | null) => code && { code, message: defaultMessage(code) }
