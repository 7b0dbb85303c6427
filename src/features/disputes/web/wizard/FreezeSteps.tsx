import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { freezeContacts } from '../../freeze-rules.ts'
import { FasterContact } from '../FasterContact.tsx'
import { chosenOption } from './disputable-item.ts'
import { ItemReason, WhyStep } from './SayWhy.tsx'
import {
  BureausToWrite,
  controlId,
  DisputeSoFar,
  problemAt,
  StepFoot,
  StepHeading,
  type WizardPage,
} from './StepLayout.tsx'
import * as wizardStyles from './wizard.module.css'
import type { Choice } from './wizard.ts'

/**
 * Step 1 of a freeze: the bureaus' own web and phone options first, which are faster than any letter (15 USC
 * 1681c-1(i)(2)(A)), then the bureaus to write to.
 */
export const FreezeBureaus = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => {
  const { all, onContinue } = page
  const [item] = all
  if (item === undefined) return null
  const offered = item.offered.map(({ bureau }) => bureau)
  return (
    <div className={layoutStyles.asideRight}>
      <div className={layoutStyles.stack}>
        <StepHeading
          heading={heading}
          title="A freeze is faster online or by phone"
          lead="Online or by phone a bureau must freeze your file within one business day, and lift a freeze within one hour. A letter takes three business days from the day it arrives. All ways are free."
        />
        <ul className={wizardStyles.freezeActions}>
          {offered.map(bureau => (
            <FasterContact
              key={bureau}
              bureau={bureau}
              contact={freezeContacts[bureau]}
              act="Freeze online"
            />
          ))}
        </ul>
        <BureausToWrite legend="Or write to these bureaus" itemKey={item.key} offered={offered} page={page} />
        <p className={textStyles.muted}>
          Each bureau keeps its own file, so a freeze at one leaves the others open. Every plan can freeze at
          all three. <Link to="/disputes/freezes">Your freezes</Link> shows where your files are frozen.
        </p>
        <StepFoot next="Continue with a letter" onNext={onContinue} />
      </div>
      <DisputeSoFar page={page} />
    </div>
  )
}

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
