import type { Ref } from 'react'
import { Field } from '#web/ui/Field.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { chosenOption } from './disputable-item.ts'
import { ItemReason } from './ItemReason.tsx'
import { WhyStep } from './WhyStep.tsx'
import wizardStyles from './wizard.module.css'
import type { Choice } from './wizard.ts'
import { controlId, problemAt, type WizardPage } from './wizard-page.ts'

/** Step 2 of a freeze: place it, lift it for some days, or remove it. */
export const FreezeAction = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => {
  const [choice] = page.wizard.choices
  const [item] = page.all
  if (choice === undefined || item === undefined) return null
  return (
    <WhyStep page={page} heading={heading}>
      <ItemReason item={item} choice={choice} page={page} />
      {chosenOption(item, choice, page.today)?.days && <Days choice={choice} page={page} />}
    </WhyStep>
  )
}

const Days = ({ choice, page }: { choice: Choice; page: WizardPage }) => (
  <div className={`${layoutStyles.grid2} ${wizardStyles.days}`}>
    <Day part="from" label="First day" hint="If empty: on arrival" choice={choice} page={page} />
    <Day part="until" label="Last day" hint="If empty: until further notice" choice={choice} page={page} />
  </div>
)

type DayProps = { part: 'from' | 'until'; label: string; hint: string; choice: Choice; page: WizardPage }

const Day = ({ part, label, hint, choice, page }: DayProps) => {
  const { key } = choice
  return (
    <Field
      label={label}
      optional
      hint={hint}
      type="date"
      id={controlId({ key, part })}
      min={page.today}
      value={choice[part] ?? ''}
      error={problemAt(page.wizard, { key, part }) ?? undefined}
      onChange={event => page.answer({ did: 'day', key, part, day: event.target.value })}
    />
  )
}
