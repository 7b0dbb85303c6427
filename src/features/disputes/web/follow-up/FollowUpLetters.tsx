import { useNavigate } from '@tanstack/react-router'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useUser } from '#web/session.ts'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { Item } from '../../dispute-contract.ts'
import { pluralize } from '../counted.ts'
import { AttestChoice } from '../letters/AttestChoice.tsx'
import { ClientConfirms } from '../letters/ClientConfirms.tsx'
import { PreviewedLetters } from '../letters/PreviewedLetters.tsx'
import { Cautions, isRepeat, RepeatWarning } from '../letters/RepeatWarning.tsx'
import { StepFoot } from '../wizard/StepFoot.tsx'
import { controlId, problemAt, type WizardPage } from '../wizard/wizard-page.ts'
import { notAttested, problemsFromFields, repeatUnconfirmed } from '../wizard/wizard-steps.ts'
import { followUpBody, type Step } from './follow-up.ts'

type Props = {
  disputeId: string
  item: Item
  step: Step
  page: Pick<WizardPage, 'wizard' | 'answer' | 'onRefused'>
  onBack: () => void
}

/** The letters of a step as the server would write them, the statement of truth, and the act that creates them. */
export const FollowUpLetters = ({ disputeId, item, step, page, onBack }: Props) => {
  const { wizard, answer, onRefused } = page
  const navigate = useNavigate()
  const byManager = useUser().impersonation !== undefined
  const body = { disputeId, ...followUpBody(wizard, item.id, step) }
  const preview = useApiQuery(client.disputes.previewFollowUp, body, { staleTime: 60_000 })
  const { mutate, isPending, error } = useApiMutation(client.disputes.createFollowUp, {
    refreshes: [client.disputes.list, client.disputes.one, client.findings.list, client.credit.analytics],
    onDone: ({ id }) =>
      void navigate({ to: '/disputes/$disputeId', params: { disputeId: id }, replace: true }),
  })
  const warnings = preview.data?.warnings ?? []
  const create = () => {
    const problems = [
      ...(warnings.some(isRepeat) && !wizard.repeat ? [repeatUnconfirmed] : []),
      ...(wizard.attested || byManager ? [] : [notAttested]),
    ]
    if (problems.length > 0) return onRefused(problems)
    mutate(
      { ...body, attested: wizard.attested, ...(wizard.repeat ? { repeat: true } : {}) },
      {
        onError: refusal => {
          const told = problemsFromFields(refusal.fields, wizard)
          if (told.length > 0) onRefused(told)
        },
      },
    )
  }
  if (preview.data === undefined)
    return preview.error === null ? (
      <Spinner text="Writing your letters..." />
    ) : (
      <>
        <ErrorNote
          error={preview.error}
          safe={[...Object.values(preview.error.fields), 'Nothing was created.'].join(' ')}
          onRetry={() => void preview.refetch()}
          busy={preview.isFetching}
        />
        <StepFoot next="Change my answers" onBack={onBack} onNext={onBack} />
      </>
    )
  const { letters } = preview.data
  return (
    <>
      <Cautions warnings={warnings} />
      <PreviewedLetters letters={letters} />
      <RepeatWarning warnings={warnings} page={page} />
      {error !== null && <ErrorNote error={error} safe="Nothing was created." />}
      {byManager ? (
        <ClientConfirms />
      ) : (
        <AttestChoice
          id={controlId(notAttested)}
          attested={wizard.attested}
          sentence={problemAt(wizard, notAttested)}
          onAttest={on => answer({ did: 'attest', on })}
        />
      )}
      <StepFoot
        next={`Create ${pluralize(letters.length, 'letter')}`}
        icon="letter"
        busy={isPending}
        onBack={onBack}
        onNext={create}
      />
    </>
  )
}
