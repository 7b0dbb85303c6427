import { AppError, defaultMessage, type ErrorCode } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import { type Assurance, isIdentityConfirmed } from '../assurance.ts'
import type { AgreementState, Policies, PolicyFacts } from '../policies.ts'
import { termsRefusal } from '../policies.ts'
import { type AgreementTexts, agreementState, findTermsAnswer, type NewestAnswer } from './agreements.ts'
import { hasConsent } from './consents.ts'

/**
 * The state of a client's agreement with a credit repair organization; injected, because it belongs to a higher feature.
 */
type ServiceAgreement = {
  /** Why no service may be performed for the client; null if nothing prevents it. */
  refusal: ErrorCode | null
  /** What the client's screens show; null if the operator requires no agreement. */
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
 * The facts about a user that the policies use, with the user's answers to the terms and to the agreement on services.
 * `byStaff`: an impersonating manager acts. `termsAnswer`: if already loaded.
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

/** Throws `terms_needed` if the terms are required first and the user has not accepted those in force. */
export const requireTerms = async (
  { db, policies, agreementTexts }: Omit<PolicyDeps, 'findServiceAgreement'>,
  userId: string,
): Promise<void> => {
  if (!policies.termsFirst) return
  const termsAccepted = await hasAcceptedTerms(db, userId, agreementTexts)
  requireAllowed(termsRefusal(policies, { termsAccepted }))
}

/** A refusal in the form shown by screens. */
export const toRefusal = (code: ErrorCode | null) => code && { code, message: defaultMessage(code) }
