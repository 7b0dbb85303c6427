import type { ReactNode } from 'react'
import { type Sentences, useForm, type Values } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { goalPeriods, goals } from '../profile-choices.ts'
import { goalChecks } from './registration-checks.ts'
import { fieldNames } from './registration-steps.ts'
import { StepPage } from './StepPage.tsx'

/** What a person may agree to; nothing is ticked beforehand and each may be left out. */
const consents = [
  {
    name: 'reportAccess',
    title: 'Fairfile may ask the bureaus for my credit reports',
    hint: 'You looking at your own file does not lower your scores. Without this we ask for no report; you can still import one.',
  },
  {
    name: 'sms',
    title: 'Fairfile may text me about my disputes',
    hint: 'Sign-in codes come in any case.',
  },
  {
    name: 'terms',
    title: 'I understand how Fairfile works',
    hint: 'I choose what is disputed and dispute only what I believe is wrong. I can also do this myself, free of charge.',
  },
] as const

type GoalStepProps = {
  answers: Values
  refused: Sentences
  onDone: (values: Values) => void
  onBack: () => void
  busy: boolean
  /** Why the account could not be created. */
  problem: ReactNode
}

/** Step 4: what the person is working towards, and what she agrees to. */
export const GoalStep = ({ answers, refused, onDone, onBack, busy, problem }: GoalStepProps) => {
  const form = useForm(goalChecks, onDone, refused)
  const { errors } = form
  return (
    <StepPage
      step={3}
      title="What are you working towards?"
      lead="Your goal, and what you agree to."
      onBack={onBack}
    >
      {problem}
      <form {...form.wiring}>
        <ErrorSummary errors={errors} names={fieldNames} place={form.summary} />
        <fieldset className="stack-s" aria-describedby={errors.goal && 'goal-error'}>
          <legend className="lbl">Your goal</legend>
          {errors.goal && <FieldError id="goal-error" text={errors.goal} />}
          <div className="opts">
            {goals.map((goal, at) => (
              <Choice
                key={goal}
                type="radio"
                id={at === 0 ? 'goal' : undefined}
                name="goal"
                value={goal}
                defaultChecked={answers.goal === goal}
                title={goal}
              />
            ))}
          </div>
        </fieldset>
        <Field
          id="goalTargetPeriod"
          label="By when?"
          error={errors.goalTargetPeriod}
          control={wiring => (
            <select
              {...wiring}
              name="goalTargetPeriod"
              defaultValue={answers.goalTargetPeriod ?? ''}
              required
            >
              <option value="">Choose</option>
              {goalPeriods.map(period => (
                <option key={period} value={period}>
                  In {period}
                </option>
              ))}
            </select>
          )}
        />
        <fieldset className="stack-s">
          <legend className="lbl">
            What you agree to <span className="opt">(optional)</span>
          </legend>
          <div className="opts">
            {consents.map(({ name, title, hint }) => (
              <Choice
                key={name}
                type="checkbox"
                name={name}
                defaultChecked={answers[name] === 'on'}
                title={title}
                hint={hint}
              />
            ))}
          </div>
        </fieldset>
        <Button type="submit" kind="primary" size="big" block busy={busy} busyText="Creating your account...">
          Create my account
        </Button>
      </form>
    </StepPage>
  )
}
