import type { Ref } from 'react'
import { ItemReason } from './ItemReason.tsx'
import { WhyStep } from './WhyStep.tsx'
import type { WizardPage } from './wizard-page.ts'

/** Step 2: one reason for each item. */
export const SayWhy = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => (
  <WhyStep page={page} heading={heading}>
    {page.wizard.choices.map(choice => {
      const item = page.all.find(({ key }) => key === choice.key)
      return item && <ItemReason key={choice.key} item={item} choice={choice} page={page} />
    })}
  </WhyStep>
)
