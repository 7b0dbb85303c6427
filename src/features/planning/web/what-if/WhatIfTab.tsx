import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { collectFacts } from '#features/credit/facts.ts'
import { useAnalytics } from '#features/credit/web/use-analytics.ts'
import { useUser } from '#features/identity/web/session.ts'
import type { FullReport } from '#features/reports/contract.ts'
import { noReportMessage } from '#features/reports/refresh-rules.ts'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
import { OldReportNote } from '#features/reports/web/OldReportNote.tsx'
import { showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import type { SavedPlan } from '../../contract.ts'
import { MAX_STEPS } from '../../limits.ts'
import type { Step, WhatIfResult } from '../../what-if/step.ts'
import * as styles from '../planning.module.css'
import { SavedPlans, SavePlan } from '../SavedPlans.tsx'
import { BureauResult } from './BureauResult.tsx'
import { StepForm } from './StepForm.tsx'

/** What steps would change in the report: chosen one by one, calculated before and after, and saved as a plan. */
export const WhatIfTab = () => {
  const { data, error, isFetching, refetch } = useAnalytics()
  if (error && !data) return <ErrorCard error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <Loading what="your report">
        <Skeleton height="20rem" />
      </Loading>
    )
  if (data.fullReport === null || data.report === null)
    return (
      <section className={cardStyles.card}>
        <EmptyState
          icon="chart"
          title={data.isProcessing ? 'Your report is on its way' : noReportMessage}
          action={!data.isProcessing && <GetReportActions />}
        >
          What would change is calculated from the rows of your own report.
        </EmptyState>
      </section>
    )
  return (
    <>
      <OldReportNote parts={data.report.parts} />
      <WhatIf key={data.report.id} report={data.fullReport} reportDate={data.report.reportDate} />
    </>
  )
}

const WhatIf = ({ report, reportDate }: { report: FullReport; reportDate: string | null }) => {
  const facts = useMemo(() => collectFacts(report, reportDate), [report, reportDate])
  const work = useWhatIf()
  const [open, setOpen] = useState<SavedPlan | null>(null)
  const openPlan = (plan: SavedPlan) => {
    if (plan.content.kind !== 'what_if') return
    setOpen(plan)
    work.show(plan.content.steps)
  }
  const { steps, result, problem, error, busy, add, dismiss } = work
  return (
    <div className={layoutStyles.asideLeft}>
      <div className={layoutStyles.stack}>
        {steps.length < MAX_STEPS ? (
          <StepForm facts={facts} busy={busy} problem={problem} onAdd={add} onChange={dismiss} />
        ) : (
          <Note tone="plain">{`A plan holds up to ${MAX_STEPS} steps. Remove one to add another.`}</Note>
        )}
        <SavedPlans
          kind="what_if"
          about="Each is calculated again from your newest report."
          onOpen={openPlan}
        />
      </div>
      <div className={layoutStyles.stack} aria-busy={busy}>
        {error && <ErrorNote error={error} safe="Nothing was changed." />}
        {result === null ? (
          <section className={cardStyles.card}>
            <EmptyState icon="chart" title="Before and after">
              Add a step to see what it would change: the use of each card, ages, counts and how each part
              rates. Never a score: nobody can promise one.
            </EmptyState>
          </section>
        ) : (
          <>
            <Steps result={result} work={work} name={open?.name ?? null} onClear={() => setOpen(null)}>
              <SavePlan open={open} content={{ kind: 'what_if', steps: [...steps] }} onSaved={setOpen} />
            </Steps>
            <Outcome result={result} />
          </>
        )}
      </div>
    </div>
  )
}

type StepsProps = {
  result: WhatIfResult
  work: WhatIfWork
  name: string | null
  onClear: () => void
  children: ReactNode
}

const Steps = ({ result, work: { remove, show, busy }, name, onClear, children }: StepsProps) => {
  const place = useFocusFallback()
  const heading = useRef<HTMLHeadingElement>(null)
  const count = result.steps.length
  const before = useRef(count)
  // Removing a step also removes its button, which had the focus.
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) heading.current?.focus()
    before.current = count
  }, [count])
  return (
    <section ref={place} className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="steps">
      <div className={cardStyles.header}>
        <h2 className={textStyles.heading3} id="steps" tabIndex={-1} ref={heading}>
          {name ?? 'Your steps'}
        </h2>
        <Button
          size="small"
          variant="quiet"
          busy={busy}
          onClick={() => {
            onClear()
            show([])
          }}
        >
          Start over
        </Button>
      </div>
      <ol className={styles.steps}>
        {result.steps.map(({ text, on, problem }, nth) => (
          <li key={`${nth} ${text}`}>
            <span className={styles.nth} aria-hidden="true">
              {nth + 1}.
            </span>
            <div>
              <p>{text}</p>
              {problem === null ? (
                hasWaited(result, nth) && <small className={textStyles.muted}>That is {showDate(on)}.</small>
              ) : (
                <Note tone="amber" title="This step changes nothing">
                  {problem}
                </Note>
              )}
            </div>
            <Button
              size="small"
              variant="quiet"
              icon="trash"
              iconOnly
              busy={busy}
              aria-label={`Remove step ${nth + 1}: ${text}`}
              onClick={() => remove(nth)}
            />
          </li>
        ))}
      </ol>
      {children}
    </section>
  )
}

/** Whether time passes in a step. */
const hasWaited = ({ steps, bureaus }: WhatIfResult, nth: number): boolean =>
  steps[nth]?.on !== (steps[nth - 1]?.on ?? bureaus[0]?.before.on)

const Outcome = ({ result: { bureaus, withoutFile } }: { result: WhatIfResult }) => {
  const { subscription } = useUser()
  return (
    <>
      {bureaus.map(at => (
        <BureauResult key={at.bureau} at={at} />
      ))}
      {withoutFile.length > 0 && (
        <Note tone="plain">
          {`${showList(withoutFile)} gave no file in your report, so nothing can be told there.`}
        </Note>
      )}
      {!subscription && (
        <Note tone="plain">
          Your plan shows TransUnion. Experian and Equifax may list other values; Max Plan shows them too.
        </Note>
      )}
      <p className={textStyles.muted}>
        Counted from your report with the rules of Analytics. What is not in the report is not guessed: new
        purchases, interest, and what lenders report next change the result. It says nothing about a score.{' '}
        <Link to="/analytics/$tab" params={{ tab: 'overview' }}>
          See how each part is counted
        </Link>
      </p>
    </>
  )
}

type Evaluated = { steps: readonly Step[]; result: WhatIfResult }

/** The steps chosen so far with their result. A new step that cannot be applied is not added, and its problem is shown. */
const useWhatIf = () => {
  const [evaluated, setEvaluated] = useState<Evaluated | null>(null)
  const [problem, setProblem] = useState<{ text: string } | null>(null)
  const evaluation = useApiMutation(client.planning.whatIf)
  const steps = evaluated?.steps ?? []

  const show = (wanted: readonly Step[]) => {
    setProblem(null)
    if (wanted.length === 0) return setEvaluated(null)
    evaluation.mutate(
      { steps: [...wanted] },
      { onSuccess: result => setEvaluated({ steps: wanted, result }) },
    )
  }

  const add = (step: Step) => {
    setProblem(null)
    const wanted = [...steps, step]
    evaluation.mutate(
      { steps: wanted },
      {
        onSuccess: result => {
          const refusal = result.steps.at(-1)?.problem ?? null
          if (refusal === null) setEvaluated({ steps: wanted, result })
          else setProblem({ text: refusal })
        },
      },
    )
  }

  return {
    steps,
    result: evaluated?.result ?? null,
    problem,
    error: evaluation.error,
    busy: evaluation.isPending,
    add,
    show,
    dismiss: () => setProblem(null),
    remove: (at: number) => show(steps.filter((_, nth) => nth !== at)),
  }
}

type WhatIfWork = ReturnType<typeof useWhatIf>
