import { Link } from '@tanstack/react-router'
import { type Ref, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { DisputeSoFar } from './DisputeSoFar.tsx'
import { ItemChoice } from './ItemChoice.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import { found, type Pickable } from './pickable.ts'
import { placeOf, sentenceAt, type WizardPage } from './wizard-page.ts'

/** From more accounts than this on, one can be looked for by name. */
const fewEnough = 10

const isConcern = ({ concern }: Pickable): boolean => concern !== null

const whole = { accountId: null, part: 'items' } as const

/** Step 1: which accounts, and at which bureaus. Nothing is chosen beforehand. */
export const ChooseItems = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => {
  const { all, wizard, onContinue } = page
  const [words, look] = useState('')
  const shown = found(all, words)
  const count = wizard.choices.length
  const sentence = sentenceAt(wizard, whole)
  return (
    <div className="aside-r">
      <div className="stack">
        <div>
          <h2 ref={heading} tabIndex={-1}>
            Which items look wrong to you?
          </h2>
          <p className="muted">
            Select only what you believe is wrong or incomplete. Correct items will not be removed.
          </p>
        </div>
        <ProblemSummary all={all} wizard={wizard} step="items" />
        {all.length > fewEnough && (
          <Field
            label="Find an account"
            type="search"
            autoComplete="off"
            value={words}
            onChange={event => look(event.target.value)}
          />
        )}
        <div className="stack-s" id={placeOf(whole)} tabIndex={-1}>
          {sentence !== null && <FieldError id="items-error" text={sentence} />}
          <Group
            name="Check these first"
            hint="Late payments, collections and balances on paid accounts. Being listed here does not mean being wrong."
            items={shown.filter(isConcern)}
            page={page}
          />
          <Group
            name={shown.some(isConcern) ? 'Other accounts' : 'Your accounts'}
            hint={null}
            items={shown.filter(item => !isConcern(item))}
            page={page}
          />
          {shown.length === 0 && (
            <p className="muted" role="status">
              No account has this name.
            </p>
          )}
        </div>
        <div className="wz-f">
          <Link className="btn quiet big" to="/disputes">
            Cancel
          </Link>
          <Button kind="primary" size="big" onClick={onContinue}>
            {count === 0 ? 'Continue' : `Continue with ${count} ${count === 1 ? 'item' : 'items'}`}
          </Button>
        </div>
      </div>
      <DisputeSoFar wizard={wizard} />
    </div>
  )
}

type GroupProps = { name: string; hint: string | null; items: readonly Pickable[]; page: WizardPage }

const Group = ({ name, hint, items, page }: GroupProps) =>
  items.length === 0 ? null : (
    <fieldset className="pick">
      <legend className="vh">{name}</legend>
      <h3>{name}</h3>
      {hint === null ? null : <p className="muted">{hint}</p>}
      {items.map(item => (
        <ItemChoice key={item.accountId} item={item} page={page} />
      ))}
    </fieldset>
  )
