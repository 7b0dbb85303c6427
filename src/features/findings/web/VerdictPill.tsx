import { Pill } from '#web/ui/Pill.tsx'
import type { ShownFinding } from '../contract.ts'
import type { Verdict } from '../finding.ts'

type Look = {
  label: string
  tone: 'red' | 'amber' | 'line'
  icon: 'warn' | 'layers' | 'eye'
  about: string
}

export const verdictDisplay: Readonly<Record<Verdict, Look>> = {
  impossible: {
    label: 'Impossible',
    tone: 'red',
    icon: 'warn',
    about: 'The entry contradicts itself.',
  },
  contradiction: {
    label: 'Conflicting',
    tone: 'amber',
    icon: 'layers',
    about: 'Two values conflict, so at least one is wrong.',
  },
  ask: {
    label: 'Worth a look',
    tone: 'line',
    icon: 'eye',
    about: 'These may be correct.',
  },
}

/** Rules that compare bureaus. */
const comparing = /^(?:C-2[1-6]|P-0[235])$/

/** What a finding's verdict is called: where bureaus were compared, that they disagree. */
const verdictLabel = ({ verdict, rule }: { verdict: Verdict; rule: string }): string =>
  verdict === 'contradiction' && comparing.test(rule) ? 'Bureaus disagree' : verdictDisplay[verdict].label

export const VerdictPill = ({ finding }: { finding: ShownFinding }) => {
  const { tone, icon } = verdictDisplay[finding.verdict]
  return (
    <Pill tone={tone} icon={icon}>
      {verdictLabel(finding)}
    </Pill>
  )
}
