import { Link, useSearch } from '@tanstack/react-router'
import { usePermission } from '#features/identity/web/session.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import type { Problems } from '../../collectors/debt-answers.ts'
import type { KeptForm } from '../company/kept-answers.ts'
import { type Confirmed, LetterForm, type LetterFormProps, type Opening } from '../company/LetterForm.tsx'
import type { FullReport } from '../wizard/disputable-item.ts'
import { type KeptDraft, keptDraft } from '../wizard/draft.ts'
import { useCurrentDraft } from '../wizard/use-draft.ts'
import * as wizardStyles from '../wizard/wizard.module.css'
import {
  type CollectedRow,
  chooseRow,
  chosenRow,
  collectedRows,
  type DebtAnswers,
} from './collector-answers.ts'
import { controlIdOf, DebtFields } from './DebtFields.tsx'

/** How a stored form becomes answers, and the answers to start with. */
type Start<Answers> = {
  start: Answers
  restore: (form: KeptForm, rows: readonly CollectedRow[]) => Answers
}

/** `children` renders the questions that are not about the debt and its collector. */
type Props<Answers extends DebtAnswers, Body> = Start<Answers> &
  Pick<
    LetterFormProps<Answers, Body>,
    'title' | 'lead' | 'keep' | 'bodyOf' | 'preview' | 'create' | 'children'
  > & {
    type: 'validation' | 'cease'
    findProblems: (answers: Answers, row: CollectedRow | null, today: string) => Problems
  }

/** A letter to a debt collector: its questions on one page, then the letter to check and create. */
export const CollectorForm = <Answers extends DebtAnswers, Body extends Confirmed>({
  start,
  restore,
  findProblems,
  children,
  ...form
}: Props<Answers, Body>) => {
  const barred = usePermission('assist')
  const analytics = useApiQuery(client.credit.analytics)
  const documents = useApiQuery(client.documents.list)
  const draft = useCurrentDraft(form.type)
  const { items } = useSearch({ strict: false })
  if (barred !== null)
    return (
      <div className={cardStyles.card}>
        <EmptyState
          icon="letter"
          title={form.title}
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
  const report = analytics.data?.fullReport ?? null
  // Without a report the user describes the debt.
  return analytics.isFetched && documents.isFetched && draft.data !== undefined ? (
    <LetterForm
      {...form}
      open={() => {
        const kept = findKept(keptDraft(draft.data?.draft ?? null, documents.data?.data), items)
        return openWith({ start, restore }, report, kept, items)
      }}
      findProblems={(answers, today) =>
        findProblems(answers, chosenRow(answers, collectedRows(report)), today)
      }
      nameRefused={nameRefused}
      controlIdOf={controlIdOf}
      needs={[]}
    >
      {questions => (
        <>
          <DebtFields
            report={report}
            answers={questions.answers}
            problems={questions.problems}
            onChange={debt => questions.change({ ...questions.answers, ...debt })}
          />
          {children(questions)}
        </>
      )}
    </LetterForm>
  ) : (
    <Loading what="your report" className={wizardStyles.wizard}>
      <Skeleton height="3rem" width="20rem" />
      <Skeleton height="14rem" />
      <Skeleton height="20rem" />
    </Loading>
  )
}

const openWith = <Answers extends DebtAnswers>(
  { start: empty, restore }: Start<Answers>,
  report: FullReport | null,
  kept: KeptDraft | null,
  linked: string | undefined,
): Opening<Answers> => {
  const start = { ...empty, ...linkedDebt(report, linked) }
  if (kept === null) return { start, kept: null }
  const answers = restore(kept.form, collectedRows(report))
  return { start, kept: { answers, documentIds: kept.documentIds, leftOut: isDebtGone(kept.form, answers) } }
}

/** The debt that a link identifies by its account, if only one bureau shows it. */
const linkedDebt = (report: FullReport | null, accountId: string | undefined): Partial<DebtAnswers> => {
  const [row, ...more] = collectedRows(report).filter(({ id }) => id === accountId)
  return row === undefined || more.length > 0 ? {} : chooseRow(row)
}

/** The stored answers; null if there are none, or if the user came for another debt. */
const findKept = (kept: KeptDraft | null, linked: string | undefined): KeptDraft | null => {
  if (kept === null || Object.keys(kept.form).length + kept.documentIds.length === 0) return null
  const isOther = linked !== undefined && kept.form['debt']?.endsWith(linked) !== true
  return isOther ? null : kept
}

/** Whether the report no longer shows the debt that the stored answers were about. */
const isDebtGone = (form: KeptForm, { debt }: DebtAnswers): boolean =>
  form['debt'] !== undefined && debt === null

/** The server's messages by the paths of the answers: a contradiction with an earlier letter is reported by item. */
const nameRefused = (refused: Problems): Problems =>
  Object.fromEntries(
    Object.entries(refused).map(([path, sentence]) => [path.replace(/^items\.0\./, ''), sentence]),
  )
