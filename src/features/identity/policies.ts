import type { ErrorCode } from '#api/errors.ts'

/** The operator's policies: for each action one function of the operator's settings and the facts about the user. */

export type Policies = {
  /** Who may enable three-bureau access; with `staff`, managers do it in the list of clients. */
  maxPlan: 'anyone' | 'confirmed' | 'staff'
  mailing: {
    /**
     * Who may have letters mailed; with `staffApproved`, a manager reads and mails them while impersonating the client.
     */
    who: 'anyone' | 'confirmed' | 'staffApproved'
    certified: boolean
    /** Dispute letters of one user in 30 days; null without a limit. */
    lettersPerMonth: number | null
  }
  /** Whether the terms in force must be accepted before pulls, Max Plan, mailing, the portal and requests. */
  termsFirst: boolean
}

export type PolicyFacts = {
  /** Whether the identity is confirmed. */
  confirmed: boolean
  termsAccepted: boolean
  /**
   * Why no service may be performed for the client: the agreement on services is not in force. Null if nothing prevents
   * it.
   */
  workRefusal: ErrorCode | null
  /** Set if an impersonating manager acts, with whether the user agreed that staff mail; null for the user. */
  staff: { mayMail: boolean } | null
}

/** Why a user may not have reports pulled, open the portal or request tradelines; null if nothing prevents it. */
export const termsRefusal = (
  { termsFirst }: Policies,
  { termsAccepted }: Pick<PolicyFacts, 'termsAccepted'>,
): ErrorCode | null => (termsFirst && !termsAccepted ? 'terms_needed' : null)

/** What the user's newest answer to the terms is about: the text in force, an earlier one, or no answer. */
export type AgreementState = 'current' | 'earlier' | 'none'

/** What screens ask about the terms: nothing, to read what changed, or to accept them before anything else. */
export const termsState = (
  { termsFirst }: Pick<Policies, 'termsFirst'>,
  state: AgreementState,
): 'accepted' | 'changed' | 'required' => {
  if (state === 'current' || (state === 'none' && !termsFirst)) return 'accepted'
  return termsFirst ? 'required' : 'changed'
}

/** Why Max Plan may not be enabled. The user may always disable it. */
export const maxPlanRefusal = (policies: Policies, facts: PolicyFacts): ErrorCode | null => {
  const terms = termsRefusal(policies, facts)
  if (terms !== null) return terms
  if (policies.maxPlan === 'staff') return 'staff_switches_plan'
  return policies.maxPlan === 'confirmed' && !facts.confirmed ? 'identity_needed' : null
}

/** Why no letter of a user may be mailed. */
export const mailingRefusal = (policies: Policies, facts: PolicyFacts): ErrorCode | null => {
  const { who } = policies.mailing
  if (facts.staff?.mayMail === false) return 'no_mailing_consent'
  const terms = termsRefusal(policies, facts)
  if (terms !== null) return terms
  // The operator pays for the mail and so performs the service, even if the client presses Send (15 U.S.C. 1679d(a)).
  if (facts.workRefusal !== null) return facts.workRefusal
  if (who === 'staffApproved' && facts.staff === null) return 'staff_mails'
  return who === 'confirmed' && !facts.confirmed ? 'identity_needed' : null
}

/** Why these letters may not be mailed, for a user who may mail; `mailed` counts those of the last 30 days. */
export const lettersRefusal = (
  { mailing: { certified, lettersPerMonth } }: Policies,
  asked: { letters: number; certified: boolean; mailed: number },
): ErrorCode | null => {
  if (asked.certified && !certified) return 'certified_not_offered'
  return lettersPerMonth !== null && asked.mailed + asked.letters > lettersPerMonth ? 'letters_used_up' : null
}
