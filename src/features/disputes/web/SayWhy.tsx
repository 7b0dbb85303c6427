import type { Ref } from 'react'
import { DisputeSoFar } from './DisputeSoFar.tsx'
import { EnclosureChoice } from './EnclosureChoice.tsx'
import { ItemReason } from './ItemReason.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import { StepFoot } from './StepFoot.tsx'
import type { WizardPage } from './wizard-page.ts'

/** Step 2: one reason for each item, and the papers that go with the letters. */
export const SayWhy = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => {
  const { all, wizard, type } = page
  return (
    <div className="aside-r">
      <div className="stack">
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {type.why.title}
          </h2>
          <p className="muted">{type.why.lead}</p>
        </div>
        <ProblemSummary all={all} wizard={wizard} step="why" />
        <div className="card">
          {wizard.choices.map(choice => {
            const item = all.find(({ key }) => key === choice.key)
            return item && <ItemReason key={choice.key} item={item} choice={choice} page={page} />
          })}
        </div>
        <EnclosureChoice page={page} keeps />
        <StepFoot next="Continue to letters" onBack={page.onBack} onNext={page.onContinue} />
      </div>
      <DisputeSoFar page={page} />
    </div>
  )
}
