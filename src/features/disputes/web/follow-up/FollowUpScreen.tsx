import { useParams, useSearch } from '@tanstack/react-router'
import { useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Document } from '#features/documents/contract.ts'
import { usePermission } from '#features/identity/web/session.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { TextAreaField } from '#web/ui/Field.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { Item } from '../../dispute-contract.ts'
import { describeItem } from '../../item-words.ts'
import { countWords, maxExplanationLength, maxStatementWords } from '../../limits.ts'
import { BackToDispute, isNoDispute } from '../dispute/PageOfDispute.tsx'
import { CreateLetters } from '../letters/CreateLetters.tsx'
import { EnclosureChoice } from '../wizard/EnclosureChoice.tsx'
import { BureausToWrite, controlId, focusOnFirst, problemAt, type WizardPage } from '../wizard/StepLayout.tsx'
import * as wizardStyles from '../wizard/wizard.module.css'
import { applyAction, type Problem } from '../wizard/wizard.ts'
import { problemsFromFields } from '../wizard/wizard-steps.ts'
import {
  explanationPrompt,
  findProblems,
  followUpBody,
  needsWords,
  type Step,
  startFollowUp,
} from './follow-up.ts'

/** A step after a bureau's answer, as a small dispute. */
export const FollowUpScreen = () => {
  const { disputeId = '' } = useParams({ strict: false })
  const { item: itemId, next } = useSearch({ from: '/shell/disputes/$disputeId/follow-up' })
  const { data: dispute, error, isFetching, refetch } = useApiQuery(client.disputes.one, { disputeId })
  const documents = useApiQuery(client.documents.list)
  const barred = usePermission('assist')
  const item = dispute?.items.find(({ id }) => id === itemId)
  const step = item?.steps[next]
  const isMissing = isNoDispute(error)
  if ((dispute === undefined && !isMissing) || !documents.isFetched)
    return error === null ? (
      <Waiting />
    ) : (
      <ErrorCard error={error} onRetry={() => void refetch()} busy={isFetching} />
    )
  const back = <BackToDispute disputeId={disputeId} />
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
      <FollowUpForm
        key={`${item.id} ${step.kind}`}
        disputeId={disputeId}
        item={item}
        step={step}
        documents={documents.data?.data ?? []}
      />
    </div>
  )
}

const Waiting = () => (
  <Loading what="this step" className={wizardStyles.wizard}>
    <Skeleton height="3rem" width="20rem" />
    <Skeleton height="12rem" />
  </Loading>
)

type FormProps = { disputeId: string; item: Item; step: Step; documents: readonly Document[] }

/** One step after an answer: the bureaus, the user's own words and the enclosures; then its letters to check. */
export const FollowUpForm = ({ disputeId, item, step, documents }: FormProps) => {
  const [wizard, answer] = useReducer(applyAction, startFollowUp(item, step, documents), given => given)
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
  const check = () => {
    const problems = findProblems(wizard, step)
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
        <CreateLetters
          preview={client.disputes.previewFollowUp}
          create={client.disputes.createFollowUp}
          body={{ disputeId, ...followUpBody(wizard, item.id, step) }}
          page={page}
          onBack={refused => {
            show(false)
            meet(problemsFromFields(refused, wizard))
          }}
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
              {words !== null && <OwnWords words={words} item={item} step={step} page={page} />}
            </div>
          )}
          <EnclosureChoice page={page} keeps={false} />
          <div className={wizardStyles.footer}>
            <Button variant="primary" size="big" onClick={check}>
              Check the letters
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

type WordsProps = {
  words: { label: string; hint: string }
  item: Item
  step: Step
  page: Pick<WizardPage, 'wizard' | 'answer'>
}

/** The user's own words; those of a statement are required, and counted. */
const OwnWords = ({ words, item, step, page }: WordsProps) => {
  const about = { key: item.id, part: 'text' } as const
  const text = page.wizard.choices[0]?.text ?? ''
  const isStatement = step.kind === 'statement'
  return (
    <>
      <TextAreaField
        {...words}
        id={controlId(about)}
        optional={!needsWords(step.kind)}
        error={problemAt(page.wizard, about) ?? undefined}
        rows={isStatement ? 5 : 3}
        maxLength={maxExplanationLength}
        value={text}
        onChange={event => page.answer({ did: 'say', key: item.id, text: event.target.value })}
      />
      {isStatement && (
        <p className={`${textStyles.muted} ${textStyles.number}`} role="status">
          {`${countWords(text)} of ${maxStatementWords} words`}
        </p>
      )}
    </>
  )
}
