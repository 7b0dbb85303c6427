import { lazy, Suspense } from 'react'
import { loadChunk } from '#web/lazy-loading.ts'
import { startSession } from '#web/session.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { PhoneProof, SecondProofDemand } from './proof.ts'

/** Most sign-ins never need it, so it comes only when one does. */
const SecondProofStep = lazy(() =>
  loadChunk(import('./SecondProofStep.tsx')).then(file => ({ default: file.SecondProofStep })),
)

/** A code that was right, and what the account asks for beside it. */
export type ProvenPhone = { proof: PhoneProof; needed: SecondProofDemand }

/** The step after the texted code, for accounts that ask for one more proof. */
export const SecondProof = (props: ProvenPhone & { onStartAgain: () => void }) => (
  <Suspense fallback={<Spinner />}>
    <SecondProofStep {...props} onSignedIn={startSession} />
  </Suspense>
)
