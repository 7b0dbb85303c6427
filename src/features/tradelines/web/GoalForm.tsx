import type { ComponentProps } from 'react'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notices } from '../notices.ts'
import { FindButton } from './FindButton.tsx'
import type { AdviceWork } from './use-advice.ts'

/** What is wanted. Nothing is checked here: a text that is no number counts as 0 (specification section 5). */
export const GoalForm = ({ advice }: { advice: AdviceWork }) => {
  const { wish, setWish, find, failure, barred } = advice
  return (
    <form
      className="card stack"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        find()
      }}
    >
      <div>
        <h2>Set your goal</h2>
        <p className="muted">We look for the lowest-cost mix that gets you there.</p>
      </div>
      <Field
        label="Desired Average Age"
        hint="In years, for example 5.5"
        error={failure?.fields['desiredAverageAge']}
        control={wiring => (
          <Affixed
            {...wiring}
            end="years"
            inputMode="decimal"
            step="0.1"
            value={wish.age}
            onChange={event => setWish({ ...wish, age: event.target.value })}
          />
        )}
      />
      <Field
        label="Desired Extra Credit Limit"
        hint="In whole dollars"
        error={failure?.fields['desiredExtraLimit']}
        control={wiring => (
          <Affixed
            {...wiring}
            start="$"
            inputMode="numeric"
            step="1"
            value={wish.limit}
            onChange={event => setWish({ ...wish, limit: event.target.value })}
          />
        )}
      />
      <FindButton advice={advice} />
      {barred !== null && <p className="muted">{barred}</p>}
      <p className="tl-safe">
        <Icon name="info" />
        <span>{notices[0]}</span>
      </p>
    </form>
  )
}

type AffixedProps = ComponentProps<'input'> & { start?: string; end?: string }

/** A number with its unit inside the field. */
const Affixed = ({ start, end, ...input }: AffixedProps) => (
  <div className="affix">
    {start && <span aria-hidden="true">{start}</span>}
    <input type="number" min="0" {...input} />
    {end && <em aria-hidden="true">{end}</em>}
  </div>
)
