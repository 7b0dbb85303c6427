import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePermission, useUser } from '#features/identity/web/session.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Item } from '../../dispute-contract.ts'
import { maxExplanationLength } from '../../limits.ts'
import { describeItem, pluralize } from '../dispute-text.ts'
import { Attestation, Cautions, isRepeat, RepeatWarning } from '../letters/Confirmations.tsx'
import { PreviewedLetters } from '../letters/LetterPaper.tsx'
import { EnclosureChoice } from '../wizard/EnclosureChoice.tsx'
import {
  BureausToWrite,
  controlId,
  focusOnFirst,
  problemAt,
  StepFoot,
  type WizardPage,
} from '../wizard/StepLayout.tsx'
import * as wizardStyles from '../wizard/wizard.module.css'
import { applyAction, type Problem } from '../wizard/wizard.ts'
import { notAttested, problemStep, problemsFromFields, repeatUnconfirmed } from '../wizard/wizard-steps.ts'
import { explanationPrompt, findProblems, followUpBody, type Step, startFollowUp } from './follow-up.ts'

/** One of the steps that follow a bureau's answer, as a small dispute of its own. */
export const FollowUpScreen = () => {
  const { disputeId = '' } = useParams({ strict: false })
  const { item: itemId, next } = useSearch({ from: '/shell/disputes/$disputeId/follow-up' })
  const { data: dispute, error, isFetching, refetch } = useApiQuery(client.disputes.one, { disputeId })
  const barred = usePermission('assist')
  const item = dispute?.items.find(({ id }) => id === itemId)
  const step = item?.steps[next]
  const isMissing = error?.code === 'not_found' || error?.code === 'invalid_request'
  if (dispute === undefined && !isMissing)
    return error === null ? (
      <Waiting />
    ) : (
      <ErrorCard error={error} onRetry={() => void refetch()} busy={isFetching} />
    )
  const back = (
    <Link className={layoutStyles.backLink} to="/disputes/$disputeId" params={{ disputeId }}>
      <Icon name="left" small />
      Back to the dispute
    </Link>
  )
  if (item === undefined || step === undefined || barred !== null)
    return (
      <div className={cardStyles.card}>
        <EmptyState icon="letter" title={barred ?? 'This step is not open for this item now.'} action={back}>
          The dispute shows which steps are open.
        </EmptyState>
      </div>
    )
  return (
    <div className={wizardStyles.wizard}>
      {back}
      <FollowUpForm key={`${item.id} ${step.kind}`} disputeId={disputeId} item={item} step={step} />
    </div>
  )
}

const Waiting = () => (
  <Loading what="this step" className={wizardStyles.wizard}>
    <Skeleton height="3rem" width="20rem" />
    <Skeleton height="12rem" />
  </Loading>
)

type FormProps = { disputeId: string; item: Item; step: Step }

/** One step that follows an answer: at which bureaus, in which words, with which copies; then its letters to check. */
export const FollowUpForm = ({ disputeId, item, step }: FormProps) => {
  const [wizard, answer] = useReducer(applyAction, startFollowUp(item, step), given => given)
  const [checking, setChecking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const page = { wizard, answer }
  const words = explanationPrompt(item, step)

  const meet = (problems: readonly Problem[]) => {
    flushSync(() => answer({ did: 'meet', problems }))
    focusOnFirst(problems)
  }
  const show = (letters: boolean) => {
    flushSync(() => setChecking(letters))
    heading.current?.focus()
  }
  const onRefused = (problems: readonly Problem[]) => {
    if (problems.some(problem => !['letters', 'send'].includes(problemStep(problem))))
      flushSync(() => setChecking(false))
    meet(problems)
  }
  const check = () => {
    const problems = findProblems(wizard)
    meet(problems)
    if (problems.length === 0) show(true)
  }

  return (
    <div className={layoutStyles.stack}>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {step.title}
        </h2>
        <p>
          <b>{describeItem(item).name}</b>
        </p>
        <p className={textStyles.muted}>{step.text}</p>
      </div>
      {checking ? (
        <FollowUpLetters
          disputeId={disputeId}
          item={item}
          step={step}
          page={{ ...page, onRefused }}
          onBack={() => show(false)}
        />
      ) : (
        <>
          {(words !== null || step.bureaus.length > 1) && (
            <div className={`${cardStyles.card} ${layoutStyles.stack}`}>
              {step.bureaus.length > 1 && (
                <BureausToWrite
                  legend="To which bureaus?"
                  itemKey={item.id}
                  offered={step.bureaus}
                  page={page}
                />
              )}
              {words !== null && <OwnWords words={words} item={item} page={page} />}
            </div>
          )}
          <EnclosureChoice page={page} keeps={false} />
          <div className={wizardStyles.footer}>
            <span />
            <Button variant="primary" size="big" onClick={check}>
              Check the letters
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

type PageProps = { item: Item; page: Pick<WizardPage, 'wizard' | 'answer'> }

const OwnWords = ({ words, item, page }: PageProps & { words: { label: string; hint: string } }) => {
  const about = { key: item.id, part: 'text' } as const
  return (
    <Field
      {...words}
      id={controlId(about)}
      optional
      error={problemAt(page.wizard, about) ?? undefined}
      control={wiring => (
        <textarea
          {...wiring}
          rows={3}
          maxLength={maxExplanationLength}
          value={page.wizard.choices[0]?.text ?? ''}
          onChange={event => page.answer({ did: 'say', key: item.id, text: event.target.value })}
        />
      )}
    />
  )
}

type LettersProps = {
  disputeId: string
  item: Item
  step: Step
  page: Pick<WizardPage, 'wizard' | 'answer' | 'onRefused'>
  onBack: () => void
}

/** The letters of a step as the server would write them, the statement of truth, and the act that creates them. */
export const FollowUpLetters = ({ disputeId, item, step, page, onBack }: LettersProps) => {
  const { wizard, onRefused } = page
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
      <Attestation page={page} byManager={byManager} />
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
