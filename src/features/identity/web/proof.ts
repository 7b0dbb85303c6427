/** A phone number and the code that proves it. */
export type Proof = { phoneNumber: string; code: string }

let kept: Proof | null = null

/** Keeps a proof from sign-in for registration; in memory only, gone with the page. */
export const keepProof = (proof: Proof | null) => {
  kept = proof
}

export const keptProof = (): Proof | null => kept
