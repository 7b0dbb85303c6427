import type { Ref } from 'react'
import { Field } from '#web/ui/Field.tsx'
import { DisputeSoFar } from './DisputeSoFar.tsx'
import { EnclosureChoice } from './EnclosureChoice.tsx'
import { ItemReason } from './ItemReason.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import { optionOf } from './pickable.ts'
import { StepFoot } from './StepFoot.tsx'
import type { Choice } from './wizard.ts'
import { placeOf, sentenceAt, type WizardPage } from './wizard-page.ts'

/** Step 2 of a freeze: place it, lift it for some days, or remove it; and the papers that go with the letters. */
export const FreezeAction = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => {
  const { all, wizard, type } = page
  const [choice] = wizard.choices
  const [item] = all
  if (choice === undefined || item === undefined) return null
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
          <ItemReason item={item} choice={choice} page={page} />
          {optionOf(item, choice, page.today)?.days && <Days choice={choice} page={page} />}
        </div>
        <EnclosureChoice page={page} keeps />
        <StepFoot next="Continue to letters" onBack={page.onBack} onNext={page.onContinue} />
      </div>
      <DisputeSoFar page={page} />
    </div>
  )
}

const Days = ({ choice, page }: { choice: Choice; page: WizardPage }) => (
  <div className="grid2 days">
    <Day part="from" label="First day" choice={choice} page={page} />
    <Day part="until" label="Last day" choice={choice} page={page} />
  </div>
)

type DayProps = { part: 'from' | 'until'; label: string; choice: Choice; page: WizardPage }

const Day = ({ part, label, choice, page }: DayProps) => {
  const { key } = choice
  return (
    <Field
      label={label}
      type="date"
      id={placeOf({ key, part })}
      min={page.today}
      value={choice[part] ?? ''}
      error={sentenceAt(page.wizard, { key, part }) ?? undefined}
      onChange={event => page.answer({ did: 'day', key, part, day: event.target.value })}
    />
  )
}
