/** A phone number and the code that proves it. */
export type PhoneProof = { phoneNumber: string; code: string }

/** The refusals that ask for a second proof beside the code: of the authenticator app, or from the mailbox. */
export type SecondProofDemand = 'totp_required' | 'second_proof_required'

/** Whether a refusal asks for a second proof. */
export const isSecondProofDemand = (code: string): code is SecondProofDemand =>
  code === 'totp_required' || code === 'second_proof_required'

let kept: PhoneProof | null = null

/** Keeps a proof from sign-in for registration; in memory only, gone with the page. */
export const storePhoneProof = (proof: PhoneProof | null) => {
  kept = proof
}

/** The proof that was kept, or null. */
export const readPhoneProof = (): PhoneProof | null => kept
