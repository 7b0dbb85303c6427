import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { onlyErrors } from '#features/identity/web/form-checks.ts'
import { usePermission, useUser } from '#features/identity/web/session.ts'
import { showDay } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioChoices } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Verification } from '../contract.ts'
import { missingKindsMessage, type ReviewDecision, reviewMessages } from '../document-review.ts'

const refreshes = [client.verification.state, client.identity.identityState, client.identity.me]

type Review = NonNullable<NonNullable<Verification['documents']>['review']>

const titles = {
  confirmed: 'Your documents were confirmed',
  address: 'Your address was confirmed, your identity was not yet',
  refused: 'Your documents could not be confirmed',
} as const

/**
 * Requests a review of the documents, shows the decision, and lets staff decide in an opened account. `takenBackAt`: when
 * staff revoked their confirmation, so that an older decision is not shown as if it were still valid.
 */
export const DocumentReview = ({ takenBackAt }: { takenBackAt: string | null }) => {
  const user = useUser()
  // It depends on the documents, which the user may have just uploaded in another section.
  const { data, error } = useApiQuery(client.verification.state, undefined, { staleTime: 0 })
  if (error !== null) return <ErrorNote error={error} />
  if (!data?.documents) return null
  const { missing, review } = data.documents
  const waits = review?.state === 'waiting'
  return (
    <div className={layoutStyles.stackSmall}>
      {review && !isOver(review, takenBackAt) && <ReviewNote review={review} />}
      {!waits && missing.length > 0 && (
        <p>
          {missingKindsMessage(missing)} <Link to="/documents">Open Documents</Link>
        </p>
      )}
      {!waits && missing.length === 0 && <RequestReview again={review !== null} />}
      {waits && user.impersonation?.scope === 'assist' && <Decision />}
    </div>
  )
}

const isOver = ({ decidedAt }: Review, takenBackAt: string | null): boolean =>
  decidedAt !== null && takenBackAt !== null && decidedAt <= takenBackAt

const ReviewNote = ({
  review: { state, requestedAt, decidedAt, reason, needsSecond },
}: {
  review: Review
}) => {
  if (state === 'waiting')
    return (
      <Note tone="blue" icon="clock" role="status">
        <p>
          {reviewMessages.waiting} You asked on {showDay(requestedAt, browserTimeZone)}.
          {needsSecond && ' One member of staff has confirmed them; a second one has to.'}
        </p>
      </Note>
    )
  return (
    <Note tone={state === 'refused' ? 'amber' : 'sand'} icon="shield" title={titles[state]}>
      {reason !== null && <p>{reason}</p>}
      {decidedAt !== null && <p className={textStyles.muted}>{showDay(decidedAt, browserTimeZone)}</p>}
    </Note>
  )
}

const RequestReview = ({ again }: { again: boolean }) => {
  const barred = usePermission('never')
  const ask = useApiMutation(client.verification.review, { refreshes })
  if (barred !== null) return <p className={textStyles.muted}>{barred}</p>
  return (
    <>
      {ask.error && <ErrorNote error={ask.error} />}
      <div>
        <Button
          icon="shield"
          variant={again ? 'quiet' : 'primary'}
          busy={ask.isPending}
          busyText="Asking..."
          onClick={() => ask.mutate(undefined)}
        >
          {again ? 'Ask for another review' : 'Ask for a review'}
        </Button>
      </div>
    </>
  )
}

const choices: readonly { value: ReviewDecision; title: string; hint: string }[] = [
  {
    value: 'confirmed',
    title: 'Confirm the identity',
    hint: 'The ID and the proof of address are real, in date, and show this name, birth date and address.',
  },
  {
    value: 'address',
    title: 'Confirm the address alone',
    hint: 'The proof of address is right, the ID is not enough. A mailed code can do the rest.',
  },
  { value: 'refused', title: 'Refuse', hint: 'Say below what the client can upload instead.' },
]

/** The form in which staff decide; the client sees the reason. */
const Decision = () => {
  const [decision, setDecision] = useState<ReviewDecision | null>(null)
  const decide = useApiMutation(client.verification.decide, { refreshes })
  const form = useForm(
    ({ reason = '' }) => onlyErrors({ reason: reason.trim() === '' && 'Write what the client should know' }),
    ({ reason = '' }) => {
      if (decision !== null) decide.mutate({ decision, reason })
    },
  )
  return (
    <form {...form.formProps} className={layoutStyles.stackSmall}>
      <RadioChoices
        name="decision"
        legend="Your decision on these documents"
        options={choices}
        chosen={decision}
        onChoose={setDecision}
      />
      <Field
        name="reason"
        label="Reason"
        hint="The client reads this"
        error={form.errors.reason}
        maxLength={500}
        required
      />
      {decide.error && <ErrorNote error={decide.error} />}
      {decide.data?.message && (
        <Note tone="green" role="status">
          {decide.data.message}
        </Note>
      )}
      <div>
        <Button
          type="submit"
          variant="primary"
          disabled={decision === null}
          busy={decide.isPending}
          busyText="Saving..."
        >
          Record decision
        </Button>
      </div>
    </form>
  )
}
