/** A phone number and the code that proves it. */
export type Proof = { phoneNumber: string; code: string }

/** The refusals that ask for a second proof beside the code: of the authenticator app, or from the mailbox. */
export type SecondProofNeeded = 'totp_required' | 'second_proof_required'

/** Whether a refusal asks for a second proof. */
export const asksSecondProof = (code: string): code is SecondProofNeeded =>
  code === 'totp_required' || code === 'second_proof_required'

let kept: Proof | null = null

/** Keeps a proof from sign-in for registration; in memory only, gone with the page. */
export const keepProof = (proof: Proof | null) => {
  kept = proof
}

/** The proof that was kept, or null. */
export const keptProof = (): Proof | null => kept
