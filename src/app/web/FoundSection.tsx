import { useReviewNoted } from '#features/checklist/web/use-checklist.ts'
import { FindingsScreen } from '#features/findings/web/FindingsScreen.tsx'

/** The found items; opening them is one of the first steps. */
export const FoundSection = () => {
  useReviewNoted()
  return <FindingsScreen />
}
