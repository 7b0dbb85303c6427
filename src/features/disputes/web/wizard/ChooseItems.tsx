import { Link } from '@tanstack/react-router'
import { type Ref, useState } from 'react'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import buttonStyles from '#web/ui/Button.module.css'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
import { LONG_LIST } from '#web/ui/text-search.ts'
import { oldReportCaution } from '../../cautions.ts'
import { pluralize } from '../counted.ts'
import { Cautions } from '../letters/RepeatWarning.tsx'
import { DisputeSoFar } from './DisputeSoFar.tsx'
import { type DisputableItem, filterByName } from './disputable-item.ts'
import { ItemChoice } from './ItemChoice.tsx'
import { PlanNote } from './PlanNote.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import wizardStyles from './wizard.module.css'
import { controlId, itemProblem, problemAt, type WizardPage } from './wizard-page.ts'

const whole = { key: null, part: 'items' } as const

/** Step 1: which items, and at which bureaus. What was found stands first; nothing is chosen beforehand. */
export const ChooseItems = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => {
  const { all, wizard, onContinue, type } = page
  const [words, look] = useState('')
  const shown = filterByName(all, words)
  const count = wizard.choices.length
  const sentence = problemAt(wizard, whole)
  return (
    <div className={layoutStyles.asideRight}>
      <div className={layoutStyles.stack}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            Which items look wrong to you?
          </h2>
          <p className={textStyles.muted}>{type.choose.lead}</p>
        </div>
        <PlanNote />
        <OldReport today={page.today} />
        <ProblemSummary all={all} wizard={wizard} step="items" />
        {all.length > LONG_LIST && (
          <Field
            label={type.choose.find}
            type="search"
            autoComplete="off"
            value={words}
            onChange={event => look(event.target.value)}
          />
        )}
        <div className={layoutStyles.stackSmall} id={controlId(whole)} tabIndex={-1}>
          {sentence !== null && <FieldError id="items-error" text={sentence} />}
          {groupsOf(shown, page).map(({ name, items }) => (
            <Group
              key={name}
              name={name}
              hint={name === first ? type.choose.firstHint : null}
              items={items}
              page={page}
            />
          ))}
          {shown.length === 0 && (
            <p className={textStyles.muted} role="status">
              {type.choose.none}
            </p>
          )}
        </div>
        <div className={wizardStyles.footer}>
          <Link
            className={`${buttonStyles.button} ${buttonStyles.quiet} ${buttonStyles.big}`}
            data-slot="button"
            data-variant="quiet"
            data-size="big"
            to="/disputes"
          >
            Cancel
          </Link>
          <Button variant="primary" size="big" onClick={onContinue}>
            {count === 0 ? 'Continue' : `Continue with ${pluralize(count, 'item')}`}
          </Button>
        </div>
      </div>
      <DisputeSoFar page={page} />
    </div>
  )
}

/** Before any choice: what is chosen may have changed since. */
const OldReport = ({ today }: Pick<WizardPage, 'today'>) => {
  const { data } = useApiQuery(client.credit.analytics)
  const caution = oldReportCaution(data?.report?.reportDate ?? null, today)
  return caution === null ? null : <Cautions warnings={[caution]} />
}

const first = 'Check these first'
const cameTo = 'The item you came to review'

/** What the person came for, then what is worth a look, then the rest under the headings of its type. */
const groupsOf = (shown: readonly DisputableItem[], { cameFor }: WizardPage) => {
  const headingOf = ({ key, findings, group }: DisputableItem): string => {
    if (cameFor.has(key)) return cameTo
    return findings.some(({ dispute }) => dispute === undefined) ? first : (group ?? first)
  }
  const groups = [...Map.groupBy(shown, headingOf)].map(([name, items]) => ({ name, items }))
  const rank = (name: string) => [cameTo, first].indexOf(name) + (name === cameTo || name === first ? 0 : 3)
  return groups.toSorted((one, other) => rank(one.name) - rank(other.name))
}

type GroupProps = { name: string; hint: string | null; items: readonly DisputableItem[]; page: WizardPage }

const Group = ({ name, hint, items, page: { wizard, answer } }: GroupProps) => (
  <fieldset className={wizardStyles.choices}>
    <legend className={textStyles.visuallyHidden}>{name}</legend>
    <h3>{name}</h3>
    {hint === null ? null : <p className={textStyles.muted}>{hint}</p>}
    {items.map(item => (
      <ItemChoice
        key={item.key}
        item={item}
        choice={wizard.choices.find(({ key }) => key === item.key)}
        sentence={itemProblem(wizard, item.key)}
        answer={answer}
      />
    ))}
  </fieldset>
)
