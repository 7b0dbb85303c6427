import type { Ref } from 'react'
import type { ApiError } from '#web/api-error.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { Button } from '#web/ui/Button.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Cautions, isRepeat, RepeatWarning } from '../letters/Confirmations.tsx'
import { PreviewedLetters } from '../letters/LetterPaper.tsx'
import { StepFoot, StepHeading, type WizardPage } from './StepLayout.tsx'
import * as wizardStyles from './wizard.module.css'
import { problemsFromFields, repeatUnconfirmed } from './wizard-steps.ts'

/** Within this time a preview is not requested again. */
const freshMs = 60_000

/** Step 3: every letter as the server would create it. Nothing is stored yet. */
export const CheckLetters = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => {
  const { wizard, type } = page
  const { choices, documentIds } = wizard
  const { data, error, isFetching, refetch } = useApiQuery(
    type.preview,
    { choices, documentIds },
    { staleTime: freshMs },
  )
  const goOn = () => {
    if (data?.warnings.some(isRepeat) && !wizard.repeat) return page.onRefused([repeatUnconfirmed])
    page.onContinue()
  }
  return (
    <div className={layoutStyles.stack}>
      <StepHeading
        heading={heading}
        title="Check your letters"
        lead="Read each letter. Nothing is created until you confirm on the next step. You can edit the wording until it is mailed."
      />
      {error !== null && (
        <Refused error={error} page={page} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Spinner text="Writing your letters..." />}
      {data !== undefined && (
        <>
          <Cautions warnings={data.warnings} />
          <PreviewedLetters letters={data.letters} />
          <RepeatWarning warnings={data.warnings} page={page} />
          <StepFoot next="Continue to send" onBack={page.onBack} onNext={goOn} />
        </>
      )}
    </div>
  )
}

type RefusedProps = { error: ApiError; page: WizardPage; busy: boolean; onRetry: () => void }

const Refused = ({ error, page, busy, onRetry }: RefusedProps) => {
  const problems = problemsFromFields(error.fields, page.wizard)
  return (
    <>
      <ErrorNote
        error={error}
        safe={[...problems.map(({ text }) => text), 'Nothing was created. Your answers are kept.'].join(' ')}
        busy={busy}
        {...(problems.length === 0 ? { onRetry } : {})}
      />
      <div className={wizardStyles.footer}>
        <Button variant="quiet" size="big" icon="left" onClick={page.onBack}>
          Back
        </Button>
        {problems.length > 0 && (
          <Button variant="primary" size="big" onClick={() => page.onRefused(problems)}>
            Change my answers
          </Button>
        )}
      </div>
    </>
  )
}
