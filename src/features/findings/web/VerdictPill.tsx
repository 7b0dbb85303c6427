import { Pill } from '#web/ui/Pill.tsx'
import type { ShownFinding } from '../contract.ts'
import { verdictDisplay, verdictLabel } from './verdict-words.ts'

/** How sure a finding is, in words with their icon. */
export const VerdictPill = ({ finding }: { finding: ShownFinding }) => {
  const { tone, icon } = verdictDisplay[finding.verdict]
  return (
    <Pill tone={tone} icon={icon}>
      {verdictLabel(finding)}
    </Pill>
  )
}
