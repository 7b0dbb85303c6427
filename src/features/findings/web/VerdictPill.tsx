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
    label: 'Cannot be true',
    tone: 'red',
    icon: 'warn',
    about: 'These entries contradict themselves, whoever owes what.',
  },
  contradiction: {
    label: 'Does not agree',
    tone: 'amber',
    icon: 'layers',
    about: 'Two statements stand against each other. At least one of them is wrong.',
  },
  ask: {
    label: 'Please check',
    tone: 'line',
    icon: 'eye',
    about: 'These may well be right. Only you know.',
  },
}

/** Rules that compare bureaus. */
const comparing = /^(?:C-2[1-6]|P-0[235])$/

/** What a finding's verdict is called: where bureaus were compared, that they disagree. */
export const verdictLabel = ({ verdict, rule }: { verdict: Verdict; rule: string }): string =>
  verdict === 'contradiction' && comparing.test(rule) ? 'Bureaus disagree' : verdictDisplay[verdict].label

export const VerdictPill = ({ finding }: { finding: ShownFinding }) => {
  const { tone, icon } = verdictDisplay[finding.verdict]
  return (
    <Pill tone={tone} icon={icon}>
      {verdictLabel(finding)}
    </Pill>
  )
}
