import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePermission } from '#features/identity/web/session.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import type { Call } from '#web/call.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { Problems } from '../../collectors/debt-answers.ts'
import type { Dispute, Preview } from '../../dispute-contract.ts'
import type { KeptForm } from '../company/kept-answers.ts'
import { today as theDay } from '../dispute-text.ts'
import { MakeLetters } from '../letters/MakeLetters.tsx'
import { AboutAnswers, type AnswersNote } from '../wizard/AboutAnswers.tsx'
import type { FullReport } from '../wizard/disputable-item.ts'
import { type KeptDraft, keptDraft } from '../wizard/draft.ts'
import { EnclosureChoice } from '../wizard/EnclosureChoice.tsx'
import { StepFoot } from '../wizard/StepLayout.tsx'
import { useDraftSaving, useFreshDraft } from '../wizard/use-draft-kept.ts'
import * as wizardStyles from '../wizard/wizard.module.css'
import { applyAction, startWizard } from '../wizard/wizard.ts'
import {
  type CollectedRow,
  chooseRow,
  chosenRow,
  collectedRows,
  type DebtAnswers,
} from './collector-answers.ts'
import { controlIdOf, DebtFields } from './DebtFields.tsx'

/** What the questions of one letter are given. */
export type Questions<Answers> = {
  answers: Answers
  problems: Problems
  today: string
  change: (some: Partial<Answers>) => void
}

type Props<Answers extends DebtAnswers, Body> = {
  type: 'validation' | 'cease'
  title: string
  lead: string
  start: Answers
  /** The answers as a draft keeps them, and back. */
  keep: (answers: Answers) => Record<string, string>
  restore: (form: KeptForm, rows: readonly CollectedRow[]) => Answers
  findProblems: (answers: Answers, row: CollectedRow | null, today: string) => Problems
  bodyOf: (answers: Answers, documentIds: readonly string[]) => Body | null
  preview: Call<Body, Preview>
  create: Call<Body, Dispute>
  /** What is asked beside the debt and its collector. */
  children: (questions: Questions<Answers>) => ReactNode
}

type Confirmed = { attested?: boolean | undefined; repeat?: boolean | undefined }

/** A letter to a debt collector: its questions on one page, then the letter to check and create. */
export const CollectorForm = <Answers extends DebtAnswers, Body extends Confirmed>(
  props: Props<Answers, Body>,
) => {
  const barred = usePermission('assist')
  const analytics = useApiQuery(client.credit.analytics)
  const documents = useApiQuery(client.documents.list)
  const draft = useFreshDraft(props.type)
  if (barred !== null)
    return (
      <div className={cardStyles.card}>
        <EmptyState
          icon="letter"
          title={props.title}
          action={
            <Link {...buttonLook()} to="/disputes">
              Back to Disputes
            </Link>
          }
        >
          {barred}
        </EmptyState>
      </div>
    )
  if (draft.error !== null && draft.data === undefined)
    return <ErrorCard error={draft.error} onRetry={() => void draft.refetch()} busy={draft.isFetching} />
  // Without a report the debt is described by the person.
  return analytics.isFetched && documents.isFetched && draft.data !== undefined ? (
    <Form
      {...props}
      report={analytics.data?.fullReport ?? null}
      kept={keptDraft(draft.data.draft, documents.data?.data)}
    />
  ) : (
    <Loading what="your report" className={wizardStyles.wizard}>
      <Skeleton height="3rem" width="20rem" />
      <Skeleton height="14rem" />
      <Skeleton height="20rem" />
    </Loading>
  )
}

const Form = <Answers extends DebtAnswers, Body extends Confirmed>({
  type,
  title,
  lead,
  start: empty,
  keep,
  restore,
  findProblems,
  bodyOf,
  preview,
  create,
  children,
  report,
  kept,
}: Props<Answers, Body> & {
  report: FullReport | null
  kept: KeptDraft | null
}) => {
  const { items } = useSearch({ strict: false })
  const [today] = useState(theDay)
  const rows = collectedRows(report)
  const [start] = useState<Answers>(() => ({ ...empty, ...linkedDebt(report, items) }))
  const [found] = useState(() => findKept(kept, items))
  const [answers, setAnswers] = useState<Answers>(() => (found === null ? start : restore(found.form, rows)))
  const [note, setNote] = useState<AnswersNote>(
    found === null ? null : { did: 'keep', leftOut: isDebtGone(found.form, answers) ? 1 : 0 },
  )
  const [problems, setProblems] = useState<Problems>({})
  const [wizard, answer] = useReducer(
    applyAction,
    { choices: [], documentIds: found?.documentIds ?? [] },
    startWizard,
  )
  const form = keep(answers)
  const { documentIds } = wizard
  const draft = useDraftSaving(
    type,
    { step: 'form', items: [], documentIds: [...documentIds], form },
    documentIds.length === 0 && JSON.stringify(form) === JSON.stringify(keep(start)),
  )
  const [checking, setChecking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const row = chosenRow(answers, rows)
  const body = bodyOf(answers, documentIds)

  const change = (some: Partial<DebtAnswers> | Partial<Answers>) => {
    const changed = { ...answers, ...some }
    setNote(null)
    setAnswers(changed)
    // A sentence goes once its answer is right, and no new ones come while the person answers.
    const still = findProblems(changed, chosenRow(changed, rows), today)
    setProblems(Object.fromEntries(Object.entries(problems).filter(([path]) => still[path] !== undefined)))
  }
  const fillIn = (given: Answers, enclosed: readonly string[]) => {
    setAnswers(given)
    setProblems({})
    answer({ did: 'restart', answers: { choices: [], documentIds: enclosed } })
  }
  const startOver = () => {
    const undo = () => {
      setNote(null)
      fillIn(answers, documentIds)
    }
    setNote({ did: 'start over', undo })
    fillIn(start, [])
  }
  const meet = (wrong: Problems) => {
    // The sentences must be on the page before the focus can go to them.
    flushSync(() => setProblems(wrong))
    focusOnFirst(Object.keys(wrong))
  }
  const show = (letters: boolean) => {
    flushSync(() => {
      setChecking(letters)
      // What was confirmed of a letter does not hold for another one.
      answer({ did: 'attest', on: false })
    })
    heading.current?.focus()
  }
  const check = () => {
    setNote(null)
    const wrong = findProblems(answers, row, today)
    meet(wrong)
    if (Object.keys(wrong).length === 0) show(true)
  }
  const page = { wizard, answer }
  return (
    <div className={wizardStyles.wizard}>
      <div className={layoutStyles.stack}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {checking ? 'Check your letter' : title}
          </h2>
          <p className={textStyles.muted}>
            {checking
              ? 'Read it to the end. Nothing is created until you confirm it. You can edit the wording until it is mailed.'
              : lead}
          </p>
        </div>
        <AboutAnswers note={note} failure={draft.failure} onStartOver={startOver} />
        {checking && body !== null ? (
          <MakeLetters
            preview={preview}
            create={create}
            body={body}
            page={page}
            onMade={draft.drop}
            onBack={refused => {
              show(false)
              if (Object.keys(refused).length > 0) meet(toAnswers(refused))
            }}
          />
        ) : (
          <>
            <DebtFields report={report} answers={answers} problems={problems} onChange={change} />
            {children({ answers, problems, today, change })}
            <EnclosureChoice page={page} keeps identifies={false} />
            <StepFoot next="Check the letter" onNext={check} problems={Object.keys(problems).length} />
          </>
        )}
      </div>
    </div>
  )
}

/** The debt that a link names by its account, where one bureau alone shows it. */
const linkedDebt = (report: FullReport | null, accountId: string | undefined): Partial<DebtAnswers> => {
  const [row, ...more] = collectedRows(report).filter(({ id }) => id === accountId)
  return row === undefined || more.length > 0 ? {} : chooseRow(row)
}

/** The kept answers; null when there are none, or when the person came for another debt. */
const findKept = (kept: KeptDraft | null, linked: string | undefined): KeptDraft | null => {
  if (kept === null || Object.keys(kept.form).length + kept.documentIds.length === 0) return null
  const isOther = linked !== undefined && kept.form['debt']?.endsWith(linked) !== true
  return isOther ? null : kept
}

/** Whether the report no longer shows the debt that the kept answers were about. */
const isDebtGone = (form: KeptForm, { debt }: DebtAnswers): boolean =>
  form['debt'] !== undefined && debt === null

/** The server's sentences by the paths of the answers: what contradicts an earlier letter is named by its item. */
const toAnswers = (refused: Problems): Problems =>
  Object.fromEntries(
    Object.entries(refused).map(([path, sentence]) => [path.replace(/^items\.0\./, ''), sentence]),
  )

/** The topmost answer with a sentence, into the middle of the window. */
const focusOnFirst = (paths: readonly string[]) => {
  const [first] = paths
    .flatMap(path => document.getElementById(controlIdOf(path)) ?? [])
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
  if (first === undefined) return
  first.scrollIntoView({ block: first.offsetHeight > innerHeight / 2 ? 'start' : 'center' })
  first.focus({ preventScroll: true })
}
