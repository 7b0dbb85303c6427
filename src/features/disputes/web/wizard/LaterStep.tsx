import type { Ref } from 'react'
import { CheckLetters } from './CheckLetters.tsx'
import { FreezeAction, FreezeBureaus } from './FreezeSteps.tsx'
import { SayWhy } from './SayWhy.tsx'
import { SendLetters } from './SendLetters.tsx'
import type { WizardPage } from './StepLayout.tsx'
import type { Step } from './wizard-steps.ts'

/** A freeze is about bureaus, not about items, so its first two steps differ. */
const pages = { items: FreezeBureaus, why: SayWhy, letters: CheckLetters, send: SendLetters } as const

type LaterStepProps = { step: Step; page: WizardPage; heading: Ref<HTMLHeadingElement> }

/** The wizard's steps after the first, as a separate chunk that loads while items are chosen. */
export const LaterStep = ({ step, page, heading }: LaterStepProps) => {
  const StepPage = page.type.type === 'freeze' && step === 'why' ? FreezeAction : pages[step]
  return <StepPage page={page} heading={heading} />
}
