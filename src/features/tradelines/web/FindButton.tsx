import { Button } from '#web/ui/Button.tsx'
import type { AdviceWork } from './use-advice.ts'

/** Asks for recommendations; off in an account that is open for reading only. */
export const FindButton = ({ advice: { finding, barred } }: { advice: AdviceWork }) => (
  <Button variant="primary" size="big" block type="submit" busy={finding} disabled={barred !== null}>
    Get recommendations
  </Button>
)
