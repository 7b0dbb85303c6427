import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import type { FieldErrors } from '#api/errors.ts'
import { useUser } from '#features/identity/web/session.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import type { Call } from '#web/call.ts'
import { client } from '#web/client.ts'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { Dispute, Preview } from '../../dispute-contract.ts'
import { pluralize } from '../dispute-text.ts'
import { focusOnFirst, StepFoot, type WizardPage } from '../wizard/StepLayout.tsx'
import type { Problem } from '../wizard/wizard.ts'
import { notAttested, repeatUnconfirmed } from '../wizard/wizard-steps.ts'
import { Attestation, Cautions, isRepeat, RepeatWarning } from './Confirmations.tsx'
import { PreviewedLetters } from './LetterPaper.tsx'

type Confirmed = { attested?: boolean | undefined; repeat?: boolean | undefined }

type Props<Body extends Confirmed> = {
  /** The two endpoints, and the answers that both take. */
  preview: Call<Body, Preview>
  create: Call<Body, Dispute>
  body: Body
  page: Pick<WizardPage, 'wizard' | 'answer'>
  /** Called after the letters were created, when the draft is no longer needed. */
  onMade?: () => void
  /** Goes back to the answers, with the server's messages about refused ones. */
  onBack: (refused: FieldErrors) => void
}

/** The letters as the server would create them, the statement of truth, and the button that creates them. */
export const CreateLetters = <Body extends Confirmed>({
  preview: previewOf,
  create: createOf,
  body,
  page,
  onMade,
  onBack,
}: Props<Body>) => {
  const { wizard, answer } = page
  const navigate = useNavigate()
  const byManager = useUser().impersonation !== undefined
  const preview = useApiQuery(previewOf, body, { staleTime: 60_000 })
  const { mutate, isPending, error } = useApiMutation(createOf, {
    refreshes: [client.disputes.list, client.disputes.one, client.findings.list, client.credit.analytics],
    onDone: ({ id }) => {
      onMade?.()
      void navigate({ to: '/disputes/$disputeId', params: { disputeId: id }, replace: true })
    },
  })
  const meet = (problems: readonly Problem[]) => {
    flushSync(() => answer({ did: 'meet', problems }))
    focusOnFirst(problems)
  }
  /** Changed answers create different letters, which the user has not confirmed. */
  const goBack = (refused: FieldErrors) => {
    answer({ did: 'repeat', on: false })
    answer({ did: 'attest', on: false })
    onBack(refused)
  }
  const warnings = preview.data?.warnings ?? []
  const create = () => {
    const problems = [
      ...(warnings.some(isRepeat) && !wizard.repeat ? [repeatUnconfirmed] : []),
      ...(wizard.attested || byManager ? [] : [notAttested]),
    ]
    if (problems.length > 0) return meet(problems)
    mutate(
      { ...body, attested: wizard.attested, ...(wizard.repeat ? { repeat: true } : {}) },
      {
        onError: ({ code, message, fields }) => {
          if (code === 'repeats_dispute') meet([{ ...repeatUnconfirmed, text: message }])
          else if (Object.keys(fields).length > 0) goBack(fields)
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
          safe={[
            // If only one answer was refused, the message may already be the whole error message.
            ...Object.values(preview.error.fields).filter(sentence => sentence !== preview.error.message),
            'Nothing was created.',
          ].join(' ')}
          onRetry={() => void preview.refetch()}
          busy={preview.isFetching}
        />
        <StepFoot
          next="Change my answers"
          onBack={() => goBack({})}
          onNext={() => goBack(preview.error.fields)}
        />
      </>
    )
  const { letters } = preview.data
  return (
    <>
      <Cautions warnings={warnings} />
      <PreviewedLetters letters={letters} />
      <RepeatWarning warnings={warnings} page={page} />
      {error !== null && <ErrorNote error={error} safe="Nothing was created." />}
      <Attestation page={page} byManager={byManager} />
      <StepFoot
        next={`Create ${pluralize(letters.length, 'letter')}`}
        icon="letter"
        busy={isPending}
        onBack={() => goBack({})}
        onNext={create}
      />
    </>
  )
}
