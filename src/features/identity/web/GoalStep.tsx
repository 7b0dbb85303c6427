import type { ReactNode } from 'react'
import { useApiQuery } from '#web/api-hooks.ts'
import { isOffered } from '#web/capabilities.ts'
import { type FieldErrors, type FormValues, useForm } from '#web/form.ts'
import { serviceName } from '#web/service-name.ts'
import { signInClient } from '#web/sign-in-client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Choice, ChoiceGroup, SelectField } from '#web/ui/Choice.tsx'
import * as fieldStyles from '#web/ui/Field.module.css'
import { ErrorSummary } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { goalPeriods, goals } from '../profile-choices.ts'
import { fieldNames, goalChecks } from './registration.ts'
import { StepPage } from './StepPage.tsx'

/** Unchecked at first, and each is optional. The text shown is what is stored. */
const consents = [
  { name: 'reportAccess', title: `${serviceName} may ask the bureaus for my credit reports` },
  { name: 'terms', title: `I understand how ${serviceName} works` },
] as const

type GoalFieldsProps = {
  /** Initial values, by the names of `goalChecks`. */
  answers: FormValues
  errors: FieldErrors
}

/** The user's goal, and by when. */
export const GoalFields = ({ answers, errors }: GoalFieldsProps) => (
  <>
    <ChoiceGroup name="goal" legend="Your goal" error={errors.goal}>
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
    </ChoiceGroup>
    <SelectField
      name="goalTargetPeriod"
      label="By when?"
      error={errors.goalTargetPeriod}
      options={[
        { value: '', text: 'Choose' },
        ...goalPeriods.map(period => ({ value: period, text: `In ${period}` })),
      ]}
      defaultValue={answers.goalTargetPeriod ?? ''}
      required
    />
  </>
)

type GoalStepProps = {
  answers: FormValues
  refused: FieldErrors
  onDone: (values: FormValues) => void
  onBack: () => void
  busy: boolean
  /** Why the account could not be created. */
  problem: ReactNode
}

/** Step 4: the goal and the consents. */
export const GoalStep = ({ answers, refused, onDone, onBack, busy, problem }: GoalStepProps) => {
  const texts = useApiQuery(signInClient.identity.consentTexts)
  const form = useForm(goalChecks, onDone, refused)
  const { errors } = form
  const pulls = isOffered('pulls')
  return (
    <StepPage
      step={3}
      title="What are you working towards?"
      lead="Your goal and your permissions"
      onBack={onBack}
    >
      {problem}
      <form {...form.formProps}>
        <ErrorSummary errors={errors} labels={fieldNames} summaryRef={form.summary} />
        <GoalFields answers={answers} errors={errors} />
        <fieldset className={layoutStyles.stackSmall}>
          <legend className={fieldStyles.label}>
            Permissions <span className={fieldStyles.optional}>(you can change these later)</span>
          </legend>
          <div className={fieldStyles.options}>
            {texts.data &&
              consents
                .filter(({ name }) => pulls || name !== 'reportAccess')
                .map(({ name, title }) => (
                  <Choice
                    key={name}
                    type="checkbox"
                    name={name}
                    defaultChecked={answers[name] === 'on'}
                    title={title}
                    hint={texts.data.data.find(({ kind }) => kind === name)?.text}
                  />
                ))}
            {texts.error && (
              <ErrorNote error={texts.error} safe="You can give these permissions later, in Profile." />
            )}
          </div>
          <p className={fieldStyles.hint}>
            Read the{' '}
            <a href="/legal/terms" target="_blank" rel="noreferrer">
              terms of use
            </a>{' '}
            and{' '}
            <a href="/legal/privacy" target="_blank" rel="noreferrer">
              privacy
            </a>{' '}
            in a new tab. Looking at your own file does not lower your scores.{' '}
            {pulls
              ? 'If you leave the first box empty, we won’t request your report. You can import one instead.'
              : 'We do not request reports: you import your own.'}{' '}
            You can also do all of this yourself, free of charge.
          </p>
        </fieldset>
        <Button
          type="submit"
          variant="primary"
          size="big"
          block
          busy={busy}
          busyText="Creating your account..."
        >
          Create my account
        </Button>
      </form>
    </StepPage>
  )
}
