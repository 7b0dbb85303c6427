import type { Ref } from 'react'
import { DisputeSoFar } from './DisputeSoFar.tsx'
import { ItemReason } from './ItemReason.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import { StepFoot } from './StepFoot.tsx'
import type { WizardPage } from './wizard-page.ts'

/** Step 2: one reason for each item. */
export const SayWhy = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => {
  const { all, wizard } = page
  return (
    <div className="aside-r">
      <div className="stack">
        <div>
          <h2 ref={heading} tabIndex={-1}>
            Why is each item wrong?
          </h2>
          <p className="muted">
            Your reason goes into the letter in plain words. You read every letter in the next step.
          </p>
        </div>
        <ProblemSummary all={all} wizard={wizard} step="why" />
        <div className="card">
          {wizard.choices.map(choice => {
            const item = all.find(({ accountId }) => accountId === choice.accountId)
            return item && <ItemReason key={choice.accountId} item={item} choice={choice} page={page} />
          })}
        </div>
        <StepFoot next="Continue to letters" onBack={page.onBack} onNext={page.onContinue} />
      </div>
      <DisputeSoFar wizard={wizard} />
    </div>
  )
}
