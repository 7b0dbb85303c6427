import type { ReactNode, Ref } from 'react'
import { DisputeSoFar } from './DisputeSoFar.tsx'
import { EnclosureChoice } from './EnclosureChoice.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import { StepFoot } from './StepFoot.tsx'
import type { WizardPage } from './wizard-page.ts'

type Props = { page: WizardPage; heading: Ref<HTMLHeadingElement>; children: ReactNode }

/** Step 2 of every type: what is asked of each item stands in the middle, the papers that go with the letters below. */
export const WhyStep = ({ page, heading, children }: Props) => {
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
        <div className="card">{children}</div>
        <EnclosureChoice page={page} keeps />
        <StepFoot next="Continue to letters" onBack={page.onBack} onNext={page.onContinue} />
      </div>
      <DisputeSoFar page={page} />
    </div>
  )
}
