import type { ReactNode, Ref } from 'react'
import cardStyles from '#web/ui/Card.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
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
    <div className={layoutStyles.asideRight}>
      <div className={layoutStyles.stack}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {type.why.title}
          </h2>
          <p className={textStyles.muted}>{type.why.lead}</p>
        </div>
        <ProblemSummary all={all} wizard={wizard} step="why" />
        <div className={cardStyles.card}>{children}</div>
        <EnclosureChoice page={page} keeps />
        <StepFoot next="Continue to letters" onBack={page.onBack} onNext={page.onContinue} />
      </div>
      <DisputeSoFar page={page} />
    </div>
  )
}
