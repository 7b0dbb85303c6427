import { AppError, defaultMessage, type ErrorCode } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import { type Assurance, isIdentityConfirmed } from '../assurance.ts'
import type { AgreementState, Policies, PolicyFacts } from '../policies.ts'
import { termsRefusal } from '../policies.ts'
import { type AgreementTexts, agreementState } from './agreements.ts'
import { hasConsent } from './consents.ts'

export type PolicyDeps = { db: Database; policies: Policies; agreementTexts: AgreementTexts }

type Known = { id: string; assurance: Assurance | null }

/** Whether a user has accepted the terms in force. */
export const hasAcceptedTerms = async (
  db: Database,
  userId: string,
  { terms }: AgreementTexts,
): Promise<boolean> => (await agreementState(db, userId, 'terms', terms)) === 'current'

/** What the policies ask about a user, and the user's answer to the terms. `byStaff`: a manager acts in the opened account. */
export const loadPolicyFacts = async (
  { db, agreementTexts }: Pick<PolicyDeps, 'db' | 'agreementTexts'>,
  user: Known,
  byStaff: boolean,
): Promise<{ facts: PolicyFacts; terms: AgreementState }> => {
  const terms = await agreementState(db, user.id, 'terms', agreementTexts.terms)
  const staff = byStaff ? { mayMail: await hasConsent(db, user.id, 'staffMailing') } : null
  return {
    facts: { confirmed: isIdentityConfirmed(user), termsAccepted: terms === 'current', staff },
    terms,
  }
}

/** Throws the refusal of a policy. */
export const requireAllowed = (refusal: ErrorCode | null): void => {
  if (refusal !== null) throw new AppError(refusal)
}

/** Refuses `terms_needed` where the terms come first and the user has not accepted those in force. */
export const requireTerms = async (
  { db, policies, agreementTexts }: PolicyDeps,
  userId: string,
): Promise<void> => {
  if (!policies.termsFirst) return
  const termsAccepted = await hasAcceptedTerms(db, userId, agreementTexts)
  requireAllowed(termsRefusal(policies, { termsAccepted }))
}

/** A refusal as screens show it. */
export const toRefusal = (code: ErrorCode | null) => code && { code, message: defaultMessage(code) }
