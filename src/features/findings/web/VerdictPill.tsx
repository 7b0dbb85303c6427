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

export const VerdictPill = ({ finding: { verdict, comparesBureaus } }: { finding: ShownFinding }) => {
  const { label, tone, icon } = verdictDisplay[verdict]
  return (
    <Pill tone={tone} icon={icon}>
      {verdict === 'contradiction' && comparesBureaus ? 'Bureaus disagree' : label}
    </Pill>
  )
}
